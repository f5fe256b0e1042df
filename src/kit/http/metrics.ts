import {
  type Aggregator,
  collectDefaultMetrics,
  Counter,
  Gauge,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';

/** A gauge: a number that is read when the metrics are scraped. */
export interface Measure {
  /** In Prometheus's form: snake case, with the unit. */
  readonly name: string;
  readonly help: string;
  /** How several web processes report it together: `max` where each finds the same, `sum` where each counts its own. */
  readonly joint: Extract<Aggregator, 'max' | 'sum'>;
  readonly read: () => number | Promise<number>;
}

/** Counters, one for each value of a label, read when the metrics are scraped. */
export interface Tally {
  readonly name: `${string}_total`;
  readonly help: string;
  readonly label: string;
  readonly read: () => Readonly<Record<string, number>>;
}

/** The metrics of this process in Prometheus's text format, beside those that every Node process has. */
export class Metrics {
  readonly #registry = new Registry();

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  add({ name, help, joint, read }: Measure): void {
    const gauge: Gauge = new Gauge({
      name,
      help,
      aggregator: joint,
      registers: [this.#registry],
      // A metric that fails while the database is unreachable does not hide the others.
      collect: async () =>
        gauge.set(
          await Promise.resolve()
            .then(read)
            .catch(() => Number.NaN),
        ),
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

  async text(): Promise<string> {
    return this.#registry.metrics();
  }

  async values(): Promise<MetricObjectWithValues<MetricValue<string>>[]> {
    return this.#registry.getMetricsAsJSON();
  }
}
