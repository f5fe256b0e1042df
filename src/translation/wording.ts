/** What stands beside the words of an offer: how an amount is counted, links, paths and colours. */
const unit = 'per';
const noWords = /^(?:[a-z][a-z\d+.-]*:\S|\/\S|#[\da-f]{3,8}$)/i;

/** Whether people read a text of an offer: an amount, a unit, a link or a colour is not translated. */
function isWording(text: string, key: string): boolean {
  return key !== unit && /\p{L}/u.test(text) && !noWords.test(text);
}

/** The words of a value of JSON at their places, without all else; undefined where there are none. */
export function wordingOf(value: unknown, key = ''): unknown {
  if (typeof value === 'string') return isWording(value, key) ? value : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => wordingOf(item) ?? null);
    return items.some((item) => item !== null) ? items : undefined;
  }
  const entries = Object.entries(value).flatMap(([name, item]) => {
    const words = wordingOf(item, name);
    return words === undefined ? [] : [[name, words] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

/** Puts other words in the places of a value's own. Nothing else changes, so that no translation can move a price. */
export function withWording<T>(value: T, words: unknown, key = ''): T {
  if (typeof value === 'string') return typeof words === 'string' && isWording(value, key) ? (words as T) : value;
  if (typeof value !== 'object' || value === null || typeof words !== 'object' || words === null) return value;
  const at = (name: string): unknown => (Object.hasOwn(words, name) ? Reflect.get(words, name) : undefined);
  if (Array.isArray(value)) return value.map((item: unknown, index) => withWording(item, at(String(index)))) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withWording<unknown>(item, at(name), name)]),
  ) as T;
}
