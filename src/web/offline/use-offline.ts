import { type Dispatch, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Contract } from '../story/answers.ts';
import { type ApiEvents, type GuestApi, isAway } from '../story/api.ts';
import type { Opened } from './opening.ts';
import { randomId } from '../story/random-id.ts';
import type { Action } from '../story/state.ts';
import { type Choice, send, type Taken, type Waiting } from './choices.ts';
import { isKeeping, keepLonger } from './device.ts';
import { Outbox } from './outbox.ts';

/** The state of the network for the page, and the choices that wait for it. */
export interface Offline {
  readonly isOffline: boolean;
  readonly waiting: readonly Waiting[];
  /** The first choice that waited and was refused; null once it was read. */
  readonly refused: Waiting | null;
  /** A contract whose signature waited and was taken. */
  readonly signed: Contract | null;
  /**
   * Sends a choice, behind those that wait.
   *
   * @param mayWait whether it is kept where no answer comes
   * @returns null for a choice that waits
   * @throws Refusal
   */
  readonly submit: (choice: Choice, mayWait?: boolean) => Promise<Taken | null>;
  /** Withdraws a choice. @returns whether it was still unsent */
  readonly withdraw: (key: string) => Promise<boolean>;
  readonly dismiss: () => void;
}

/** The interval between tries to send the choices, in milliseconds. */
const retryMs = 15_000;

/** Sends what was chosen without a network once there is one. */
export function useOffline(
  { api, name, isKept }: Opened,
  dispatch: Dispatch<Action>,
  onGone: ApiEvents['onGone'],
): Offline {
  const outbox = useMemo(() => new Outbox(name), []);
  const [isOffline, setOffline] = useState(isKept);
  const [all, setAll] = useState(() => (isKeeping ? outbox.read() : []));
  const [waiting, refused] = useMemo(
    () => [all.filter((one) => one.isRefused !== true), all.find((one) => one.isRefused === true) ?? null],
    [all],
  );
  const [signed, setSigned] = useState<Contract | null>(null);
  const look = (): void =>
    void api.presentation().then(
      (found) => dispatch({ type: 'shown', presentation: found }),
      () => undefined,
    );
  api.events = { onReach: (isReached) => setOffline(isKeeping && !isReached), onGone };
  outbox.events = {
    onChange: setAll,
    onTaken: (taken) => {
      if (taken.contract !== undefined) setSigned(taken.contract);
      if (taken.presentation === undefined) look();
      else dispatch({ type: 'shown', presentation: taken.presentation });
    },
    onRefused: look,
  };
  useEffect(() => outbox.follow(), []);
  useRetry(() => outbox.flush(api), !isOffline && waiting.length > 0);
  const submit = useSubmit(api, outbox, isOffline);
  const withdraw = (key: string): Promise<boolean> => outbox.withdraw(key);
  const dismiss = (): void => void (refused && outbox.withdraw(refused.key));
  return { isOffline, waiting, refused, signed, submit, withdraw, dismiss };
}

/** Sends one choice after the other, behind those that wait. */
function useSubmit(api: GuestApi, outbox: Outbox, isOffline: boolean): Offline['submit'] {
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const sendOrKeep = async (one: Waiting, mayWait: boolean): Promise<Taken | null> => {
    if (!mayWait || (!isOffline && outbox.read().every(({ isRefused }) => isRefused === true))) {
      try {
        return await send(api, one);
      } catch (error) {
        if (!mayWait || !isAway(error)) throw error;
      }
    }
    if (!outbox.add(one)) throw new Error('The browser keeps nothing more.');
    keepLonger();
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
