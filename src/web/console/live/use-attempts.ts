import { useEffect, useRef } from 'preact/hooks';
import { useStreams } from '../api/streams.ts';
import { AttemptsDocument } from './deliveries.graphql.ts';

/** Shortest time between two reads, in milliseconds, however many attempts are made. */
const pauseMs = 500;

/**
 * Calls back when attempts at deliveries were made, and when some may have been missed. The attempts themselves are a hint:
 * the screen reads what it shows again, so that it shows what is stored.
 */
export function useAttempts(subscriptionId: string | null, onChange: () => void): void {
  const { connection, openStream } = useStreams();
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        latest.current();
      }, pauseMs);
    };
    const leave = connection.subscribe(() => connection.state() === 'open' && changed());
    const query = AttemptsDocument as unknown as string;
    const { unsubscribe } = openStream({ query, variables: { subscriptionId } }).subscribe({
      next: changed,
      error: () => undefined,
      complete: () => undefined,
    });
    return () => {
      clearTimeout(timer);
      leave();
      unsubscribe();
    };
  }, [connection, openStream, subscriptionId]);
}
