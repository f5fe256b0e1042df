import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { StoredFaq } from '../presentations/presentation-part.entity.ts';
import { visibleRows } from '../../platform/sight/visible-rows.ts';

/** A FAQ that was found. */
export interface FoundFaq {
  /** Its index among the FAQs of the presentation, from 0. */
  readonly position: number;
  readonly userQuestion: string;
  /** How much of the search it has, from 0 to 1. */
  readonly relevance: number;
}

/** Most FAQs that one search finds. */
export const mostFound = 5;

/** What a search costs in GraphQL: it compares each word of all FAQs of a presentation. */
export const searchPrice = 2_000;

/** Words of a search that count: the longest. */
const mostWords = 12;
/** Characters of a question, and of an answer, that are looked through. */
const lookedThrough = 500;
/** What a word counts for that is in the answer alone. */
const answerShare = 0.6;
/** Trigrams that two words share by chance. */
const leastSimilar = 0.3;
/**
 * What a search finds, measured by `search.cases.ts`: what matches of a long question against the root of its weight, so
 * that a greeting does not hide it, or most of a short one.
 */
const leastMatch = 1;
const leastShare = 0.7;

const marks = String.raw`[\u0300-\u036f]`;

/** Lower case without accents. `ß` is also written `ss`. */
function plain(text: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`replace(regexp_replace(lower(normalize(${text}, NFKD)), ${marks}, '', 'g'), 'ß', 'ss')`;
}

/** The words of a text without case and accents. */
export function wordsOf(text: string): string[] {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss');
  return letters.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** The words of a search that count. A single letter does not. */
function searchedWords(text: string): string[] {
  const words = new Set(wordsOf(text).filter((word) => word.length > 1));
  return [...words].toSorted((left, right) => right.length - left.length).slice(0, mostWords);
}

/**
 * Finds the FAQs of a presentation that say what somebody typed: with typing errors, in other forms and another order of
 * the words. A word counts as much as it is longer than two letters. Best first.
 */
export async function searchFaqs(em: SqlEntityManager, presentationId: string, text: string): Promise<FoundFaq[]> {
  const words = searchedWords(text);
  if (words.length === 0) return [];
  const { rows } = await sql<FoundFaq>`
    with word as (select word, greatest(length(word) - 2, 0.25)::float8 as weight from unnest(${words}::text[]) as word),
    text as materialized (
      select position, user_question, ${plain(sql`left(user_question, ${lookedThrough}::integer)`)} as question,
        ${plain(sql`left(canned_answer, ${lookedThrough}::integer)`)} as answer
      from ${visibleRows(em, StoredFaq)} where presentation_id = ${presentationId}
    ), pair as (
      select position, user_question, weight,
        greatest(word_similarity(word, question), ${answerShare}::float8 * word_similarity(word, answer)) as similarity
      from text, word
    ), scored as (
      select position, user_question, sum(weight) as weight,
        sum(case when similarity >= ${leastSimilar} then weight * similarity else 0 end) as match
      from pair group by position, user_question
    )
    select position, user_question as "userQuestion", match / weight as relevance from scored
    where match >= ${leastMatch} * sqrt(weight) or match >= ${leastShare} * weight
    order by match desc, position limit ${mostFound}`.execute(em.getKysely<unknown>());
  return rows;
}
