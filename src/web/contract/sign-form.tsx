/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Contract, ContractDocument, ContractTier, Drawing, Signer, TierKey } from '../story/answers.ts';
import { changedParts } from '../story/changed-parts.ts';
import type { Words } from '../words/english.ts';
import { written } from '../words/language.ts';
import { legalLanguage } from '../words/words.ts';
import { ContractText, TierTotal } from './contract.tsx';
import { SendButton } from './send-button.tsx';
import { SignatureField } from './signature.tsx';
import { SignerChoice, Until } from './signers.tsx';
import type { Reading } from './use-contract.ts';

type Shared = 'isReplaced' | 'canSign' | 'isOffline' | 'isSending' | 'onConsent' | 'onSign' | 'onDecline';

interface SignFormProps extends Pick<Reading, Shared> {
  readonly contract: Contract;
  /** The tier that the other owner has signed; null for none. */
  readonly agreed: TierKey | null;
  readonly initial: TierKey | null;
  readonly words: Words;
  /** The document that was read before it changed; null if it did not. */
  readonly before: ContractDocument | null;
  /** Who holds the device; null where the form asks. */
  readonly holder: Signer | null;
  /** Who signs; null while nobody is chosen. */
  readonly signer: Signer | null;
  readonly onSigner: (signer: Signer) => void;
}

/** What has changed, the document, the choice, the consent and the name, in this order. */
export function SignForm(props: SignFormProps) {
  const { contract, before, isReplaced, agreed, initial, words, canSign, isSending } = props;
  const { holder, signer, onSigner, onConsent, onSign } = props;
  const { document, documentHash } = contract;
  const tiers = document.tiers.filter((one) => one.tier === (agreed ?? one.tier));
  const [chosen, setChosen] = useState(agreed ?? initial);
  const tier = tiers.find((one) => one.tier === chosen)?.tier ?? null;
  const { hasAgreed, hasChanged, agree } = useConsent(documentHash, agreed);
  const [name, setName] = useState('');
  const [drawing, setDrawing] = useState<Drawing | null>(null);
  const changed = changedParts(before, document);
  const submit = (event: Event): void => {
    event.preventDefault();
    if (tier === null || signer === null || !hasAgreed) return;
    onSign({ signer, tier, signerName: name.trim(), documentHash, drawing });
  };
  return (
    <form onSubmit={submit}>
      {isReplaced && <Notice key={contract.contractId} text={words.replaced} />}
      {(changed.size > 0 || hasChanged) && <Notice key={documentHash} text={words.changed} />}
      <Until contract={contract} words={words} />
      {holder === null && document.coSigner !== undefined && (
        <SignerChoice contract={contract} signer={signer} words={words} onChoose={onSigner} />
      )}
      <TierChoice
        document={document}
        before={before}
        tiers={tiers}
        tier={tier}
        isGone={chosen !== tier}
        words={words}
        onChoose={setChosen}
      />
      <ContractText contract={contract} before={before} tier={tier} words={words} changed={changed} />
      <Consent
        document={document}
        hasAgreed={hasAgreed}
        words={words}
        onAgree={(isGiven) => {
          agree(isGiven);
          onConsent(isGiven);
        }}
      />
      <NameField name={name} words={words} onName={setName} />
      <SignatureField words={words} onDraw={setDrawing} />
      <SendButton
        class="primary"
        type="submit"
        isSending={isSending}
        disabled={!canSign || tier === null || signer === null || !hasAgreed || name.trim() === ''}
      >
        {words.sign}
      </SendButton>
      <p role="status">{canSign ? null : words.signOnline}</p>
      <Decline {...props} />
    </form>
  );
}

/** The consent, to what can be signed now: each change of that ends it, and nothing but a tick gives it again. */
function useConsent(documentHash: string, agreed: TierKey | null) {
  const [consent, setConsent] = useState({ documentHash, agreed, isGiven: false, hasChanged: false });
  const isSame = consent.documentHash === documentHash;
  if (!isSame || consent.agreed !== agreed) {
    setConsent({ documentHash, agreed, isGiven: false, hasChanged: consent.hasChanged || !isSame });
  }
  const agree = (isGiven: boolean): void => setConsent({ documentHash, agreed, isGiven, hasChanged: false });
  return { hasAgreed: consent.isGiven, hasChanged: consent.hasChanged, agree };
}

interface TierChoiceProps extends Pick<SignFormProps, 'before' | 'words'> {
  readonly document: ContractDocument;
  /** Those that can be signed: one alone once the other owner has signed it. */
  readonly tiers: readonly ContractTier[];
  readonly tier: TierKey | null;
  /** Whether another tier was chosen, which can no longer be signed. */
  readonly isGone: boolean;
  readonly onChoose: (tier: TierKey) => void;
}

function TierChoice({ document, before, tiers, tier, isGone, words, onChoose }: TierChoiceProps) {
  return (
    <fieldset>
      <legend>{words.yourTier}</legend>
      {tiers.map((one) => (
        <label class="check" key={one.tier}>
          <input type="radio" name="tier" required checked={tier === one.tier} onChange={() => onChoose(one.tier)} />
          <span>
            <bdi lang={document.language}>{one.name}</bdi> <TierTotal tier={one} {...{ document, before, words }} />
          </span>
        </label>
      ))}
      <p role="alert">{isGone && words.choiceGone}</p>
    </fieldset>
  );
}

interface ConsentProps extends Pick<TierChoiceProps, 'document' | 'words'> {
  readonly hasAgreed: boolean;
  readonly onAgree: (hasAgreed: boolean) => void;
}

function Consent({ document, hasAgreed, words, onAgree }: ConsentProps) {
  return (
    <>
      {document.cancellation !== undefined && (
        <p class="statement" {...written(legalLanguage(document.language))}>
          {document.cancellation.statement}
        </p>
      )}
      <p class="consent" {...written(legalLanguage(document.language))}>
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

/** Shows that the document has changed since it was read. The focus goes there, and the page with it. */
function Notice({ text }: { readonly text: string }) {
  const notice = useRef<HTMLParagraphElement>(null);
  useEffect(() => notice.current?.focus(), []);
  return (
    <p class="changed" role="alert" tabIndex={-1} ref={notice}>
      {text}
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
