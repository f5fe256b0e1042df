/** @jsxImportSource preact */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { DrawnSignature } from '../contract/signers.tsx';
import type { Words } from '../words/english.ts';
import { nameOf } from '../worker/kept.ts';
import type { Choice, Waiting } from './choices.ts';
import { otherToken } from './device.ts';
import { Outbox } from './outbox.ts';
import { remainsWordsFor } from './remains-words.ts';

interface RemainsProps {
  readonly token: string;
  /** Whether the server has answered that the link of this whole token has ended. */
  readonly hasEnded: boolean;
  readonly words: Words;
}

/**
 * What this device still has of a link that does not open: choices that were never sent, when the link has ended; otherwise
 * how much waits, and the token by which the link was opened here.
 */
export function Remains({ token, hasEnded, words }: RemainsProps) {
  const outbox = useMemo(() => new Outbox(nameOf(token)), [token]);
  const [choices, setChoices] = useState(() => outbox.read());
  const [other, setOther] = useState<string | null>(null);
  outbox.events = { onChange: setChoices, onTaken: () => {}, onRefused: () => {} };
  useEffect(() => outbox.follow(), [outbox]);
  useEffect(() => {
    if (!hasEnded) void otherToken(token).then(setOther);
  }, [token, hasEnded]);
  if (hasEnded) return choices.length > 0 && <Unsent choices={choices} words={words} onRemove={() => outbox.clear()} />;
  const waiting = choices.filter(({ isRefused }) => isRefused !== true);
  return (
    <>
      {waiting.length > 0 && <p role="status">{words.waiting(waiting.length)}</p>}
      {other !== null && (
        <a class="primary" href={`/p/${other}`}>
          {remainsWordsFor(navigator.language).openKept}
        </a>
      )}
    </>
  );
}

interface UnsentProps {
  readonly choices: readonly Waiting[];
  readonly words: Words;
  readonly onRemove: () => void;
}

/** Choices that never arrived. They stay on the device until somebody removes them after a second question. */
function Unsent({ choices, words, onRemove }: UnsentProps) {
  const [isAsked, setAsked] = useState(false);
  const own = remainsWordsFor(navigator.language);
  return (
    <section class="unsent" role="status">
      <p>{own.neverSent}</p>
      <ul>
        {choices.map(({ key, choice }) => (
          <li key={key} dir="auto">
            {textOf(choice, words)}
            {choice.kind === 'signature' && choice.signature.drawing !== null && (
              <DrawnSignature drawing={choice.signature.drawing} />
            )}
          </li>
        ))}
      </ul>
      {isAsked && <p>{own.surelyRemove}</p>}
      <div class="choices">
        <button class="secondary" type="button" onClick={() => (isAsked ? onRemove() : setAsked(true))}>
          {isAsked ? own.doRemove : own.remove}
        </button>
        {isAsked && (
          <button class="secondary" type="button" onClick={() => setAsked(false)}>
            {words.keep}
          </button>
        )}
      </div>
    </section>
  );
}

/** Names a choice to who reads it without the presentation. */
function textOf(choice: Choice, words: Words): string {
  switch (choice.kind) {
    case 'signature': {
      const { option, signature } = choice;
      return remainsWordsFor(navigator.language).unsentSignature(signature.signerName, option ?? signature.tier);
    }
    case 'question':
      return `${words.question}: ${choice.question}`;
    case 'tier':
      return `${words.chosen}: ${choice.tier}`;
    case 'addOns':
      return `${words.addOns}: ${choice.addOns.join(', ')}`;
  }
}
