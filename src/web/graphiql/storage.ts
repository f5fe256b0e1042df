import type { Storage } from '@graphiql/toolkit';

/** Prefix of our keys: other projects may serve GraphiQL on the same localhost address. */
const prefix = 'deckcast:';
const histories = new Set(['graphiql:queries', 'graphiql:favorites']);

/** localStorage, but the history is stored without headers, because they hold API keys. */
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
