/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type {
  Contract,
  ContractDocument,
  ContractTier,
  Drawing,
  Signature,
  Signer,
  TierKey,
} from '../story/answers.ts';
import { changedParts } from '../story/changed-parts.ts';
import type { Words } from '../words/english.ts';
import { written } from '../words/language.ts';
import { ContractText } from './contract.tsx';
import { SendButton } from './send-button.tsx';
import { SignatureField } from './signature.tsx';
import { SignerChoice, Until } from './signers.tsx';

interface SignFormProps {
  readonly contract: Contract;
  /** The tier that the other owner has signed; null for none. */
  readonly agreed: TierKey | null;
  readonly initial: TierKey | null;
  readonly words: Words;
  /** Whether a signature can be sent, or kept until it can. */
  readonly maySign: boolean;
  readonly isOffline: boolean;
  /** Whether an answer is awaited. */
  readonly isSending: boolean;
  /** The document that was read before it changed; null if it did not. */
  readonly before: ContractDocument | null;
  /** Who holds the device; null where the form asks. */
  readonly holder: Signer | null;
  readonly onSign: (signature: Signature) => void;
  readonly onDecline: (reason: string) => void;
}

/** What has changed, the document, the choice, the consent and the name, in this order. */
export function SignForm(props: SignFormProps) {
  const { contract, before, agreed, initial, words, maySign, isSending, holder, onSign } = props;
  const { document, documentHash, missingSigners } = contract;
  const [tier, setTier] = useState(agreed ?? initial);
  const [signer, setSigner] = useState(holder ?? missingSigners[0] ?? 'homeowner');
  const [hasAgreed, setAgreed] = useState(false);
  const [name, setName] = useState('');
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const changed = changedParts(before, document);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (tier !== null) onSign({ signer, tier, signerName: name.trim(), documentHash, drawing });
  };
  return (
    <form onSubmit={submit}>
      {changed.size > 0 && <Changed words={words} />}
      <Until contract={contract} words={words} />
      {holder === null && missingSigners.length > 1 && (
        <SignerChoice contract={contract} signer={signer} words={words} onChoose={setSigner} />
      )}
      <TierChoice
        document={document}
        tiers={document.tiers.filter((one) => one.tier === (agreed ?? one.tier))}
        tier={tier}
        words={words}
        onChoose={setTier}
      />
      <ContractText contract={contract} tier={tier} words={words} changed={changed} />
      <Consent document={document} hasAgreed={hasAgreed} words={words} onAgree={setAgreed} />
      <NameField name={name} words={words} onName={setName} />
      <SignatureField words={words} onDraw={setDrawing} />
      <SendButton
        class="primary"
        type="submit"
        isSending={isSending}
        disabled={!maySign || tier === null || !hasAgreed || name.trim() === ''}
      >
        {words.sign}
      </SendButton>
      <p role="status">{maySign ? null : words.signOnline}</p>
      <Decline {...props} />
    </form>
  );
}

interface TierChoiceProps {
  readonly document: ContractDocument;
  /** Those that can be signed: one alone once the other owner has signed it. */
  readonly tiers: readonly ContractTier[];
  readonly tier: TierKey | null;
  readonly words: Words;
  readonly onChoose: (tier: TierKey) => void;
}

function TierChoice({ document, tiers, tier, words, onChoose }: TierChoiceProps) {
  return (
    <fieldset>
      <legend>{words.yourTier}</legend>
      {tiers.map((one) => (
        <label class="check" key={one.tier}>
          <input type="radio" name="tier" required checked={tier === one.tier} onChange={() => onChoose(one.tier)} />
          <span lang={document.language}>{one.name}</span>
        </label>
      ))}
    </fieldset>
  );
}

interface ConsentProps {
  readonly document: ContractDocument;
  readonly hasAgreed: boolean;
  readonly words: Words;
  readonly onAgree: (hasAgreed: boolean) => void;
}

function Consent({ document, hasAgreed, words, onAgree }: ConsentProps) {
  return (
    <>
      {document.cancellation !== undefined && (
        <p class="statement" {...written(document.language)}>
          {document.cancellation.statement}
        </p>
      )}
      <p class="consent" {...written(document.language)}>
        {document.consent}
      </p>
      <label class="check">
        <input type="checkbox" required checked={hasAgreed} onChange={() => onAgree(!hasAgreed)} />
        {words.consent}
      </label>
    </>
  );
}

interface NameFieldProps {
  readonly name: string;
  readonly words: Words;
  readonly onName: (name: string) => void;
}

function NameField({ name, words, onName }: NameFieldProps) {
  return (
    <label class="named">
      {words.name}
      <input
        class="field"
        autocomplete="name"
        required
        maxLength={200}
        value={name}
        onInput={({ currentTarget }) => onName(currentTarget.value)}
      />
    </label>
  );
}

/** Says that the document is not the one that was read. The focus goes there, and the page with it. */
function Changed({ words }: { readonly words: Words }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <p class="changed" role="alert" tabIndex={-1} ref={notice}>
      {words.changed}
    </p>
  );
}

type DeclineProps = Pick<SignFormProps, 'words' | 'isOffline' | 'isSending' | 'onDecline'>;

/** Declines the contract, with a reason if there is one. */
function Decline({ words, isOffline, isSending, onDecline }: DeclineProps) {
  const [reason, setReason] = useState('');
  return (
    <details>
      <summary>{words.decline}</summary>
      <label class="named">
        {words.reason}
        <textarea
          class="field"
          maxLength={1_000}
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </label>
      <SendButton class="secondary" isSending={isSending} disabled={isOffline} onClick={() => onDecline(reason.trim())}>
        {words.doDecline}
      </SendButton>
    </details>
  );
}
