import type { Storage } from '@graphiql/toolkit';

/** Other projects put their GraphiQL on the same localhost address: theirs are not our tabs. */
const prefix = 'deckcast:';
const histories = new Set(['graphiql:queries', 'graphiql:favorites']);

/** localStorage, except that the history is kept without its headers: they hold API keys. */
export const storage: Storage = {
  getItem: (key) => localStorage.getItem(prefix + key),
  setItem(key, value) {
    localStorage.setItem(prefix + key, histories.has(key) ? withoutHeaders(value) : value);
  },
  removeItem: (key) => localStorage.removeItem(prefix + key),
  clear() {
    for (const key of ownKeys()) localStorage.removeItem(key);
  },
  get length() {
    return ownKeys().length;
  },
};

const ownKeys = (): string[] => Object.keys(localStorage).filter((key) => key.startsWith(prefix));

const withoutHeaders = (json: string): string =>
  JSON.stringify(JSON.parse(json, (key, value: unknown) => (key === 'headers' ? undefined : value)));
