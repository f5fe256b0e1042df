import type { CombinedError } from '@urql/core';
import equal from 'fast-deep-equal';
import { useRef, useState } from 'preact/hooks';
import { isOutdated } from '../api/problems.ts';
import { changesOf, type Conflict, merged } from './merge.ts';
import { useUnsaved } from './unsaved.tsx';

/** What is stored, by its version. */
export interface Stored<T> {
  readonly version: number;
  readonly value: T;
}

/** What is stored after a request, or why nothing is. */
export interface SaveAnswer<T> {
  readonly stored: Stored<T> | undefined;
  readonly error: CombinedError | undefined;
}

/** How a draft is sent. */
interface Saving<T> {
  readonly send: (draft: Stored<T> & { readonly changes: Partial<T> }) => Promise<SaveAnswer<T>>;
  /** Reads what is stored now, once a request was refused because the draft is of an older version. */
  readonly read: () => Promise<Stored<T> | undefined>;
}

/** What a person edits while others may change it. */
export interface Draft<T> {
  readonly value: T;
  readonly isChanged: boolean;
  readonly isSaving: boolean;
  /** Why it was refused last. That somebody else has changed the object is a conflict, and not here. */
  readonly error: CombinedError | undefined;
  readonly conflicts: readonly Conflict<T>[];
  readonly change: (part: Partial<T>) => void;
  readonly keepMine: (field: keyof T & string) => void;
  readonly takeTheirs: (field: keyof T & string) => void;
  readonly discard: () => void;
  /** @returns whether it is stored */
  readonly save: (saving: Saving<T>) => Promise<boolean>;
}

interface State<T> extends Stored<T> {
  /** What the draft began with, or has caught up with. */
  readonly base: T;
  readonly conflicts: readonly Conflict<T>[];
}

/** How often a draft catches up with changes of others while it is sent. */
const mostTries = 3;

/** A draft of what is stored. It follows newer versions in the fields that the person has not touched. */
export function useDraft<T extends object>(stored: Stored<T>): Draft<T> {
  const [state, setState] = useState<State<T>>(() => ({ ...stored, base: stored.value, conflicts: [] }));
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<CombinedError>();
  const isSent = useRef(false); // a second press of the button comes before the next render
  // While a draft is sent, what is stored is the draft itself.
  const current = stored.version > state.version && !isSaving ? caughtUp(state, stored) : state;
  if (current !== state) setState(current);
  const { value, base, conflicts } = current;
  const isChanged = !equal(value, base);
  useUnsaved(isChanged);
  const settle = (field: string, part: Partial<T>): void =>
    setState((before) => ({
      ...before,
      value: { ...before.value, ...part },
      conflicts: before.conflicts.filter((one) => one.field !== field),
    }));
  return {
    value,
    isChanged,
    isSaving,
    error,
    conflicts,
    change: (part) => setState((before) => ({ ...before, value: { ...before.value, ...part } })),
    keepMine: (field) => settle(field, {}),
    takeTheirs: (field) => settle(field, { [field]: base[field] } as unknown as Partial<T>),
    discard: () => setState((before) => ({ ...before, value: before.base, conflicts: [] })),
    save: async (saving) => {
      if (isSent.current || conflicts.length > 0) return false;
      isSent.current = true;
      setSaving(true);
      setError(undefined);
      try {
        const answer = await sendOn(current, saving);
        setState((now) => settledWith(now, current, answer));
        setError(answer.error);
        return answer.result !== undefined;
      } finally {
        isSent.current = false;
        setSaving(false);
      }
    },
  };
}

/** What has become of a draft that was sent. */
interface Outcome<T> {
  /** The draft as it was sent last. */
  readonly sent: State<T>;
  readonly result: Stored<T> | undefined;
  readonly error: CombinedError | undefined;
}

/** Sends a draft, and catches up with what others have stored meanwhile as long as nothing conflicts. */
async function sendOn<T extends object>(first: State<T>, { send, read }: Saving<T>): Promise<Outcome<T>> {
  let sent = first;
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { version, value, base } = sent;
    // Each try needs the outcome of the one before it.
    // oxlint-disable-next-line no-await-in-loop
    const answer = await send({ version, value, changes: changesOf(base, value) });
    if (!isOutdated(answer.error)) return { sent, result: answer.stored, error: answer.error };
    // oxlint-disable-next-line no-await-in-loop
    const newest = await read();
    if (newest === undefined) break;
    sent = caughtUp(sent, newest);
    if (sent.conflicts.length > 0) break;
  }
  return { sent, result: undefined, error: undefined };
}

/** The state behind an answer. What was typed while the request was under way stays. */
function settledWith<T extends object>(now: State<T>, first: State<T>, { sent, result }: Outcome<T>): State<T> {
  if (result !== undefined) {
    const value = { ...result.value, ...changesOf(first.value, now.value) };
    return { version: result.version, value, base: result.value, conflicts: [] };
  }
  return sent.version > now.version ? caughtUp(now, { version: sent.version, value: sent.base }) : now;
}

function caughtUp<T extends object>({ value, base, conflicts: before }: State<T>, stored: Stored<T>): State<T> {
  const { draft, conflicts } = merged(base, value, stored.value);
  const fields = new Set(conflicts.map(({ field }) => field));
  const open = before
    .filter(({ field }) => !fields.has(field) && !equal(draft[field], stored.value[field]))
    .map(({ field }) => ({ field, theirs: stored.value[field] }));
  return { version: stored.version, value: draft, base: stored.value, conflicts: [...open, ...conflicts] };
}
