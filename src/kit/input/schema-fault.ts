import type { ErrorObject, SchemaObject } from 'ajv';
import type { Fault } from '../core/index.ts';
import { namedFormats } from './formats.ts';
import { labelOf } from './safe-json.ts';

/** The second branch of every `orNull`. Ajv reports its errors with this very object, so that they are recognised. */
const nullBranch: SchemaObject = { type: 'null' };

/** The schema "this or null" of a value that may be empty. */
export function orNull(schema: SchemaObject): SchemaObject {
  return { anyOf: [schema, nullBranch] };
}

/** Whether an error means only that a value of `orNull` is not null. Needs the `verbose` errors of Ajv. */
export function isOfNullBranch({ parentSchema }: ErrorObject): boolean {
  return parentSchema === nullBranch;
}

/** Reports a broken rule of a schema as a sentence that names the field. @param base the pointer of the checked value */
export function schemaFault(error: ErrorObject, base: string): Fault {
  const missing = error.keyword === 'required' ? `/${String(error.params['missingProperty'])}` : '';
  const pointer = `${base}${error.instancePath}${missing}`;
  const [code, rule] = explain(error);
  return { pointer, code, detail: `${labelOf(pointer)} ${rule}.` };
}

function explain({ keyword, params, data }: ErrorObject): [Fault['code'], string] {
  const limit = String(params['limit']);
  switch (keyword) {
    case 'required':
      return ['required', 'is required'];
    case 'type':
      return data === null
        ? ['required', 'must not be null']
        : ['type', `must be ${withArticle(params['type'])}, not ${kindOf(data)}`];
    case 'enum':
      return ['enum', `must be one of ${(params['allowedValues'] as unknown[]).join(', ')}`];
    case 'const':
      return ['enum', `must be ${String(params['allowedValue'])}`];
    case 'minLength':
      return ['length', limit === '1' ? 'must not be empty' : `must be at least ${limit} characters long`];
    case 'maxLength':
      return ['length', `must be at most ${limit} characters long`];
    case 'minItems':
      return ['length', `must have at least ${limit} ${limit === '1' ? 'item' : 'items'}`];
    case 'maxItems':
    case 'maxProperties':
      return ['length', `must have at most ${limit} entries`];
    case 'minimum':
      return ['range', `must be at least ${limit}`];
    case 'maximum':
      return ['range', `must be at most ${limit}`];
    case 'format':
      return ['format', `must be ${namedFormats[String(params['format'])]?.says ?? String(params['format'])}`];
    default:
      return ['format', 'does not have the documented form'];
  }
}

function withArticle(type: unknown): string {
  if (Array.isArray(type)) return type.map(withArticle).join(' or ');
  return `${/^[aeiou]/.test(String(type)) ? 'an' : 'a'} ${String(type)}`;
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'an integer' : 'a number';
  return withArticle(typeof value);
}
