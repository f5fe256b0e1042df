import type { EntityClass } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { wordsOf } from '../../engines/speech/words.ts';
import {
  attributeNames,
  isNarrated,
  type Attributes,
  isTranslated,
  mayBeLarge,
  type RequestScope,
  toAppError,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { jsonSize, operationLimits, withinLimits } from '../../kit/core/index.ts';
import { unprocessable } from '../../kit/input/index.ts';
import { requireDeck } from './deck.reader.ts';
import type { DeckChange } from './touch-deck.ts';

/** A table of what decks contain. */
export interface ContentTable {
  readonly entity: EntityClass<object>;
  /** Its translated attributes are the texts, its narrated ones are spoken. */
  readonly attributes: Attributes;
  /** What a row is called in messages. */
  readonly noun: string;
  /** The attribute that names a row in messages. */
  readonly name: string;
  /** The attribute that prices are made of. */
  readonly prices?: string;
}

/**
 * Most bytes of the contents of one deck, as UTF-8. What is made from a deck is read, copied and answered as a whole: with
 * these limits every list, preview and presentation of a deck stays below what one operation may read (50 MB) and
 * answer with (10 MB).
 */
const limits = {
  /** Of narrations and answers in one language: about ten hours of speech in English. */
  spoken: 500_000,
  /** Of all texts in one language. */
  texts: 3_000_000,
  /** Of the word timings of recordings, as JSON. */
  timings: 6_000_000,
  /** Of a presentation in one language: its texts, links, word timings and prices together. */
  answer: 9_500_000,
  /** Of everything in all languages. */
  all: 40_000_000,
} as const;

/** Most bytes of JSON that a word of a narration becomes as its timing, beside the word itself. */
const bytesOfTiming = 54;
/** The same of each byte of a narration: a word has at least one letter, and a space behind it. */
const mostOfSpoken = bytesOfTiming / 2 + 1;
/** How many times the bytes of an offer its prices take: each amount becomes a line of a price. */
const timesOfPrices = 10;
/** Bytes that a slide or FAQ takes beside its texts: names of fields, ids, and warnings of what it lacks. */
const bytesOfPart = 1_000;
/** How many times larger JSON may be than PostgreSQL's compressed forms: of pglz, 273 bytes become three and a bit. */
const largestRatios = { pglz: 88, lz4: 256 } as const;
/** Most bytes that a byte of word timings, or of any other value of a row, takes of the headroom of its deck. */
const mostOfTimings = limits.answer / limits.timings;
const mostOfByte = mostOfSpoken + 1;
/** How many times the bytes of JSON it takes at most as PostgreSQL writes it, which is with spaces. */
const timesOfSpaces = 2;
/** Decks whose headroom a process knows. */
const mostKnown = 1_000;

/** Whether a row adds more to the size of its deck after a change than before, in any language. */
export function isLarger({ attributes }: ContentTable, before: Translatable, after: Translatable): boolean {
  if (jsonSize({ ...after }, Infinity) > jsonSize({ ...before }, Infinity)) return true;
  const languages = new Set([before, after].flatMap(({ translations }) => Object.keys(translations)));
  return [null, ...languages].some((language) => {
    const [was, is] = [before, after].map((row) => sizeIn(attributes, row, language));
    return is !== undefined && was !== undefined && is.some((size, index) => size > (was[index] ?? 0));
  });
}

interface Translatable {
  readonly translations: Readonly<Record<string, object>>;
}

/** What a reader of a language gets of a row: the sizes of its texts and of what is spoken, and the words of the latter. */
function sizeIn(attributes: Attributes, row: Translatable, language: string | null): readonly number[] {
  const translation = (language === null ? undefined : row.translations[language]) ?? {};
  const shown = (name: string): unknown => Reflect.get(translation, name) ?? Reflect.get(row, name);
  const texts = attributeNames(attributes, isTranslated).map(shown);
  const spoken = attributeNames(attributes, isNarrated).map((name) => String(shown(name)));
  return [jsonSize(texts, Infinity), Buffer.byteLength(spoken.join('')), wordsIn(spoken)];
}

/** What reads of the database need. */
type DatabaseScope = Pick<RequestScope, 'em'>;

interface LanguageSize {
  /** Null for the language of the deck. */
  readonly language: string | null;
  readonly spoken: number;
  readonly texts: number;
  /** Most that a presentation takes, whatever its words are. */
  readonly most: number;
  readonly longest_spoken: string;
  readonly longest_texts: string;
}

/** A slide or FAQ of a presentation in one language. */
interface NarratedPart {
  readonly name: string;
  /** All of it but its word timings. */
  readonly plain: number;
  /** Of a recording that fits; 0 without one. */
  readonly timings: number;
  readonly narrated: readonly string[];
}

/** The size of what does not belong to one language. */
interface WholeSize {
  readonly timings: number;
  readonly all: number;
  readonly longest_timings: string;
  readonly longest: string;
}

/** A table of what decks contain, and the most that a row takes of the headroom of its deck, as SQL. */
interface MostOfTable {
  readonly table: RawBuilder<unknown>;
  readonly row: RawBuilder<unknown>;
}

/** The bytes that a presentation of a deck may still grow by without exceeding any limit, and the state of the deck. */
interface Headroom {
  readonly state: string;
  readonly bytes: number;
}

/**
 * Keeps decks small enough to be listed, previewed and presented. To measure a deck costs more with each slide. So it
 * remembers how much headroom is left in a state of a deck, and a change that certainly fits into that measures nothing.
 */
export class DeckSize {
  /** By deck. Maps keep the order of insertion: the first was changed longest ago. */
  readonly #headrooms = new Map<string, Headroom>();

  #mostOfRows: readonly MostOfTable[] | null = null;

  constructor(private readonly tables: readonly ContentTable[]) {}

  /**
   * Called with each change of what is in a deck, after its rows are written.
   *
   * @param grown the rows that are new or larger than before; a change without any is never refused
   * @throws AppError `UNPROCESSABLE` that names the texts, the language and the longest of them
   */
  async requireFits(transaction: TransactionScope, change: DeckChange, grown: readonly object[]): Promise<void> {
    const headroom = await this.#headroomAfter(transaction, change, grown);
    if (headroom !== null) transaction.afterCommit(() => this.#remember(change, headroom));
  }

  /** @returns null where it is not known */
  async #headroomAfter(
    transaction: TransactionScope,
    { deckId, from }: DeckChange,
    grown: readonly object[],
  ): Promise<number | null> {
    const known = this.#headrooms.get(deckId);
    const before = known?.state === from ? known.bytes : null;
    if (grown.length === 0) return before;
    const left = (before ?? 0) - grown.reduce((sum, row) => sum + mostOfRow(row), 0);
    return left >= 0 ? left : this.#measure(transaction, deckId);
  }

  #remember({ deckId, to }: DeckChange, bytes: number): void {
    this.#headrooms.delete(deckId);
    this.#headrooms.set(deckId, { state: to, bytes });
    const [oldest] = this.#headrooms.keys();
    if (this.#headrooms.size > mostKnown && oldest !== undefined) this.#headrooms.delete(oldest);
  }

  /** @returns the headroom that is left; below 0 where words decide @throws AppError as `requireFits` does */
  async #measure(scope: DatabaseScope, deckId: string): Promise<number> {
    const certain = await this.#certainHeadroom(scope, deckId);
    if (certain >= 0) return certain;
    const rows = this.#rowsOf(scope, deckId);
    const db = scope.em.getKysely<unknown>();
    const { rows: sizes } = await languageSizes(rows).execute(db);
    for (const size of sizes) requireLanguageFits(size);
    const { rows: whole } = await wholeSize(rows).execute(db);
    for (const size of whole) requireWholeFits(size);
    for (const { language, most } of sizes) {
      // Words are counted only where they decide.
      if (most > limits.answer) requireAnswerFits(language, (await narratedParts(rows, language).execute(db)).rows);
    }
    return Math.min(...sizes.map(headroomIn), ...whole.map(headroomOfAll));
  }

  /**
   * Runs work that needs a deck as a whole. Where it is refused because there is too much of it, as in a deck from before
   * the limits, the refusal says what to shorten.
   *
   * @throws AppError `UNPROCESSABLE` as `requireFits` does; what the work throws, where the deck is within its limits
   */
  async explained<Result>(scope: RequestScope, deckId: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const { code, faults } = toAppError(error);
      // Without a fault no limit was exceeded: the client has left, and nothing is measured for it.
      if (code !== 'OVER_BUDGET' || faults.length === 0) throw error;
      // The budget of the work is spent.
      await withinLimits(operationLimits, async () => this.#measure(scope, await requireDeck(scope, deckId)));
      throw error;
    }
  }

  /** The headroom that a deck has for certain; below 0 where it may have none. Reads no large value: most decks are small. */
  async #certainHeadroom({ em }: DatabaseScope, deckId: string): Promise<number> {
    const most = this.#mostOfTables(em).map(
      ({ table, row }) => sql`(select coalesce(sum(${row}), 0) from ${table} where deck_id = ${deckId})`,
    );
    const { rows } = await sql<{ readonly most: number }>`select ${sql.join(most, sql` + `)} as most`.execute(
      em.getKysely<unknown>(),
    );
    return limits.answer - (rows[0]?.most ?? Infinity);
  }

  /** Most that a row of each table takes of the headroom of its deck. The text is made once: compiling it takes long. */
  #mostOfTables(em: DatabaseScope['em']): readonly MostOfTable[] {
    this.#mostOfRows ??= this.tables.map((table) => {
      const { tableName, columns } = columnsOf(em, table);
      const sizes = columns.map(
        ({ name, ref, type }) =>
          sql`coalesce(${type === 'text' ? sql`octet_length(${ref})` : rawSize(ref)}, 0) * ${sql.lit(weightOf(name))}::float8`,
      );
      const row = sql`${sql.join(sizes, sql` + `)} + ${sql.lit(bytesOfPart)}`;
      return { table: tableName, row: sql.raw(row.compile(em.getKysely<unknown>()).sql) };
    });
    return this.#mostOfRows;
  }

  /** Each slide and FAQ of a deck with its sizes, in SQL. */
  #rowsOf({ em }: DatabaseScope, deckId: string): RawBuilder<unknown> {
    const tables = this.tables.map((table) => {
      const { tableName, columns, refOf } = columnsOf(em, table);
      const bytesOf = (names: readonly string[]): RawBuilder<unknown> =>
        sql.join([sql.lit(0), ...names.map((name) => sql`coalesce(octet_length(${refOf(name)}::text), 0)`)], sql` + `);
      const { attributes, noun, name, prices } = table;
      const texts = attributeNames(attributes, isTranslated);
      const spoken = attributeNames(attributes, isNarrated);
      const further = columns.filter((column) => ![...texts, ...notShown, wordTimings].includes(column.name));
      const row = bytesOf(columns.map((column) => column.name));
      const ofFields = (names: readonly string[], valueOf: (field: string) => RawBuilder<unknown>) =>
        sql`jsonb_build_object(${sql.join(names.flatMap((field) => [sql.lit(field), valueOf(field)]))})`;
      return sql`
        select ${sql.lit(noun)} || ' "' || left(${refOf(name)}, 60) || '"' as name, ${bytesOf(spoken)} as spoken,
          ${bytesOf(texts)} as texts, ${bytesOf([wordTimings])} as timings, ${row} as whole, translations,
          ${bytesOf(further.map((column) => column.name))} as further,
          ${bytesOf(prices === undefined ? [] : [prices])} as prices,
          ${ofFields(texts, (field) => bytesOf([field]))} as shown, ${ofFields(spoken, refOf)} as narrated
        from ${tableName} where deck_id = ${deckId}`;
    });
    return sql.join(tables, sql` union all `);
  }
}

/** Most that a row takes of the headroom of its deck. */
function mostOfRow(row: object): number {
  const sizes = Object.entries(row).map(
    ([name, value]) => Buffer.byteLength(JSON.stringify(value) ?? '') * timesOfSpaces * weightOf(name),
  );
  return sizes.reduce((sum, size) => sum + size, bytesOfPart);
}

function weightOf(name: string): number {
  return name === wordTimings ? mostOfTimings : mostOfByte;
}

/** The largest possible size of JSON, found without reading it. */
function rawSize(json: RawBuilder<unknown>): RawBuilder<unknown> {
  const { pglz, lz4 } = largestRatios;
  const ratio = sql`case pg_column_compression(${json}) when 'pglz' then ${sql.lit(pglz)} when 'lz4' then ${sql.lit(lz4)} else 1 end`;
  return sql`pg_column_size(${json}) * ${ratio}`;
}

function headroomIn({ spoken, texts, most }: LanguageSize): number {
  return Math.min(limits.answer - most, mostOfByte * Math.min(limits.spoken - spoken, limits.texts - texts));
}

function headroomOfAll({ timings, all }: WholeSize): number {
  return mostOfTimings * Math.min(limits.timings - timings, limits.all - all);
}

/** Columns that no reader of a deck gets. */
const notShown = ['translations', 'translationSources'];
/** The column of the word timings of a recording. */
const wordTimings = 'wordTimings';

function columnsOf(em: DatabaseScope['em'], { entity }: ContentTable) {
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

/**
 * What a reader of each language gets of each part: a translation, and the text of the deck for what it lacks.
 *
 * @param languages a table of languages, null for that of the deck
 */
function shownParts(rows: RawBuilder<unknown>, languages: RawBuilder<unknown>): RawBuilder<unknown> {
  const translated = sql`translations -> language.language ->> field.key`;
  return sql`
    part as materialized (${rows}),
    language as (${languages}),
    shown as (
      select language.language, name, coalesce(octet_length((translations -> language.language)::text), texts) as texts,
        (select sum(octet_length(coalesce(${translated}, field.value))) from jsonb_each_text(narrated) as field) as spoken,
        (select array_agg(coalesce(${translated}, field.value)) from jsonb_each_text(narrated) as field) as narrated,
        (select sum(coalesce(octet_length(${translated}), field.value::bigint)) from jsonb_each_text(shown) as field)
        + further + prices * ${sql.lit(timesOfPrices)} + ${sql.lit(bytesOfPart)} as plain,
        case when translations -> language.language is null then timings else 0 end as timings
      from part cross join language
    )`;
}

function languageSizes(rows: RawBuilder<unknown>): RawBuilder<LanguageSize> {
  const all = sql`select null::text as language union select jsonb_object_keys(translations) from part`;
  return sql<LanguageSize>`
    with ${shownParts(rows, all)}
    select language, sum(texts)::float8 as texts, sum(spoken)::float8 as spoken,
      sum(plain + greatest(timings, spoken * ${sql.lit(mostOfSpoken)}))::float8 as most,
      (array_agg(name order by texts desc, name))[1] as longest_texts,
      (array_agg(name order by spoken desc, name))[1] as longest_spoken
    from shown group by language order by language nulls first`;
}

/** What a reader of one language gets, with the texts that are spoken. */
function narratedParts(rows: RawBuilder<unknown>, language: string | null): RawBuilder<NarratedPart> {
  return sql<NarratedPart>`
    with ${shownParts(rows, sql`select ${language}::text as language`)}
    select name, plain::float8 as plain, timings::float8 as timings, narrated from shown order by name`;
}

function wholeSize(rows: RawBuilder<unknown>): RawBuilder<WholeSize> {
  return sql<WholeSize>`
    select sum(timings)::float8 as timings, sum(whole)::float8 as all,
      (array_agg(name order by timings desc, name))[1] as longest_timings, (array_agg(name order by whole desc, name))[1] as longest
    from (${rows}) as part`;
}

function requireLanguageFits({ language, spoken, texts, ...longest }: LanguageSize): void {
  const [pointer, where] = placeOf(language);
  const narrations = `The narrations and answers of the deck${where}`;
  requireWithin(limits.spoken, pointer, { what: narrations, bytes: spoken, longest: longest.longest_spoken });
  const all = `The texts of the deck${where}`;
  requireWithin(limits.texts, pointer, { what: all, bytes: texts, longest: longest.longest_texts });
}

function requireAnswerFits(language: string | null, parts: readonly NarratedPart[]): void {
  const sizes = parts.map(({ name, plain, timings, narrated }) => ({
    name,
    size: plain + Math.max(timings, sizeOfTimings(narrated)),
  }));
  const bytes = sizes.reduce((sum, { size }) => sum + size, 0);
  const [pointer, where] = placeOf(language);
  const what = `The texts, word timings and prices of a presentation of the deck${where}`;
  const [longest] = sizes.toSorted((left, right) => right.size - left.size);
  requireWithin(limits.answer, pointer, { what, bytes, longest: longest?.name ?? '' });
}

/** Of the word timings that are made of texts, as JSON. */
function sizeOfTimings(texts: readonly string[]): number {
  return wordsIn(texts) * bytesOfTiming + Buffer.byteLength(texts.join(''));
}

function wordsIn(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + wordsOf(text).length, 0);
}

function placeOf(language: string | null): readonly [pointer: string, where: string] {
  return language === null ? ['', ''] : [`/translations/${language}`, ` in ${language}`];
}

function requireWholeFits({ timings, all, longest_timings: longestTimings, longest }: WholeSize): void {
  const recordings = 'The word timings of the deck';
  requireWithin(limits.timings, '/wordTimings', { what: recordings, bytes: timings, longest: longestTimings });
  requireWithin(limits.all, '', { what: 'The texts of the deck in all languages', bytes: all, longest });
}

interface Measured {
  readonly what: string;
  readonly bytes: number;
  /** Names the row with the largest share. */
  readonly longest: string;
}

/** @throws AppError `UNPROCESSABLE` for more bytes than allowed */
function requireWithin(most: number, pointer: string, { what, bytes, longest }: Measured): void {
  if (bytes <= most) return;
  const [found, allowed] = [bytes, most].map((number) => number.toLocaleString('en-US'));
  const detail = `${what} would have ${found} bytes, and may have ${allowed}: shorten them, or move a part to another deck. The ${longest} has the largest share.`;
  throw unprocessable('deck_too_large', pointer, 'length', detail);
}
