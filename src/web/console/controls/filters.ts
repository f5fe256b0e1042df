import { useLocation } from 'preact-iso';

/** The filters of a list, which are in the URL: a reload, Back and a shared address keep them. */
export interface Filters {
  /** Empty where the filter is not set. */
  readonly get: (name: string) => string;
  readonly set: (name: string, value: string) => void;
}

export function useFilters(): Filters {
  const { path, query, route } = useLocation();
  return {
    get: (name) => query[name] ?? '',
    set(name, value) {
      const next = new URLSearchParams(query);
      if (value === '') next.delete(name);
      else next.set(name, value);
      route(next.size === 0 ? path : `${path}?${next.toString()}`, true);
    },
  };
}
