import type { SchemaObject } from 'ajv';

/** A parameter in the path of routes, as the OpenAPI document describes it. */
export interface PathParameter {
  readonly schema: SchemaObject;
  readonly description: string;
  readonly example?: string;
}

/** The id of an object. */
export function uuidParameter(description: string): PathParameter {
  return { schema: { type: 'string', format: 'uuid' }, description };
}

/** The names of the parameters of a path, such as `deckId` in `/api/decks/{deckId}`. */
export function namesInPath(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}
