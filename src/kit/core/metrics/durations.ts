import { Histogram } from 'prom-client';
import type { BoundedLabels, Labels } from './bounded-labels.ts';

/** What was noted under some labels: how many durations each bucket has alone, and all together. */
interface Noted<Label extends string> {
  readonly labels: Record<Label, string>;
  /** The last one is of what no bound holds. */
  readonly counts: number[];
  sum: number;
}

/**
 * A histogram that notes durations in fewer steps than that of prom-client, which checks and sorts the labels of each. It
 * shows the same.
 */
export class Durations<Label extends string> extends Histogram {
  readonly #noted = new Map<string, Noted<Label>>();

  constructor(
    private readonly declared: {
      readonly name: string;
      readonly help: string;
      readonly buckets: readonly number[];
    },
    private readonly bounded: BoundedLabels<Label>,
  ) {
    super({ name: declared.name, help: declared.help, labelNames: bounded.names, registers: [] });
    for (const first of bounded.atFirst()) this.#of(first);
  }

  /** Notes how long something took. */
  note(labels: Labels<Label>, seconds: number): void {
    const noted = this.#of(labels);
    const { buckets } = this.declared;
    let at = 0;
    while (at < buckets.length && seconds > (buckets[at] ?? 0)) at += 1;
    noted.counts[at] = (noted.counts[at] ?? 0) + 1;
    noted.sum += seconds;
  }

  /** What a scrape has of it, as prom-client reads it of its own: each bucket counts those below it, too. */
  async getForPromString(): Promise<object> {
    const { name, help, buckets } = this.declared;
    const values = this.#noted.values().flatMap(({ labels, counts, sum }) => {
      let count = 0;
      const bounds = [...buckets.map(String), '+Inf'].map((le, at) => {
        count += counts[at] ?? 0;
        return { metricName: `${name}_bucket`, labels: { le }, sharedLabels: labels, value: count };
      });
      return [
        ...bounds,
        { metricName: `${name}_sum`, labels: {}, sharedLabels: labels, value: sum },
        { metricName: `${name}_count`, labels: {}, sharedLabels: labels, value: count },
      ];
    });
    return { name, help, type: 'histogram', aggregator: 'sum', values: [...values] };
  }

  #of(labels: Labels<Label>): Noted<Label> {
    const key = this.bounded.keyOf(labels);
    const known = this.#noted.get(key);
    if (known !== undefined) return known;
    const counts = Array.from({ length: this.declared.buckets.length + 1 }, () => 0);
    const noted = { labels: this.bounded.labelsOf(key), counts, sum: 0 };
    this.#noted.set(key, noted);
    return noted;
  }
}
