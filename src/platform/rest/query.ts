import type { Fault } from '../kernel/errors.ts';
import { mostUnknownKeys, unknownAmong, type UnknownKey } from '../input/unknown-keys.ts';
import { refuse, refuseUnsafe, schemaCheck } from '../input/validate.ts';
import type { QueryParameter, QueryValues, Route } from './route.ts';

/** Reads the query of one route. */
export interface QueryReader {
  /** @throws AppError `INVALID_INPUT` naming every parameter that breaks a rule */
  readonly read: (search: URLSearchParams) => QueryValues;
  /** Parameters that the route does not declare. */
  readonly unknown: (search: URLSearchParams) => UnknownKey[];
}

export function queryReader(declared: Route['query'] & object): QueryReader {
  const parameters = Object.entries(declared) as [string, QueryParameter][];
  const names = parameters.map(([name]) => name);
  const check = schemaCheck({
    type: 'object',
    properties: Object.fromEntries(parameters.map(([name, { schema }]) => [name, schema])),
  });
  return {
    read: (search) => {
      refuse(parameters.flatMap(([name, parameter]) => repetitionFaults(name, parameter, search.getAll(name))));
      const given = parameters.filter(([name]) => search.has(name));
      const values = Object.fromEntries(given.map(([name, it]) => [name, parse(search.getAll(name), typeOf(it))]));
      refuseUnsafe(values);
      refuse(check(values, ''));
      return values as QueryValues;
    },
    unknown: (search) => unknownAmong(new Set(search.keys()), names).take(mostUnknownKeys).toArray(),
  };
}

function typeOf({ schema }: QueryParameter): string {
  return String(schema['type']);
}

function repetitionFaults(name: string, parameter: QueryParameter, texts: readonly string[]): Fault[] {
  if (texts.length < 2 || typeOf(parameter) === 'array') return [];
  return [{ pointer: `/${name}`, code: 'format', detail: `${name} must be given once, not ${texts.length} times.` }];
}

/** What cannot be read stays text, so that the schema refuses it in words. */
function parse(texts: readonly string[], type: string): unknown {
  if (type === 'array') return texts.flatMap((text) => text.split(',')).map((item) => item.trim());
  const [text = ''] = texts;
  if (type === 'boolean') return text === 'true' || (text === 'false' ? false : text);
  return type === 'integer' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
