/** The values that each label of a metric may have. */
export type LabelValues<Label extends string> = Readonly<Record<Label, readonly string[]>>;

/** The labels of what is counted, as it came. */
export type Labels<Label extends string> = Readonly<Record<Label, string>>;

/** Stands for every value that is none of those that a label may have. */
const otherValue = 'other';
/** Most combinations of values that are shown before something was counted under them. */
const mostAtFirst = 50;

/**
 * Keeps the number of time series within what was declared: what a client writes, such as a method or a path, never
 * makes a new one.
 */
export class BoundedLabels<Label extends string> {
  readonly #known: readonly (readonly [Label, ReadonlySet<string>])[];

  constructor(private readonly values: LabelValues<Label>) {
    this.#known = this.names.map((name) => [name, new Set(values[name])] as const);
  }

  get names(): Label[] {
    return Object.keys(this.values) as Label[];
  }

  /** The values of labels as one text, with `other` in place of each that was not declared. */
  keyOf(labels: Labels<Label>): string {
    let key = '';
    for (const [name, known] of this.#known) key += `${known.has(labels[name]) ? labels[name] : otherValue}\n`;
    return key;
  }

  /** The labels of such a text. */
  labelsOf(key: string): Record<Label, string> {
    const values = key.split('\n');
    return Object.fromEntries(this.names.map((name, at) => [name, values[at]])) as Record<Label, string>;
  }

  /** All combinations of declared values, where they are few: so that a rate sees the first of something. */
  atFirst(): Record<Label, string>[] {
    const sizes = Object.values<readonly string[]>(this.values).map(({ length }) => length);
    if (sizes.reduce((product, size) => product * size, 1) > mostAtFirst) return [];
    let combinations: Partial<Record<Label, string>>[] = [{}];
    for (const name of this.names) {
      combinations = combinations.flatMap((one) => this.values[name].map((value) => ({ ...one, [name]: value })));
    }
    return combinations as Record<Label, string>[];
  }
}
