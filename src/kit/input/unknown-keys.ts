import { isJsonObject, type JsonObject, nearestName } from '../core/index.ts';
import { fieldName, fieldsOf, type InputField } from './input.ts';
import type { InputClass } from './rules.ts';

/** A key that has no effect, and the known one beside it that its sender most likely meant. */
export interface UnknownKey {
  readonly path: readonly string[];
  readonly nearest: string | null;
}

type Path = UnknownKey['path'];

/** Most keys that are reported: the walk ends after them. */
export const mostUnknownKeys = 20;

/** Most items of a list, or entries of a map, that are checked. */
const mostItems = 1_000;

/** The keys of a REST body, at any depth, that its input class does not know. The body may break any other rule. */
export function unknownKeys(inputClass: InputClass, body: unknown): UnknownKey[] {
  return below(inputClass, body, []).take(mostUnknownKeys).toArray();
}

/** The unknown keys of one object, or the unknown parameters of one query. */
export function* unknownAmong(
  keys: Iterable<string>,
  known: readonly string[],
  path: Path = [],
): Generator<UnknownKey, void> {
  const isKnown = new Set(known);
  for (const key of keys) {
    if (!isKnown.has(key)) yield { path: [...path, key], nearest: nearestName(key, known) };
  }
}

function* below(inputClass: InputClass, value: unknown, path: Path): Generator<UnknownKey, void> {
  if (!isJsonObject(value)) return;
  const fields = fieldsOf(inputClass);
  const known = fields.map((field) => fieldName(field, 'rest'));
  yield* unknownAmong(Object.keys(value), known, path);
  for (const field of fields) {
    const name = fieldName(field, 'rest');
    if (Object.hasOwn(value, name)) yield* inField(field, value[name], value, [...path, name]);
  }
}

function* inField({ rule }: InputField, value: unknown, holder: JsonObject, path: Path): Generator<UnknownKey, void> {
  const known = rule.knownKeys?.(holder);
  if (known !== undefined && isJsonObject(value)) yield* unknownAmong(Object.keys(value), known, path);
  const of = rule.of ?? rule.describedBy;
  if (of === undefined) return;
  const holdsMany = rule.isList === true ? Array.isArray(value) : rule.isMap === true && isJsonObject(value);
  if (!holdsMany) return yield* below(of(), value, path);
  for (const [key, item] of Object.entries(value as object).slice(0, mostItems)) {
    yield* below(of(), item, [...path, key]);
  }
}
