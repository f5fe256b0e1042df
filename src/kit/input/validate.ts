import { Ajv, type SchemaObject, type ValidateFunction } from 'ajv';
import { AppError, canonicalTimeZone, type Fault, invalidField, invalidInput, type ReasonOf } from '../core/index.ts';
import { namedFormats } from './formats.ts';
import { fieldName, fieldsOf, type InputField, inputSchema } from './input.ts';
import { canonicalLanguage } from './language.ts';
import { type InputClass, type Naming, type Rule, schemaId } from './rules.ts';
import { escapeSegment, findUnsafeJson } from './safe-json.ts';
import { isOfNullBranch, schemaFault } from './schema-fault.ts';

const formats = Object.fromEntries(Object.entries(namedFormats).map(([name, { is }]) => [name, is]));
const options = { strict: true, allowUnionTypes: true, verbose: true, formats };
/** Ends at the first fault. Ajv checks a length before the format or the items, so that too long a value costs no more. */
const untilFirstFault = new Ajv(options);
/** Continues after each fault, so that all are reported at once. */
const allFaults = new Ajv({ ...options, allErrors: true });

/** Largest input that is searched for all faults, in characters of JSON; of a larger one only the first is reported. */
const mostForAllFaults = 20_000;

/** Gives the check by a schema, compiled by one of the two. */
type Compile = (ajv: Ajv) => ValidateFunction;

/**
 * Turns what REST or GraphQL has parsed into an instance of its input class: keys by property name, nulls settled, defaults
 * filled in.
 *
 * @throws AppError `INVALID_INPUT` naming the fields that break a rule
 */
export function readInput<T extends object>(
  inputClass: InputClass<T>,
  given: unknown,
  naming: 'rest' | 'graphql' = 'rest',
): T {
  rejectFaults(schemaFaults((ajv) => compiled(ajv, inputClass, naming), given));
  const input = instantiate(inputClass, given as Record<string, unknown>, naming);
  settleNulls(inputClass, input);
  rejectFaults(codeFaults(inputClass, input, naming));
  return input;
}

/** @throws AppError `INVALID_INPUT` when the value holds something that no input may hold: see `safe-json.ts` */
export function rejectUnsafe(value: unknown, pointer = ''): void {
  const fault = findUnsafeJson(value, pointer);
  if (fault !== null) throw invalidInput([fault]);
}

/**
 * Makes a check by a schema that belongs to no input class, such as a channel's settings or a query parameter. Its first
 * use compiles the schema: to compile all of them took a tenth of a start. The faults carry pointers below the given one.
 */
export function schemaCheck(schema: SchemaObject): (value: unknown, pointer: string) => readonly Fault[] {
  return (value, pointer) => schemaFaults((ajv) => ajv.compile(schema), value, pointer);
}

const uuidFormat = namedFormats['uuid'] as { is: RegExp };

/** Whether a text is a UUID, in upper or lower case. */
export function isUuid(value: string): boolean {
  return uuidFormat.is.test(value);
}

/** @throws AppError `INVALID_INPUT` unless the text is a UUID; gives it in lower case, as the database does */
export function requireUuid(value: string, parameter: string): string {
  return isUuid(value) ? value.toLowerCase() : refuseFormat(parameter, 'uuid');
}

function refuseFormat(parameter: string, format: string): never {
  throw invalidField(`/${parameter}`, 'format', `${parameter} must be ${namedFormats[format]?.says}.`);
}

/** @throws AppError `INVALID_INPUT` unless the text is a BCP 47 language tag; gives it in its canonical spelling */
export function requireLanguage(tag: string, parameter: string): string {
  return canonicalLanguage(tag) ?? refuseFormat(parameter, 'language-tag');
}

/** @throws AppError `INVALID_INPUT` unless the text names an IANA time zone; gives the name in its own letters */
export function requireTimeZone(name: string, parameter: string): string {
  return canonicalTimeZone(name) ?? refuseFormat(parameter, 'time-zone');
}

/** The result of a check, or the AppError that it throws: for lists that report an error for each item. */
export function attempt<Result>(check: () => Result): Result | AppError {
  try {
    return check();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** Most event types and patterns that one reader may request. */
export const maxEventPatterns = 100;

/** @throws AppError `INVALID_INPUT` for too many, or unless each is an event type or a pattern such as `contract.*` */
export function requireEventPatterns(patterns: readonly string[], parameter: string): void {
  if (patterns.length > maxEventPatterns) {
    throw invalidField(`/${parameter}`, 'length', `${parameter} must have at most ${maxEventPatterns} entries.`);
  }
  const { is, says } = namedFormats['event-pattern'] as { is: RegExp; says: string };
  patterns.forEach((pattern, index) => {
    if (!is.test(pattern)) {
      throw invalidField(`/${parameter}/${index}`, 'format', `${parameter} must each be ${says}.`);
    }
  });
}

/** The error of a well-formed input that breaks a rule of the product. */
export function unprocessable(
  reason: ReasonOf<'UNPROCESSABLE'>,
  pointer: string,
  code: Fault['code'],
  detail: string,
): AppError {
  return new AppError(reason, detail, [{ pointer, code, detail }]);
}

/** @throws AppError `INVALID_INPUT` when there are faults */
export function rejectFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalidInput(faults);
}

function compiled(ajv: Ajv, inputClass: InputClass, naming: Naming): ValidateFunction {
  register(ajv, inputClass, naming);
  const validate = ajv.getSchema(schemaId(inputClass, naming));
  if (validate === undefined) throw new Error(`${inputClass.name} has no schema`);
  return validate;
}

/** Adds the schemas of a class and of all it refers to, so that references resolve. */
function register(ajv: Ajv, inputClass: InputClass, naming: Naming): void {
  if (ajv.schemas[schemaId(inputClass, naming)] !== undefined) return;
  ajv.addSchema(inputSchema(inputClass, naming));
  for (const { rule } of fieldsOf(inputClass)) if (rule.of !== undefined) register(ajv, rule.of(), naming);
}

function instantiate<T extends object>(inputClass: InputClass<T>, given: Record<string, unknown>, naming: Naming): T {
  const input = new inputClass();
  for (const field of fieldsOf(inputClass)) {
    const name = fieldName(field, naming);
    if (Object.hasOwn(given, name)) Reflect.set(input, field.property, instantiateField(field, given[name], naming));
  }
  return input;
}

function instantiateField({ rule }: InputField, value: unknown, naming: Naming): unknown {
  if (rule.of === undefined || value === null) return value;
  const of = rule.of();
  const one = (item: unknown): object => instantiate(of, item as Record<string, unknown>, naming);
  if (rule.isList === true) return (value as unknown[]).map(one);
  if (rule.isMap !== true) return one(value);
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]) => [key, item === null ? null : one(item)]),
  );
}

/** A null in a field that cannot be empty counts as absent: the field gets its default, or stays unchanged. */
function settleNulls(inputClass: InputClass, input: object): void {
  for (const { property, rule, presence, default: fallback } of fieldsOf(inputClass)) {
    const value: unknown = Reflect.get(input, property);
    if (fallback !== undefined && (value === undefined || value === null)) Reflect.set(input, property, fallback);
    else if (presence === 'kept' && value === null) Reflect.deleteProperty(input, property);
    for (const { of, object } of objectsBelow(rule, value)) settleNulls(of, object);
  }
}

function codeFaults(inputClass: InputClass, input: object, naming: Naming, pointer = ''): Fault[] {
  return fieldsOf(inputClass).flatMap((field) => {
    const value: unknown = Reflect.get(input, field.property);
    if (value === undefined || value === null) return [];
    const here = `${pointer}/${fieldName(field, naming)}`;
    const own = field.rule.check?.(value as never, here) ?? [];
    const below = objectsBelow(field.rule, value).flatMap(({ of, object, segment }) =>
      codeFaults(of, object, naming, `${here}${segment}`),
    );
    return [...own, ...below];
  });
}

/** The objects of other input classes that a value is or holds, with their pointers below it. */
function objectsBelow(
  { of, isList, isMap }: Rule,
  value: unknown,
): { of: InputClass; object: object; segment: string }[] {
  if (of === undefined || typeof value !== 'object' || value === null) return [];
  if (isList !== true && isMap !== true) return [{ of: of(), object: value, segment: '' }];
  return Object.entries(value).flatMap(([key, object]: [string, object | null]) =>
    object === null ? [] : [{ of: of(), object, segment: `/${escapeSegment(key)}` }],
  );
}

function schemaFaults(compile: Compile, value: unknown, pointer = ''): Fault[] {
  let validate = compile(untilFirstFault);
  if (validate(value) === true) return [];
  if (JSON.stringify(value ?? null).length <= mostForAllFaults) {
    validate = compile(allFaults);
    validate(value);
  }
  const byPointer = new Map<string, Fault>();
  for (const error of validate.errors ?? []) {
    // Of "its rule or null", only the error of the rule helps.
    if (error.keyword === 'anyOf' || isOfNullBranch(error)) continue;
    const fault = schemaFault(error, pointer);
    if (!byPointer.has(fault.pointer)) byPointer.set(fault.pointer, fault);
  }
  return [...byPointer.values()];
}
