import { CombinedError } from '@urql/core';
import { useClient } from '@urql/preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Ready, Refused } from './checks.ts';
import { type Block, blocksOf, sendBlock } from './send.ts';

/** How far the sending of a file has come. */
interface Sending {
  readonly is: 'new' | 'sending' | 'stopped' | 'done';
  readonly lineCount: number;
  readonly sentCount: number;
  readonly madeCount: number;
  readonly refused: readonly Refused[];
  /** Why it has stopped. */
  readonly error: CombinedError | undefined;
}

const fresh: Sending = { is: 'new', lineCount: 0, sentCount: 0, madeCount: 0, refused: [], error: undefined };

/** Sends lines in blocks, one after the other. What stopped goes on with the block that has no answer. */
export function useSending(deckId: string) {
  const client = useClient();
  const [sending, setSending] = useState(fresh);
  const blocks = useRef<readonly Block[]>([]);
  const isUnderWay = useRef(false);
  useEffect(() => {
    if (sending.is !== 'sending') return;
    const hold = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', hold);
    return () => window.removeEventListener('beforeunload', hold);
  }, [sending.is]);
  const proceed = async (): Promise<void> => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSending((before) => ({ ...before, is: 'sending', error: undefined }));
    try {
      for (let [block] = blocks.current; block !== undefined; [block] = blocks.current) {
        const { lines } = block;
        const { madeCount, refused } = await sendBlock(client, deckId, block);
        blocks.current = blocks.current.slice(1);
        setSending((before) => ({
          ...before,
          sentCount: before.sentCount + lines.length,
          madeCount: before.madeCount + madeCount,
          refused: [...before.refused, ...refused],
        }));
      }
      setSending((before) => ({ ...before, is: 'done' }));
    } catch (error) {
      if (!(error instanceof CombinedError)) throw error;
      setSending((before) => ({ ...before, is: 'stopped', error }));
    } finally {
      isUnderWay.current = false;
    }
  };
  return {
    sending,
    proceed: () => void proceed(),
    start(lines: readonly Ready[]): void {
      if (isUnderWay.current) return;
      blocks.current = blocksOf(lines);
      setSending({ ...fresh, lineCount: lines.length });
      void proceed();
    },
  };
}
