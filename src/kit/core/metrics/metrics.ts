import {
  type Aggregator,
  collectDefaultMetrics,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import { settledWithin } from '../settled-within.ts';
import { BoundedLabels, type Labels, type LabelValues } from './bounded-labels.ts';
import { Durations } from './durations.ts';

/**
 * Longest time that one read may take, in milliseconds: a database that hangs delays no scrape for longer. `/readyz` gives
 * up before, and a supervisor waits longer for the metrics of its processes.
 */
const readMs = 2_700;

/** Numbers by the value of a label. */
type ByLabel = Readonly<Record<string, number>>;

/** A gauge: a number that is read when the metrics are scraped. */
export interface Measure {
  /** In Prometheus's form: snake case, with the unit. */
  readonly name: string;
  readonly help: string;
  /**
   * How several web processes report it together: `max` where each finds the same, `min` where one that lacks something must
   * be seen, `sum` where each counts its own.
   */
  readonly joint: Extract<Aggregator, 'max' | 'min' | 'sum'>;
  /** Where there are several numbers: what distinguishes them. */
  readonly label?: string;
  /** Null is no number: there is nothing to measure. */
  readonly read: () => number | ByLabel | null | Promise<number | ByLabel>;
}

/** Counters, one for each value of a label, read when the metrics are scraped. */
export interface Tally {
  readonly name: `${string}_total`;
  readonly help: string;
  readonly label: string;
  readonly read: () => ByLabel;
}

/** What is counted as it happens. */
interface Counted<Label extends string> {
  readonly name: `${string}_total`;
  readonly help: string;
  readonly labels: LabelValues<Label>;
}

/** What takes time. */
interface Timed<Label extends string> {
  readonly name: `${string}_seconds`;
  readonly help: string;
  readonly labels: LabelValues<Label>;
  /** Upper bounds, in seconds: few, because each is a time series of its own. */
  readonly buckets: readonly number[];
}

/** Counts what happens. */
export interface Count<Label extends string> {
  add(labels: Labels<Label>, by?: number): void;
}

/** The metrics of this process in Prometheus's text format. */
export class Metrics {
  readonly #registry = new Registry();

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Adds those that every Node process has. */
  addProcess(): void {
    collectDefaultMetrics({ register: this.#registry });
  }

  add({ name, help, joint, label, read }: Measure): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      aggregator: joint,
      ...(label === undefined ? {} : { labelNames: [label] }),
      registers: [this.#registry],
      collect: async () => {
        const values = await readInTime(read);
        if (values === null) return gauge.remove();
        const isOne = typeof values === 'number';
        if (label === undefined) return gauge.set(isOne ? values : Number.NaN);
        gauge.reset();
        for (const [value, number] of isOne ? [] : Object.entries(values)) gauge.set({ [label]: value }, number);
      },
    });
  }

  addTally({ name, help, label, read }: Tally): void {
    const counter: Counter = new Counter({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      collect: () => {
        counter.reset();
        for (const [value, count] of Object.entries(read())) counter.inc({ [label]: value }, count);
      },
    });
  }

  count<Label extends string>({ name, help, labels }: Counted<Label>): Count<Label> {
    const bounded = new BoundedLabels(labels);
    // A counter of prom-client checks and sorts the labels of each count: it gets the sums when somebody scrapes.
    const sums = new Map<string, number>(bounded.atFirst().map((first) => [bounded.keyOf(first), 0]));
    const counter: Counter<Label> = new Counter({
      name,
      help,
      labelNames: bounded.names,
      registers: [this.#registry],
      collect: () => {
        counter.reset();
        for (const [key, sum] of sums) counter.inc(bounded.labelsOf(key), sum);
      },
    });
    return {
      add: (given, by = 1) => {
        const key = bounded.keyOf(given);
        sums.set(key, (sums.get(key) ?? 0) + by);
      },
    };
  }

  durations<Label extends string>({ labels, ...declared }: Timed<Label>): Durations<Label> {
    const histogram = new Durations(declared, new BoundedLabels(labels));
    this.#registry.registerMetric(histogram);
    return histogram;
  }

  async text(): Promise<string> {
    return this.#registry.metrics();
  }

  async values(): Promise<MetricObjectWithValues<MetricValue<string>>[]> {
    return this.#registry.getMetricsAsJSON();
  }
}

/** @returns no number for what fails or does not come: it hides none of the others */
async function readInTime(read: Measure['read']): Promise<number | ByLabel | null> {
  let values: number | ByLabel | null | undefined;
  const reading = Promise.resolve()
    .then(read)
    .then(
      (given) => void (values = given),
      () => undefined,
    );
  await settledWithin(readMs, reading);
  return values === undefined ? Number.NaN : values;
}
