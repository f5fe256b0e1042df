import { giveWay } from '../../kit/core/index.ts';
import { stretchSimilarity, trigramsOf, searchWordsOf } from './words.ts';

export interface SearchedFaq {
  /** Its index among the FAQs of the presentation, from 0. */
  readonly position: number;
  readonly userQuestion: string;
  /** The beginning of its answer. */
  readonly answer: string;
}

export interface FoundFaq {
  /** Its index among the FAQs of the presentation, from 0. */
  readonly position: number;
  readonly userQuestion: string;
  /** How much of the search it has, from 0 to 1. */
  readonly relevance: number;
}

/** Most FAQs that one search finds. */
export const mostFound = 5;
/** Characters of a question, and of an answer, that are looked through. */
export const lookedThrough = 500;

/** Words of a search that count: the longest. */
const mostWords = 12;
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
/** Words that are compared before others have a turn of the event loop. */
const wordsOfTurn = 100;

/** A word of the FAQs, and where it stands. */
interface IndexedWord {
  readonly trigrams: readonly number[];
  /** Indexes of the FAQs that have it in the question, and of those that have it in the answer. */
  readonly questions: Set<number>;
  readonly answers: Set<number>;
}

/** The words of a search that count. A single letter does not. */
function searchedWords(text: string): string[] {
  const words = new Set(searchWordsOf(text).filter((word) => word.length > 1));
  return [...words].toSorted((left, right) => right.length - left.length).slice(0, mostWords);
}

/**
 * The words of the FAQs of one presentation by their trigrams. Each distinct word is compared once for all FAQs that
 * have it, and only with words that it shares trigrams with.
 */
export class FaqIndex {
  readonly #words = new Map<string, IndexedWord>();
  readonly #byTrigram = new Map<string, { readonly id: number; readonly words: IndexedWord[] }>();
  #size = 0;

  private constructor(private readonly faqs: readonly SearchedFaq[]) {}

  /** Reads the texts in turns of the event loop. */
  static async of(faqs: readonly SearchedFaq[]): Promise<FaqIndex> {
    const index = new FaqIndex(faqs);
    for (const [at, { userQuestion, answer }] of faqs.entries()) {
      await giveWay();
      index.#size += userQuestion.length + answer.length;
      for (const word of searchWordsOf(userQuestion.slice(0, lookedThrough))) index.#wordOf(word).questions.add(at);
      for (const word of searchWordsOf(answer.slice(0, lookedThrough))) index.#wordOf(word).answers.add(at);
    }
    return index;
  }

  /** About how much memory it takes: characters of the texts, and ten for each trigram of a distinct word. */
  get size(): number {
    return this.#size;
  }

  /** Finds what somebody typed. A word counts as much as it is longer than two letters. Best first. */
  async find(text: string): Promise<FoundFaq[]> {
    const matches = new Float64Array(this.faqs.length);
    let total = 0;
    for (const word of searchedWords(text)) {
      const weight = Math.max(word.length - 2, 0.25);
      total += weight;
      for (const [at, similarity] of await this.#similarTo(word)) {
        if (similarity >= leastSimilar) matches[at] = (matches[at] ?? 0) + weight * similarity;
      }
    }
    const least = Math.min(leastMatch * Math.sqrt(total), leastShare * total);
    return this.faqs
      .map(({ position, userQuestion }, at) => ({ position, userQuestion, match: matches[at] ?? 0 }))
      .filter(({ match }) => match > 0 && match >= least)
      .toSorted((left, right) => right.match - left.match || left.position - right.position)
      .slice(0, mostFound)
      .map(({ match, ...found }) => ({ ...found, relevance: match / total }));
  }

  /** How similar the most similar word of each FAQ is, by the index of the FAQ. */
  async #similarTo(word: string): Promise<ReadonlyMap<number, number>> {
    const trigrams = new Set(trigramsOf(word));
    const known = [...trigrams].flatMap((trigram) => this.#byTrigram.get(trigram) ?? []);
    const shares = new Map<IndexedWord, number>();
    for (const { words } of known) for (const one of words) shares.set(one, (shares.get(one) ?? 0) + 1);
    const wanted = new Set(known.map(({ id }) => id));
    const best = new Map<number, number>();
    const note = (at: number, similarity: number): void => {
      if (similarity > (best.get(at) ?? 0)) best.set(at, similarity);
    };
    let compared = 0;
    for (const [{ trigrams: found, questions, answers }, shared] of shares) {
      if (shared / trigrams.size < leastSimilar) continue;
      compared += 1;
      if (compared % wordsOfTurn === 0) await giveWay();
      const similarity = stretchSimilarity(wanted, trigrams.size, found, leastSimilar);
      for (const at of questions) note(at, similarity);
      for (const at of answers) note(at, answerShare * similarity);
    }
    return best;
  }

  #wordOf(word: string): IndexedWord {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const entries = trigramsOf(word).map((trigram) => this.#entryOf(trigram));
    const made: IndexedWord = { trigrams: entries.map(({ id }) => id), questions: new Set(), answers: new Set() };
    for (const { words } of new Set(entries)) words.push(made);
    this.#words.set(word, made);
    this.#size += 10 * entries.length;
    return made;
  }

  #entryOf(trigram: string): { readonly id: number; readonly words: IndexedWord[] } {
    const known = this.#byTrigram.get(trigram);
    if (known !== undefined) return known;
    const made = { id: this.#byTrigram.size, words: [] };
    this.#byTrigram.set(trigram, made);
    return made;
  }
}
