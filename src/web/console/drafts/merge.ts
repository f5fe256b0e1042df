import equal from 'fast-deep-equal';

/** A field that two people have changed, with what the other one has stored. */
export interface Conflict<T> {
  readonly field: keyof T & string;
  readonly theirs: T[keyof T];
}

/**
 * Brings what is stored by now into a draft: fields that the draft has not changed follow, and fields that both have changed
 * keep the value of the draft until a person chooses.
 *
 * @param base what the draft began with
 */
export function merged<T extends object>(
  base: T,
  draft: T,
  stored: T,
): { readonly draft: T; readonly conflicts: readonly Conflict<T>[] } {
  const fields = Object.keys(stored) as (keyof T & string)[];
  const isMine = (field: keyof T): boolean => !equal(draft[field], base[field]);
  const isTheirs = (field: keyof T): boolean => !equal(stored[field], base[field]);
  const next = { ...draft };
  for (const field of fields) if (!isMine(field)) next[field] = stored[field];
  return {
    draft: next,
    conflicts: fields
      .filter((field) => isMine(field) && isTheirs(field) && !equal(draft[field], stored[field]))
      .map((field) => ({ field, theirs: stored[field] })),
  };
}

/** The fields of a draft that differ from what it began with. */
export function changesOf<T extends object>(base: T, draft: T): Partial<T> {
  const changed = Object.entries(draft).filter(([field, value]) => !equal(value, base[field as keyof T]));
  return Object.fromEntries(changed) as Partial<T>;
}
