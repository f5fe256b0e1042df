/** @jsxImportSource preact */
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Contract } from '../story/answers.ts';
import { lastDayText } from '../words/amounts.ts';
import type { Words } from '../words/english.ts';
import { SendButton } from './send-button.tsx';
import type { Reading } from './use-contract.ts';

export interface CancellationProps extends Pick<Reading, 'isOffline' | 'isSending' | 'onCancel'> {
  readonly contract: Contract;
  readonly words: Words;
}

/** Shows until when a signed contract can be canceled, and cancels it after a confirmation. */
export function Cancellation({ contract, words, isOffline, isSending, onCancel }: CancellationProps) {
  const [isAsked, setAsked] = useState(false);
  const question = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isAsked) question.current?.focus();
  }, [isAsked]);
  const { rescindableUntil: until, canRescind = true, document } = contract;
  if (until === null || !canRescind) return null;
  return (
    <div class="right">
      <p>{words.mayCancel(lastDayText(until, document.language, document.timeZone))}</p>
      {isAsked ? (
        <>
          <p role="status" tabIndex={-1} ref={question}>
            {isOffline ? words.cancelOnline : words.surelyCancel}
          </p>
          <div class="choices">
            <SendButton class="primary" isSending={isSending} disabled={isOffline} onClick={onCancel}>
              {words.doCancel}
            </SendButton>
            <button class="secondary" type="button" onClick={() => setAsked(false)}>
              {words.keep}
            </button>
          </div>
        </>
      ) : (
        <button class="secondary" type="button" onClick={() => setAsked(true)}>
          {words.cancel}
        </button>
      )}
    </div>
  );
}
