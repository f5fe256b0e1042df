import { JsonText } from '../json-text.ts';

/**
 * The length of a value's JSON text, so that too long a text is never built. Counts each character as one byte:
 * escaped and non-ASCII characters take more.
 *
 * @returns the bytes; something above `most` as soon as there are more
 */
export function jsonSize(value: unknown, most: number): number {
  let size = 0;
  const count = (item: unknown): void => {
    if (size > most) return;
    if (typeof item === 'string') {
      size += item.length + 3;
    } else if (typeof item !== 'object' || item === null) {
      size += 6;
    } else if (Array.isArray(item)) {
      size += 2;
      for (const child of item) count(child);
    } else if (item instanceof JsonText) {
      size += item.text.length;
    } else if (item instanceof Date) {
      size += 27;
    } else {
      size += 2;
      for (const key in item) {
        size += key.length + 3;
        count((item as Readonly<Record<string, unknown>>)[key]);
      }
    }
  };
  count(value);
  return size;
}
