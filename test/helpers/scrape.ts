/** What a scrape of `/metrics` has. */
export interface Scrape {
  readonly text: string;
  /** The names of metrics by their type, as the scrape declares them: `counter`, `gauge`, `histogram`. */
  readonly types: ReadonlyMap<string, string>;
  /** The values of time series, by name and labels as they stand there. */
  readonly series: ReadonlyMap<string, number>;
}

/** Reads the metrics of a health port. */
export async function scrape(healthBase: string): Promise<Scrape> {
  const text = await (await fetch(`${healthBase}/metrics`, { headers: { connection: 'close' } })).text();
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\w+)$/gm)].map(([, name = '', type = '']) => [name, type]));
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const series = new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), valueIn(line)]));
  return { text, types, series };
}

function valueIn(line: string): number {
  return Number(line.slice(line.lastIndexOf(' ') + 1).replace('+Inf', 'Infinity'));
}

/** The sum of the series of a name whose labels have these values. */
export function total({ series }: Scrape, name: string, labels: Readonly<Record<string, string>> = {}): number {
  let sum = 0;
  for (const [key, value] of series) {
    const [, of, given = ''] = /^(\w+)(?:\{(.*)\})?$/.exec(key) ?? [];
    const isMeant = Object.entries(labels).every(([label, text]) => `${given},`.includes(`${label}="${text}",`));
    if (of === name && isMeant) sum += value;
  }
  return sum;
}
