import type { CombinedError } from '@urql/core';
import { allFields, type Field, type Fields, isSame } from './slide-fields.ts';

/** A value that is not saved yet, and the one of the server that it was typed over. */
type Edit = {
  readonly [Name in Field]: { readonly field: Name; readonly value: Fields[Name]; readonly base: Fields[Name] };
}[Field];

/** Why the server has refused a field. */
interface Fault {
  readonly text: string;
  /** The answer, which may name places inside the field. */
  readonly error: CombinedError;
}

/** What somebody has changed of one slide and the server has not stored yet. */
export interface Draft {
  readonly edits: Readonly<Partial<Record<Field, Edit>>>;
  /** What a request under way stores. */
  readonly sent: Partial<Fields>;
  /** What the server has refused, with the reason: not sent again until it changes. */
  readonly faults: Readonly<Partial<Record<Field, Fault>>>;
}

export const noDraft: Draft = { edits: {}, sent: {}, faults: {} };

const editsOf = ({ edits }: Draft): readonly Edit[] => Object.values(edits);

/** Whether something would be lost with the draft. */
export const isUnsaved = (draft: Draft): boolean => editsOf(draft).length > 0;

/** The fields as their author sees them: those of the server, and over them what is not saved. */
export function shownFields(stored: Fields, draft: Draft): Fields {
  return { ...stored, ...Object.fromEntries(editsOf(draft).map(({ field, value }) => [field, value])) };
}

/** The draft after a field was changed. */
export function edited<Name extends Field>(draft: Draft, stored: Fields, field: Name, value: Fields[Name]): Draft {
  const base = (draft.edits[field]?.base ?? stored[field]) as Fields[Name];
  const isBack = isSame(field, value, stored[field]) && draft.sent[field] === undefined;
  return {
    ...draft,
    edits: isBack ? without(draft.edits, field) : { ...draft.edits, [field]: { field, value, base } },
    faults: without(draft.faults, field),
  };
}

/** Whether the server has a value that somebody else gave it while this one was typed. */
function isContested(draft: Draft, { field, value, base }: Edit, stored: Fields): boolean {
  const now = stored[field];
  const sent = draft.sent[field];
  return !isSame(field, now, base) && !isSame(field, now, value) && (sent === undefined || !isSame(field, now, sent));
}

/** The fields of which there are two new values. */
export function contested(draft: Draft, stored: Fields): readonly Field[] {
  return editsOf(draft).flatMap((edit) => (isContested(draft, edit, stored) ? [edit.field] : []));
}

/** The draft beside what the server has now: what it has stored is done, what others left alone was typed over that. */
export function received(draft: Draft, stored: Fields): Draft {
  const left = editsOf(draft)
    .filter(({ field, value }) => draft.sent[field] !== undefined || !isSame(field, value, stored[field]))
    .map((edit) => (isContested(draft, edit, stored) ? edit : { ...edit, base: stored[edit.field] }));
  return { ...draft, edits: Object.fromEntries(left.map((edit) => [edit.field, edit])) };
}

/** What is to be sent: neither what is contested nor what was refused. */
export function changesOf(draft: Draft, stored: Fields): Partial<Fields> {
  const disputed = contested(draft, stored);
  const due = editsOf(draft).filter(({ field }) => !disputed.includes(field) && draft.faults[field] === undefined);
  return Object.fromEntries(due.map(({ field, value }) => [field, value]));
}

export const sending = (draft: Draft, sent: Partial<Fields>): Draft => ({ ...draft, sent });

/** The draft once a request has ended, with what the server has now. */
export const settled = (draft: Draft, stored: Fields): Draft => received({ ...draft, sent: {} }, stored);

/** The draft once the server has stored what was sent. @param answered what it had then, @param stored what it has now */
export function accepted(draft: Draft, answered: Fields, stored: Fields): Draft {
  const done = editsOf(draft).filter(({ field, value }) => {
    const sent = draft.sent[field];
    return sent !== undefined && isSame(field, value, sent as Fields[typeof field]);
  });
  const rest = done.reduce((edits, { field }) => without(edits, field), draft.edits);
  const rebased = Object.values(rest).map((edit) =>
    draft.sent[edit.field] === undefined ? edit : { ...edit, base: answered[edit.field] },
  );
  return received({ ...draft, sent: {}, edits: Object.fromEntries(rebased.map((edit) => [edit.field, edit])) }, stored);
}

/** The draft once the server has refused some of what was sent. */
export function refused(draft: Draft, faults: Draft['faults']): Draft {
  const own = Object.entries(faults).filter(([field]) => allFields.includes(field as Field));
  return { ...draft, sent: {}, faults: { ...draft.faults, ...Object.fromEntries(own) } };
}

/** The draft once its author has chosen between two values of a field. */
export function chosen(draft: Draft, stored: Fields, field: Field, choice: 'mine' | 'theirs'): Draft {
  const edit = draft.edits[field];
  if (edit === undefined || choice === 'theirs') return { ...draft, edits: without(draft.edits, field) };
  return { ...draft, edits: { ...draft.edits, [field]: { ...edit, base: stored[field] } } };
}

function without<Values extends object>(values: Values, key: keyof Values): Values {
  const { [key]: _removed, ...rest } = values;
  return rest as Values;
}
