import { type RawBuilder, sql } from 'kysely';
import type { Vault } from '../../kit/rights/index.ts';

/** By what a homeowner who was erased is still mentioned. */
export interface Traces {
  /** Of presentations and contracts. */
  readonly ids: readonly string[];
  /** E-mail addresses, in lower case, and phone numbers. */
  readonly contacts: readonly string[];
  /** The decks of the caller of the erasure; null for all. */
  readonly decks: readonly string[] | null;
  /** Audio that is removed unless somebody else names it. */
  readonly audioKeys: readonly string[];
  /** Events that were found before, whose attempts may have been under way; null for the first look. */
  readonly eventIds: readonly string[] | null;
}

/** The data of a job: sealed, because it has contact data in it. */
export interface SealedTraces {
  readonly sealed: string;
}

const owner = 'erase-traces';

export function sealTraces(vault: Vault, traces: Traces): SealedTraces {
  return { sealed: vault.seal(Buffer.from(JSON.stringify(traces)).toString('base64'), owner) };
}

/** @throws AppError `UNAVAILABLE` when the key is missing with which they were sealed */
export function openTraces(vault: Vault, { sealed }: SealedTraces): Traces {
  return JSON.parse(Buffer.from(vault.open(sealed, owner), 'base64').toString()) as Traces;
}

/** Whether JSON mentions one of the terms: a condition of SQL, and the same for a text of JSON. */
export function mentionOf(terms: readonly string[]): {
  readonly inColumn: (column: RawBuilder<unknown>) => RawBuilder<unknown>;
  readonly inText: (text: string) => boolean;
} {
  const written = terms.map((term) => JSON.stringify(term.toLowerCase()).slice(1, -1));
  return {
    // offset 0: the text is made once, not for each term, which takes ten times as long.
    inColumn: (column) => sql`exists (select from (select lower(${column}::text) as text offset 0) as it,
      unnest(${written}::text[]) as term where position(term in it.text) > 0)`,
    inText: (text) => {
      const lower = text.toLowerCase();
      return written.some((term) => lower.includes(term));
    },
  };
}

const idOrTime = /^([\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/i;

/** Whether JSON has no texts but ids and times, such as the answer to an erasure: it has nothing about a person. */
export function hasIdsAlone(json: string): boolean {
  let hasAnother = false;
  JSON.parse(json, (_key, value: unknown) => {
    if (typeof value === 'string' && !idOrTime.test(value)) hasAnother = true;
  });
  return !hasAnother;
}
