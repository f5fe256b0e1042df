/** Fields of an offer whose texts are words, at any depth; the description of a tier in the API lists them. */
const wordFields: ReadonlySet<string> = new Set(
  'name title subtitle heading label badge tagline summary description details text note caption features benefits highlights bullets includes excludes warranty disclaimer'.split(
    ' ',
  ),
);

/** A text at its place, such as `good/features/0`. */
export interface PlacedText {
  readonly place: string;
  readonly text: string;
}

/** The words of an offer in their order. */
export function wordsIn(value: unknown, place = '', field = ''): PlacedText[] {
  if (typeof value === 'string') {
    return wordFields.has(field) && /\p{L}/u.test(value) ? [{ place, text: value }] : [];
  }
  if (typeof value !== 'object' || value === null) return [];
  const isList = Array.isArray(value);
  return Object.entries(value).flatMap(([name, item]) =>
    wordsIn(item, place === '' ? name : `${place}/${name}`, isList ? field : name),
  );
}

/** The text at a place of translated words; '' where there is none. */
export function wordAt(words: unknown, place: string): string {
  const found = place
    .split('/')
    .reduce<unknown>(
      (one, name) => (typeof one === 'object' && one !== null ? (one as Record<string, unknown>)[name] : undefined),
      words,
    );
  return typeof found === 'string' ? found : '';
}

/** Translated words at the places of their texts; null without any. */
export function wordsAt(source: unknown, wordOf: (place: string) => string | undefined, place = ''): unknown {
  if (typeof source === 'string') return wordOf(place) ?? null;
  if (typeof source !== 'object' || source === null) return null;
  const at = (name: string): string => (place === '' ? name : `${place}/${name}`);
  if (Array.isArray(source)) {
    const items = source.map((item: unknown, index) => wordsAt(item, wordOf, at(String(index))));
    return items.some((item) => item !== null) ? items : null;
  }
  const entries = Object.entries(source)
    .map(([name, item]) => [name, wordsAt(item, wordOf, at(name))] as const)
    .filter(([, item]) => item !== null);
  return entries.length === 0 ? null : Object.fromEntries(entries);
}
