import { useLocation } from 'preact-iso';

type Changes = Readonly<Record<string, string | null | undefined>>;

/** What of a screen is kept in its URL, so that it can be shared and Back works: null or an empty text removes a value. */
export interface Search {
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly set: (changes: Changes) => void;
  /** The URL after changes, for links. */
  readonly with: (changes: Changes) => string;
}

export function useSearch(): Search {
  const { path, query, route } = useLocation();
  const changed = (changes: Changes): string => {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === undefined || value === '') next.delete(name);
      else next.set(name, value);
    }
    return next.size === 0 ? path : `${path}?${next}`;
  };
  return { query, with: changed, set: (changes) => route(changed(changes)) };
}
