import { useMay } from '../visitor.ts';

/** Whoever decides what a receiver gets could have all events sent to itself: it needs the right to read them, too. */
export function useMayWrite(): boolean {
  const may = useMay();
  return may('notifications:write') && may('events:read');
}
