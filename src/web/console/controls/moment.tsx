/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;
const format = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

function ago(at: number, now: number): string {
  const seconds = (at - now) / 1_000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  return unit === undefined ? 'just now' : format.format(Math.round(seconds / length), unit);
}

/** How long ago it was, and exactly when on demand. */
export function Moment({ at }: { readonly at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact.format(date)}>
      {ago(date.getTime(), now)}
    </time>
  );
}
