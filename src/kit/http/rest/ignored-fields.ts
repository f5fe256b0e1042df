import type { UnknownKey } from '../../input/index.ts';

/** Most characters of the header, and of one key in it. */
const mostCharacters = 1_000;
const longestKey = 100;

/** The value of X-Ignored-Fields: as many keys as fit, each with the known name that was most likely meant. */
export function ignoredFields(unknown: readonly UnknownKey[]): string {
  let header = '';
  for (const { path, nearest } of unknown) {
    const name = path.map(encodeKey).join('.');
    const item = `${header === '' ? '' : ', '}${name}${nearest === null ? '' : `;nearest=${nearest}`}`;
    if (header.length + item.length > mostCharacters) break;
    header += item;
  }
  return header;
}

/** Percent-encoded, dots as well: they separate the keys of a path. */
function encodeKey(key: string): string {
  // A cut may halve a surrogate pair.
  return encodeURIComponent(key.slice(0, longestKey).toWellFormed()).replaceAll('.', '%2E');
}
