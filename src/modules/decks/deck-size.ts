import type { EntityClass } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { type Attributes, isTranslated, namesOf } from '../../platform/attributes/attribute.ts';
import { jsonSize } from '../../platform/budget/json-size.ts';
import { mayBeLarge } from '../../platform/database/row-size.ts';
import type { TransactionScope } from '../../platform/database/scope.ts';
import type { AppError } from '../../platform/kernel/errors.ts';
import { unprocessable } from '../../platform/input/validate.ts';

/** A table of what decks contain. */
export interface ContentTable {
  readonly entity: EntityClass<object>;
  /** Its translated attributes are the texts, its narrated ones are spoken. */
  readonly attributes: Attributes;
  /** What a row is called in messages. */
  readonly noun: string;
  /** The attribute that names a row in messages. */
  readonly name: string;
}

/**
 * Most bytes of the contents of one deck, as UTF-8. What is made from a deck is read, copied and answered as a whole: with
 * these limits every list, preview and presentation of a deck stays below what one operation may read (50 MB) and
 * answer with (10 MB), because each byte of narration becomes about ten bytes of word timings.
 */
const limits = {
  /** Of narrations and answers in one language: about ten hours of speech in English. */
  spoken: 500_000,
  /** Of all texts in one language. */
  texts: 3_000_000,
  /** Of the word timings of recordings, as JSON. */
  timings: 6_000_000,
  /** Of everything in all languages. */
  all: 40_000_000,
} as const;

/** How many times larger JSON may be than PostgreSQL's compressed form. */
const largestRatio = 256;

/** Whether a row of these tables takes more bytes after a change than before. */
export function isLarger(before: object, after: object): boolean {
  return jsonSize({ ...after }, Infinity) > jsonSize({ ...before }, Infinity);
}

/** The size of one language of a deck. */
interface LanguageSize {
  /** Null for the language of the deck. */
  readonly language: string | null;
  readonly spoken: number;
  readonly texts: number;
  readonly longest_spoken: string;
  readonly longest_texts: string;
}

/** The size of what does not belong to one language. */
interface WholeSize {
  readonly timings: number;
  readonly all: number;
  readonly longest_timings: string;
  readonly longest: string;
}

/** Keeps decks small enough to be listed, previewed and presented. */
export class DeckSize {
  constructor(private readonly tables: readonly ContentTable[]) {}

  /**
   * Called after a change that makes a locked deck larger.
   *
   * @throws AppError `UNPROCESSABLE` that names the texts, the language and the longest of them
   */
  async requireFits(transaction: TransactionScope, deckId: string): Promise<void> {
    if (await this.#isSmall(transaction, deckId)) return;
    const rows = this.#rowsOf(transaction, deckId);
    const db = transaction.em.getKysely<unknown>();
    const { rows: sizes } = await languageSizes(rows).execute(db);
    for (const size of sizes) requireLanguageFits(size);
    const { rows: whole } = await wholeSize(rows).execute(db);
    for (const size of whole) requireWholeFits(size);
  }

  /** Whether the deck is within every limit for certain. Reads no large value: most decks are. */
  async #isSmall({ em }: TransactionScope, deckId: string): Promise<boolean> {
    const most = this.tables.map((table) => {
      const { tableName, columns } = columnsOf(em, table);
      const sizes = columns.map(({ ref, type }) =>
        type === 'text'
          ? sql`octet_length(${ref})`
          : sql`pg_column_size(${ref}) * case when pg_column_compression(${ref}) is null then 1 else ${sql.lit(largestRatio)} end`,
      );
      const row = sql.join(
        sizes.map((size) => sql`coalesce(${size}, 0)`),
        sql` + `,
      );
      return sql`(select coalesce(sum((${row})::bigint), 0) from ${tableName} where deck_id = ${deckId})`;
    });
    const { rows } = await sql<{ readonly small: boolean }>`
      select ${sql.join(most, sql` + `)} <= ${limits.spoken} as small`.execute(em.getKysely<unknown>());
    return rows[0]?.small === true;
  }

  /** Each slide and FAQ of a deck with its sizes, in SQL. */
  #rowsOf({ em }: TransactionScope, deckId: string): RawBuilder<unknown> {
    const tables = this.tables.map((table) => {
      const { tableName, columns, refOf } = columnsOf(em, table);
      const bytesOf = (names: readonly string[]): RawBuilder<unknown> =>
        sql.join([sql.lit(0), ...names.map((name) => sql`coalesce(octet_length(${refOf(name)}::text), 0)`)], sql` + `);
      const { attributes, noun, name } = table;
      const spoken = namesOf(attributes, (one) => one.narrated === true);
      const row = sql.join(
        columns.map(({ ref }) => sql`coalesce(octet_length(${ref}::text), 0)`),
        sql` + `,
      );
      return sql`
        select ${sql.lit(noun)} || ' "' || left(${refOf(name)}, 60) || '"' as name, ${bytesOf(spoken)} as spoken,
          ${bytesOf(namesOf(attributes, isTranslated))} as texts, ${bytesOf(['wordTimings'])} as timings,
          ${row} as whole, translations, ${sql.val(spoken)}::text[] as narrated
        from ${tableName} where deck_id = ${deckId}`;
    });
    return sql.join(tables, sql` union all `);
  }
}

function columnsOf(em: TransactionScope['em'], { entity }: ContentTable) {
  const { tableName, props } = em.getMetadata().get(entity);
  const columns = props
    .map(({ name, fieldNames, columnTypes }) => ({
      name: String(name),
      ref: sql.ref(String(fieldNames[0])),
      type: String(columnTypes[0]),
    }))
    .filter(mayBeLarge);
  const refOf = (name: string): RawBuilder<unknown> => {
    const found = columns.find((column) => column.name === name);
    if (found === undefined) throw new Error(`${name} is no text and no JSON of ${entity.name}.`);
    return found.ref;
  };
  return { tableName: sql.table(tableName), columns, refOf };
}

/** What a reader of each language gets: a translation, or the text of the deck where there is none. */
function languageSizes(rows: RawBuilder<unknown>): RawBuilder<LanguageSize> {
  return sql<LanguageSize>`
    with part as materialized (${rows}),
    language as (select null::text as language union select jsonb_object_keys(translations) from part),
    shown as (
      select language.language, part.name,
        coalesce(octet_length((translations -> language.language)::text), texts) as texts,
        coalesce((
          select sum(octet_length(translations -> language.language ->> field)) from unnest(narrated) as field
        ), spoken) as spoken
      from part cross join language
    )
    select language, sum(texts)::float8 as texts, sum(spoken)::float8 as spoken,
      (array_agg(name order by texts desc, name))[1] as longest_texts,
      (array_agg(name order by spoken desc, name))[1] as longest_spoken
    from shown group by language order by language nulls first`;
}

function wholeSize(rows: RawBuilder<unknown>): RawBuilder<WholeSize> {
  return sql<WholeSize>`
    select sum(timings)::float8 as timings, sum(whole)::float8 as all,
      (array_agg(name order by timings desc, name))[1] as longest_timings, (array_agg(name order by whole desc, name))[1] as longest
    from (${rows}) as part`;
}

function requireLanguageFits({ language, spoken, texts, ...longest }: LanguageSize): void {
  const [pointer, where] = language === null ? ['', ''] : [`/translations/${language}`, ` in ${language}`];
  if (spoken > limits.spoken) {
    const what = `The narrations and answers of the deck${where}`;
    throw tooLarge(pointer, { what, bytes: spoken, most: limits.spoken, longest: longest.longest_spoken });
  }
  if (texts > limits.texts) {
    const what = `The texts of the deck${where}`;
    throw tooLarge(pointer, { what, bytes: texts, most: limits.texts, longest: longest.longest_texts });
  }
}

function requireWholeFits({ timings, all, longest_timings: longestTimings, longest }: WholeSize): void {
  if (timings > limits.timings) {
    const what = 'The word timings of the deck';
    throw tooLarge('/wordTimings', { what, bytes: timings, most: limits.timings, longest: longestTimings });
  }
  if (all > limits.all) {
    throw tooLarge('', { what: 'The texts of the deck in all languages', bytes: all, most: limits.all, longest });
  }
}

interface Excess {
  readonly what: string;
  readonly bytes: number;
  readonly most: number;
  /** Names the row with the largest share. */
  readonly longest: string;
}

function tooLarge(pointer: string, { what, bytes, most, longest }: Excess): AppError {
  const [found, allowed] = [bytes, most].map((number) => number.toLocaleString('en-US'));
  const detail = `${what} would have ${found} bytes, and may have ${allowed}: shorten them, or move a part to another deck. The ${longest} has the largest share.`;
  return unprocessable(pointer, 'length', detail);
}
