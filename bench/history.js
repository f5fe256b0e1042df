// Histories of a soak: files of JSON lines that only grow.
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';

export class History {
  #file;

  constructor(file) {
    this.#file = file;
  }

  /** Written when it returns: whoever acknowledges afterwards has it on record. */
  append(entry) {
    appendFileSync(this.#file, `${JSON.stringify({ at: Date.now(), ...entry })}\n`);
  }
}

/** All entries of a history; none where nobody wrote one. */
export function readHistory(file) {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // Another process may be writing the last line.
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}

/** What has to stay the same of an event on its way through every API; the order of keys does not count. */
export function contentDigest({ type, deckId = null, data }) {
  const json = JSON.stringify({ type, deckId, data: data ?? {} }, (_key, value) =>
    typeof value !== 'object' || value === null || Array.isArray(value)
      ? value
      : Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
  return createHash('sha256').update(json).digest('hex').slice(0, 16);
}
