import { invalidInput, isJsonObject, type JsonObject } from '../core/index.ts';
import { fieldName, fieldsOf, type InputField } from './input.ts';
import { canonicalLanguage } from './language.ts';
import type { InputClass } from './rules.ts';
import { readInput, rejectUnsafe } from './validate.ts';

/** What a client changes: an input that was checked, or a merge patch, which makes one from what is stored. */
export type Change<Input extends object> = Input | MergePatch<Input>;

/** A change that depends on what is stored: it is applied once that is locked, so that no other change is lost. */
export class MergePatch<Input extends object> {
  /** @param applyTo makes the checked input from the stored values, by property: of the fields that it names, or of all */
  constructor(readonly applyTo: (stored: object, fields: 'named' | 'all') => Input) {}
}

/**
 * The input of a change.
 *
 * @param stored the values of what changes, by property, as its client reads them
 * @throws AppError `INVALID_INPUT` when a merge patch makes values that break a rule
 */
export function inputOf<Input extends object>(change: Change<Input>, stored: object): Input {
  return change instanceof MergePatch ? (change as MergePatch<Input>).applyTo(stored, 'named') : change;
}

/** The input of a change that replaces all that is stored. @throws AppError as `inputOf` does */
export function replacementOf<Input extends object>(change: Change<Input>, stored: object): Input {
  return change instanceof MergePatch ? (change as MergePatch<Input>).applyTo(stored, 'all') : change;
}

/** The input of a change to what has only values and lists: a merge patch replaces those. @throws AppError as `inputOf` does */
export function replaced<Input extends object>(change: Change<Input>): Input {
  return inputOf(change, {});
}

/**
 * Reads a JSON Merge Patch (RFC 7396) to the values that an input class describes. Objects are merged at any depth, null
 * removes, and everything else is replaced. The result is checked by the rules of the input class.
 */
export function readMergePatch<Input extends object>(inputClass: InputClass<Input>, patch: unknown): MergePatch<Input> {
  return patchOf(inputClass, patch, (object) => {
    requireRemovable(inputClass, object);
    return mergedField;
  });
}

/**
 * Reads some fields of what an input class describes as a whole: each replaces the stored one, and the others stay. Null
 * counts as absent where a field cannot be empty.
 */
export function readFields<Input extends object>(inputClass: InputClass<Input>, given: unknown): MergePatch<Input> {
  return patchOf(
    inputClass,
    given,
    () =>
      ({ presence }, stored, value) =>
        value === null && presence !== 'optional' ? stored : value,
  );
}

/** Gives a field that is named its new value. */
type Apply = (field: InputField, stored: unknown, given: unknown) => unknown;

function patchOf<Input extends object>(
  inputClass: InputClass<Input>,
  patch: unknown,
  applyOf: (patch: JsonObject) => Apply,
): MergePatch<Input> {
  return new MergePatch((stored, fields) => {
    if (!isJsonObject(patch)) return readInput(inputClass, patch);
    const apply = applyOf(patch);
    const entries = fieldsOf(inputClass).flatMap((field) => {
      const name = fieldName(field, 'rest');
      const before: unknown = Reflect.get(stored, field.property);
      const isNamed = Object.hasOwn(patch, name);
      const value = isNamed ? apply(field, before, patch[name]) : before;
      return value !== undefined && (isNamed || fields === 'all') ? [[name, value] as const] : [];
    });
    const merged = Object.fromEntries(entries);
    rejectUnsafe(merged);
    return readInput(inputClass, merged);
  });
}

/** @throws AppError `INVALID_INPUT` for null in place of a value that cannot be removed */
function requireRemovable(inputClass: InputClass, patch: JsonObject): void {
  const faults = fieldsOf(inputClass)
    .filter((field) => field.presence !== 'optional' && patch[fieldName(field, 'rest')] === null)
    .map((field) => {
      const name = fieldName(field, 'rest');
      return { pointer: `/${name}`, code: 'required', detail: `${name} cannot be removed: give it a value.` } as const;
    });
  if (faults.length > 0) throw invalidInput(faults);
}

/** Of texts by language, those of the named languages, merged; null for a language that is removed. */
function mergedField({ rule }: InputField, stored: unknown, patch: unknown): unknown {
  if (rule.isMap !== true || !isJsonObject(patch)) return merge(stored, patch);
  const languages = isJsonObject(stored) ? stored : {};
  return Object.fromEntries(
    Object.entries(patch).map(([tag, texts]) => [
      tag,
      texts === null ? null : merge(languages[canonicalLanguage(tag) ?? tag], texts),
    ]),
  );
}

/** The result of a merge patch (RFC 7396, 2). */
function merge(target: unknown, patch: unknown): unknown {
  if (!isJsonObject(patch)) return patch;
  const merged = new Map(isJsonObject(target) ? Object.entries(target) : []);
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) merged.delete(key);
    else merged.set(key, merge(merged.get(key), value));
  }
  return Object.fromEntries(merged);
}
