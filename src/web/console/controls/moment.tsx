/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

interface Formats {
  readonly relative: Intl.RelativeTimeFormat;
  readonly exact: Intl.DateTimeFormat;
}

let made: Formats | undefined;

/** Made with the first moment that is shown: a browser reads the words of its language for them, which takes up to 50 ms. */
function formats(): Formats {
  made ??= {
    relative: new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }),
    exact: new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' }),
  };
  return made;
}

function ago(at: number, now: number): string {
  const seconds = (at - now) / 1_000;
  const [unit, length] = units.find(([, size]) => Math.abs(seconds) >= size) ?? [];
  return unit === undefined ? 'just now' : formats().relative.format(Math.round(seconds / length), unit);
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
    <time dateTime={at} title={formats().exact.format(date)}>
      {ago(date.getTime(), now)}
    </time>
  );
}
