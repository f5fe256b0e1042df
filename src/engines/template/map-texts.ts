import { escapeSegment } from '../../kit/input/index.ts';

/** Maps every text in a JSON value, at any depth. `pointer` is the JSON Pointer (RFC 6901) of the text. */
export function mapTexts<T>(value: T, change: (text: string, pointer: string) => string, pointer = ''): T {
  if (typeof value === 'string') return change(value, pointer) as T;
  const below = (item: unknown, key: string | number): unknown =>
    mapTexts(item, change, `${pointer}/${escapeSegment(String(key))}`);
  if (Array.isArray(value)) return value.map(below) as T;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, below(item, key)])) as T;
}
