import { useEffect, useState } from 'preact/hooks';

/** A value once it has not changed for a time, so that a request is not sent at each keystroke. Equal values are one by `key`. */
export function useSettled<T>(value: T, ms: number, key: unknown = value): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms);
    return () => clearTimeout(timer);
  }, [key]);
  return settled;
}
