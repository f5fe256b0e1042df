/** What stands beside the words of an offer: how an amount is counted, links, paths and colours. */
const unit = 'per';
const noWords = /^(?:[a-z][a-z\d+.-]*:\S|\/\S|#[\da-f]{3,8}$)/i;

/** Whether a text of an offer may be translated: an amount, a unit, a link or a colour never is. */
function isWording(text: string, field: string): boolean {
  return field !== unit && /\p{L}/u.test(text) && !noWords.test(text);
}

/** The words of a value of JSON at their places, without all else; undefined where there are none. */
export function wordingOf(value: unknown, fields?: ReadonlySet<string>): unknown {
  return mapWording(value, (text, { field }) => (fields === undefined || fields.has(field) ? text : undefined));
}

/** Every text that `wordingOf` finds, with its place, in an order that does not depend on the order of lists. */
export function sortedWording(value: unknown, fields: ReadonlySet<string>): string[] {
  const found: string[] = [];
  mapWording(value, (text, { field, place }) => {
    if (fields.has(field)) found.push(`${place} ${text}`);
    return undefined;
  });
  return found.sort();
}

/** Puts other words in the places of a value's own. Nothing else changes, so that no translation can move a price. */
export function withWording<T>(value: T, words: unknown, field = ''): T {
  if (typeof value === 'string') return typeof words === 'string' && isWording(value, field) ? (words as T) : value;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: unknown, index) => withWording(item, at(words, index), field)) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withWording<unknown>(item, at(words, name), name)]),
  ) as T;
}

/**
 * Brings words from the places that they have in `before` to the places of the same texts in `after`. A text keeps its
 * words wherever it stands in its list; the words of a text that is gone are left out, so that none come to stand for
 * another text.
 */
export function movedWording(words: unknown, before: unknown, after: unknown): unknown {
  const found = new Map<string, { words: string[]; used: number }>();
  collect(before, words, '', (key, text) => {
    const one = found.get(key) ?? { words: [], used: 0 };
    one.words.push(text);
    found.set(key, one);
  });
  // Equal texts take their words in turn; where there are more of them now, they share the last.
  return mapWording(after, (text, { place }) => {
    const one = found.get(keyOf(place, text));
    return one?.words[Math.min(one.used++, one.words.length - 1)];
  });
}

interface Place {
  /** The nearest key above a text. */
  readonly field: string;
  /** All keys above it; the items of a list share one place. */
  readonly place: string;
}

/** Gives for each text that may be translated other words, or none, at the same places. */
function mapWording(
  value: unknown,
  wordsFor: (text: string, at: Place) => string | undefined,
  { field, place }: Place = { field: '', place: '' },
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
