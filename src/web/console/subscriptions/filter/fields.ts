import type { ValueKind } from './conditions.ts';

/** A value of an event that conditions can name. */
export interface FilterField {
  readonly path: string;
  readonly description: string;
  readonly kind: ValueKind;
  /** All values that it may have; null where there are too many. */
  readonly values: readonly string[] | null;
}

interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
}

interface EventType {
  readonly name: string;
  readonly schema: Record<string, unknown>;
}

const deepest = 4;
const envelope: readonly FilterField[] = [
  { path: 'type', description: 'The type of the event.', kind: 'text', values: null },
  { path: 'deckId', description: 'The deck of the event.', kind: 'text', values: null },
  { path: 'timestamp', description: 'When it was recorded, in ISO 8601.', kind: 'text', values: null },
];

/** Whether a type is one that a pattern selects. */
export function isSelected(pattern: string, name: string): boolean {
  return pattern === '*' || pattern === name || (pattern.endsWith('.*') && name.startsWith(pattern.slice(0, -1)));
}

/** The fields of the events that a pattern selects, by the schemas of the catalogue. */
export function fieldsOf(pattern: string, catalogue: readonly EventType[]): readonly FilterField[] {
  const fields = new Map<string, FilterField>();
  for (const { name, schema } of catalogue) {
    if (!isSelected(pattern, name)) continue;
    for (const field of walk(schema as Schema, 'data', 0)) {
      if (!fields.has(field.path)) fields.set(field.path, field);
    }
  }
  return [...fields.values(), ...envelope];
}

function* walk(schema: Schema, path: string, depth: number): Generator<FilterField, void, undefined> {
  const { type, properties, items, anyOf, description = '', enum: values } = schema;
  const inner = anyOf?.find((one) => one.type !== 'null');
  if (inner !== undefined) return yield* walk({ description, ...inner }, path, depth);
  if (properties !== undefined && depth < deepest) {
    for (const [name, one] of Object.entries(properties)) yield* walk(one, `${path}.${name}`, depth + 1);
    return;
  }
  // A path through a list reaches the values of all its items.
  if (items !== undefined) return yield* walk({ description, ...items }, path, depth);
  if (path === 'data') return;
  const texts = values?.filter((value) => value !== null).map(String);
  yield { path, description, kind: kindOf(type, schema), values: texts ?? null };
}

function kindOf(type: Schema['type'], schema: Schema): ValueKind {
  const types = typeof type === 'string' ? [type] : (type ?? []);
  if (types.includes('number') || types.includes('integer')) return 'number';
  if (types.includes('boolean')) return 'boolean';
  // Amounts are decimal text, which filters compare by its value: 40000 and "40000.00" are the same.
  if (types.includes('string')) return 'pattern' in schema ? 'any' : 'text';
  return 'any';
}
