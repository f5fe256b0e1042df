/** A JSON Schema of the OpenAPI document, as far as values are made from it. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
}

/** Values of each format; the first is what most requests have. */
const formats: Readonly<Record<string, readonly string[]>> = {
  uuid: ['01900000-0000-7000-8000-00000000aaaa'],
  'date-time': ['2126-01-31T12:00:00Z'],
  'plain-name': ['crew'],
  currency: ['USD', 'JPY'],
  'language-tag': ['es', 'de-DE'],
  'time-zone': ['America/Denver'],
  link: ['https://example.com/a.png', '/a.png'],
  'hex-color': ['#0b5d4b'],
  logo: [
    // One pixel.
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  ],
  key: ['guards', 'a', '0_-'],
  'event-pattern': ['contract.*', 'deck.created'],
  'event-type': ['property.made'],
  'plain-text': ['Dana Whitaker'],
  'person-name': ['Dana Whitaker'],
  'idn-email': ['dana@example.com'],
  country: ['US'],
  phone: ['+15125550123'],
  'http-url': ['https://example.com/hook'],
  sha256: ['a'.repeat(64)],
};

/** What has broken something somewhere, of each type. */
const hostile: readonly unknown[] = [
  null,
  true,
  -1,
  0.5,
  2 ** 53,
  1e308,
  '',
  ' ',
  'a\0b',
  '\ud800',
  "'; drop table deck; --",
  '{{constructor.constructor}}',
  'x'.repeat(30_000),
  'a\r\nb: c',
  [],
  {},
  { a: { b: [1] } },
];

/** Makes values that a schema allows, and breaks them. */
export class FromSchema {
  constructor(
    private readonly schemas: Readonly<Record<string, Schema>>,
    /** From 0 to 1, by a seed. */
    private readonly random: () => number,
  ) {}

  pick<T>(items: readonly T[]): T {
    return items[Math.floor(this.random() * items.length)] as T;
  }

  chance(share: number): boolean {
    return this.random() < share;
  }

  /** A value that is allowed, as far as the schema tells. */
  valid(given: Schema, depth = 0): unknown {
    const schema = this.#resolved(given);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum !== undefined) return this.pick(schema.enum);
    if (schema.examples !== undefined && this.chance(0.5)) return this.pick(schema.examples);
    const choices = schema.oneOf ?? schema.anyOf;
    const object = schema.properties === undefined ? {} : this.#object(schema, depth);
    if (choices !== undefined) {
      const chosen = this.valid(this.pick(choices), depth);
      return isObject(chosen) ? { ...object, ...chosen } : chosen;
    }
    const parts = (schema.allOf ?? []).map((part) => this.valid(part, depth));
    if (schema.properties !== undefined || parts.some(isObject))
      return Object.assign(object, ...parts.filter(isObject));
    return parts[0] ?? this.#plain(schema, depth);
  }

  /** The same value with one part of it replaced by what is most likely not allowed there. */
  broken(value: unknown): unknown {
    if (!isObject(value) || this.chance(0.15)) return this.pick(hostile);
    const names = Object.keys(value);
    if (names.length === 0) return { [this.pick(['id', '__proto__', 'a'])]: this.pick(hostile) };
    const hit = this.pick(names);
    const { [hit]: part, ...others } = value;
    return this.chance(0.3) ? others : { ...others, [hit]: this.broken(part) };
  }

  #resolved(schema: Schema): Schema {
    const name = schema.$ref?.split('/').at(-1);
    return name === undefined ? schema : this.#resolved(this.schemas[name] ?? {});
  }

  #object({ properties = {}, required = [] }: Schema, depth: number): Record<string, unknown> {
    const share = depth === 0 ? 0.4 : 0.25;
    const names = Object.keys(properties).filter((name) => required.includes(name) || this.chance(share));
    return Object.fromEntries(names.map((name) => [name, this.valid(properties[name] ?? {}, depth + 1)]));
  }

  #plain(schema: Schema, depth: number): unknown {
    const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? ['object']);
    switch (this.pick(types)) {
      case 'array':
        return this.#list(schema, depth);
      case 'boolean':
        return this.chance(0.5);
      case 'integer':
        return Math.floor(this.#number(schema));
      case 'number':
        return this.#number(schema);
      case 'string':
        return this.#text(schema);
      case 'null':
        return null;
      default:
        return {};
    }
  }

  #list({ items = {}, minItems = 0, maxItems = 3 }: Schema, depth: number): unknown[] {
    const length = Math.min(maxItems, minItems + Math.floor(this.random() * (depth > 3 ? 1 : 3)));
    return Array.from({ length }, () => this.valid(items, depth + 1));
  }

  #number({ minimum = 0, maximum = 1_000 }: Schema): number {
    return this.chance(0.2)
      ? this.pick([minimum, maximum])
      : minimum + this.random() * Math.min(maximum - minimum, 100);
  }

  #text({ format, pattern, minLength = 0, maxLength = 40 }: Schema): string {
    if (format !== undefined && formats[format] !== undefined) return this.pick(formats[format]);
    if (pattern !== undefined) return 'a'.repeat(64);
    const text = this.pick(['Made by a test', 'Größe – 好 🙂', 'a', 'Hello {{homeowner.first_name}}.']);
    return text.slice(0, Math.max(maxLength, 1)).padEnd(minLength, 'a');
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
