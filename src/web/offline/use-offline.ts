import { type Dispatch, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Contract, Presentation } from '../story/answers.ts';
import { type GuestApi, isAway } from '../story/api.ts';
import type { Opened } from './opening.ts';
import { randomId } from '../story/random-id.ts';
import type { Action } from '../story/state.ts';
import type { Signing } from '../worker/kept.ts';
import { type Choice, send, type Taken, type Waiting } from './choices.ts';
import { isKeeping, keep, readSigning } from './device.ts';
import { Outbox } from './outbox.ts';

/** What the page knows of the network, and what waits for it. */
export interface Offline {
  readonly isOffline: boolean;
  readonly waiting: readonly Waiting[];
  /** The last choice that waited and was refused; null once it was read. */
  readonly refused: Choice | null;
  /** A contract whose signature waited and was taken. */
  readonly signed: Contract | null;
  /** What may be signed without a network; null where that needs one. */
  readonly signing: Signing | null;
  /**
   * Sends a choice, behind those that wait.
   *
   * @param mayWait whether it is kept where no answer comes
   * @returns null for a choice that waits
   * @throws Refusal
   */
  readonly submit: (choice: Choice, mayWait?: boolean) => Promise<Taken | null>;
  /** Takes back what waits. */
  readonly withdraw: (key: string) => void;
  readonly dismiss: () => void;
}

/** How long a change settles until it is kept, and how often it is tried to send what waits, in milliseconds. */
const settleMs = 500;
const retryMs = 15_000;

/** Keeps what is shown, and sends what was chosen without a network once there is one. */
export function useOffline(
  opened: Opened,
  presentation: Presentation,
  dispatch: Dispatch<Action>,
  onGone: () => void,
): Offline {
  const { api, name } = opened;
  const outbox = useMemo(() => new Outbox(name), []);
  const [isOffline, setOffline] = useState(opened.isKept);
  const [waiting, setWaiting] = useState(() => (isKeeping ? outbox.read() : []));
  const [refused, setRefused] = useState<Choice | null>(null);
  const [signed, setSigned] = useState<Contract | null>(null);
  const look = (): void =>
    void api.presentation().then(
      (found) => dispatch({ type: 'shown', presentation: found }),
      () => undefined,
    );
  api.events = { onReach: (isReached) => setOffline(isKeeping && !isReached), onGone };
  outbox.events = {
    onChange: setWaiting,
    onTaken: (taken) => {
      if (taken.contract !== undefined) setSigned(taken.contract);
      if (taken.presentation === undefined) look();
      else dispatch({ type: 'shown', presentation: taken.presentation });
    },
    onRefused: (choice) => {
      setRefused(choice);
      look();
    },
  };
  useEffect(() => outbox.follow(), []);
  useRetry(() => outbox.flush(api), !isOffline && waiting.length > 0);
  const signing = useKept(opened, presentation, isOffline);
  const submit = useSubmit(api, outbox, isOffline);
  const withdraw = (key: string): void => outbox.remove(key);
  return { isOffline, waiting, refused, signed, signing, submit, withdraw, dismiss: () => setRefused(null) };
}

/** Sends one choice after the other, behind those that wait. */
function useSubmit(api: GuestApi, outbox: Outbox, isOffline: boolean): Offline['submit'] {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const sendOrKeep = async (one: Waiting, mayWait: boolean): Promise<Taken | null> => {
    if (!mayWait || (!isOffline && outbox.read().length === 0)) {
      try {
        return await send(api, one);
      } catch (error) {
        if (!mayWait || !isAway(error)) throw error;
      }
    }
    if (!outbox.add(one)) throw new Error('The browser keeps nothing more.');
    void outbox.flush(api);
    return null;
  };
  return (choice, mayWait = true) => {
    const mine = last.current.then(() => sendOrKeep({ key: randomId(), choice }, mayWait && isKeeping));
    last.current = mine.catch(() => undefined);
    return mine;
  };
}

/** Sends now, and from time to time, while something waits. */
function useRetry(flush: () => Promise<void>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const run = (): void => void flush();
    run();
    const timer = setInterval(run, retryMs);
    return () => clearInterval(timer);
  }, [isWanted]);
}

/** Keeps what the server answered. @returns what may be signed without a network */
function useKept({ api, token, ...opened }: Opened, presentation: Presentation, isOffline: boolean): Signing | null {
  const [signing, setSigning] = useState(opened.signing);
  const isOpening = useRef(true);
  useEffect(() => {
    if (!isKeeping || isOffline || !presentation.maySign) return;
    readSigning(api).then(setSigning, () => undefined);
  }, [presentation, isOffline]);
  useEffect(() => {
    if (!isKeeping || isOffline) return;
    const run = (): void => {
      // Where the browser has no room or forbids it, the page works with a network alone.
      keep({ token, keptAt: Date.now(), presentation, signing }, isOpening.current).catch(() => undefined);
      isOpening.current = false;
    };
    const timer = setTimeout(run, settleMs);
    return () => clearTimeout(timer);
  }, [presentation, signing, isOffline]);
  return signing;
}
