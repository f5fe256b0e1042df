import { escapeSegment } from '../../kit/input/index.ts';
import { hasWords } from './protected-text.ts';

/** Field and patterns of an offer that are never words: units, links, paths and colors. */
const unit = 'per';
const noWords = /^(?:[a-z][a-z\d+.-]*:\S|\/\S|#[\da-f]{3,8}$)/i;

/** Whether a text of an offer is translatable; amounts, units, links and colors are not. */
function isWording(text: string, field: string): boolean {
  return field !== unit && /\p{L}/u.test(text) && !noWords.test(text);
}

/** The translatable texts of a JSON value at their places; undefined when there are none. */
export function wordingOf(value: unknown, fields?: ReadonlySet<string>): unknown {
  return mapWording(value, (text, { field }) => (fields === undefined || fields.has(field) ? text : undefined));
}

/** All texts of `wordingOf` with their places, independent of the order of lists. */
export function sortedWording(value: unknown, fields: ReadonlySet<string>): string[] {
  const found: string[] = [];
  mapWording(value, (text, { field, place }) => {
    if (fields.has(field)) found.push(`${place} ${text}`);
    return undefined;
  });
  return found.sort();
}

/** JSON Pointers to the texts of `wordingOf` that have no translated words at their places in `words`. */
export function* missingWording(
  value: unknown,
  words: unknown,
  fields: ReadonlySet<string>,
  { field, pointer } = { field: '', pointer: '' },
): Generator<string, void> {
  if (typeof value === 'string') {
    const isMissing = typeof words !== 'string' && fields.has(field) && isWording(value, field) && hasWords(value);
    if (isMissing) yield pointer;
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, item] of Object.entries(value) as [string, unknown][]) {
    yield* missingWording(item, at(words, name), fields, {
      field: Array.isArray(value) ? field : name,
      pointer: `${pointer}/${escapeSegment(name)}`,
    });
  }
}

/** Replaces the words of a value by translated ones. Nothing else changes, so a translation cannot change a price. */
export function withWording<T>(value: T, words: unknown, field = ''): T {
  if (typeof value === 'string') return typeof words === 'string' && isWording(value, field) ? (words as T) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown, index) => withWording(item, at(words, index), field)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withWording<unknown>(item, at(words, name), name)]),
  ) as T;
}

/**
 * Moves translated words from the places of texts in `before` to the places of the same texts in `after`. A text keeps
 * its words anywhere in its list; words of a deleted text are dropped, so that they never stand for another text.
 */
export function movedWording(words: unknown, before: unknown, after: unknown): unknown {
  const found = new Map<string, { words: string[]; used: number }>();
  collect(before, words, '', (key, text) => {
    const one = found.get(key) ?? { words: [], used: 0 };
    one.words.push(text);
    found.set(key, one);
  });
  // Equal texts use their words in order; additional ones share the last.
  return mapWording(after, (text, { place }) => {
    const one = found.get(keyOf(place, text));
    return one?.words[Math.min(one.used++, one.words.length - 1)];
  });
}

interface TextPath {
  /** Nearest key above the text. */
  readonly field: string;
  /** All keys above the text; items of a list share one place. */
  readonly place: string;
}

/** Maps each translatable text to other words, or none, at the same places. */
function mapWording(
  value: unknown,
  wordsFor: (text: string, at: TextPath) => string | undefined,
  { field, place }: TextPath = { field: '', place: '' },
): unknown {
  if (typeof value === 'string') return isWording(value, field) ? wordsFor(value, { field, place }) : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapWording(item, wordsFor, { field, place }) ?? null);
    return items.some((item) => item !== null) ? items : undefined;
  }
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const words = mapWording(item, wordsFor, { field: name, place: `${place}/${name}` });
    return words === undefined ? [] : [[name, words] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function collect(source: unknown, words: unknown, place: string, add: (key: string, words: string) => void): void {
  if (typeof source === 'string' && typeof words === 'string') add(keyOf(place, source), words);
  if (typeof source !== 'object' || source === null) return;
  for (const [name, item] of Object.entries(source)) {
    collect(item, at(words, name), Array.isArray(source) ? place : `${place}/${name}`, add);
  }
}

function keyOf(place: string, text: string): string {
  return `${place} ${text}`;
}

function at(words: unknown, name: string | number): unknown {
  return typeof words === 'object' && words !== null && Object.hasOwn(words, name)
    ? Reflect.get(words, name)
    : undefined;
}
