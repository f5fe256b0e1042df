import type { SchemaObject } from 'ajv';
import type { ErrorCode } from '../errors.ts';
import type { InputClass } from '../input/rules.ts';
import type { RequestScope } from '../scope.ts';
import type { View } from './view.ts';

/** What a handler receives: everything checked by what its route declares. */
export interface RouteRequest<Body> {
  readonly scope: RequestScope;
  /** A path parameter. Use cases check ids themselves, as they do for GraphQL. */
  readonly path: (name: string) => string;
  readonly query: QueryValues;
  readonly body: Body;
  /** The version that an If-Match header asks for. */
  readonly ifVersion: number | undefined;
}

/** Query parameters as their schemas read them; absent ones are undefined. */
export interface QueryValues {
  readonly limit?: number;
  readonly after?: string;
  readonly deckId?: string;
  readonly search?: string;
  readonly eventType?: string;
  readonly isActive?: boolean;
  readonly types?: readonly string[];
  readonly status?: string;
  readonly eventId?: string;
  readonly subscriptionId?: string;
  readonly since?: string;
  readonly until?: string;
}

export interface RouteAnswer {
  /** 200 unless told; one of the statuses that the route declares. */
  readonly status?: number;
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Becomes `Link: rel="next"`. */
  readonly nextCursor?: string;
}

/** A query parameter: text, a whole number, true or false, or a comma-separated list. */
export interface QueryParameter {
  readonly schema: SchemaObject;
  readonly description: string;
}

/** A declared endpoint: registers the router, prints OpenAPI, and is what tests check each answer against. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string;
  readonly summary: string;
  readonly description?: string;
  readonly tag: string;
  /** True for endpoints beside the documented interface. */
  readonly extension: boolean;
  readonly query?: { readonly [Name in keyof QueryValues]?: QueryParameter };
  readonly body?: InputClass;
  /** A request without a body is one with an empty object. */
  readonly isBodyOptional?: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Refusals beyond those that any request may meet. */
  readonly refuses?: readonly ErrorCode[];
  /** Open to everyone even when a key is asked for: health checks. */
  readonly isPublic?: boolean;
  readonly handle: (request: RouteRequest<never>) => Promise<RouteAnswer>;
}

export interface Answer {
  readonly description: string;
  readonly schema?: SchemaObject;
  /** Views that the schema refers to. */
  readonly views?: readonly View<never>[];
}

/** Declares a route; the body's class gives the type that its handler receives. */
export function route<Body extends object = never>(
  declared: Omit<Route, 'handle' | 'body'> & {
    readonly body?: InputClass<Body>;
    readonly handle: (request: RouteRequest<Body>) => Promise<RouteAnswer>;
  },
): Route {
  return declared as Route;
}

/** An answer that is one view's object itself. */
export function bare<T>(of: View<T>, description: string): Answer {
  return { description, schema: { $ref: `#/components/schemas/${of.name}` }, views: [of as View<never>] };
}

/** An answer of the form `{ slide: Slide }`. */
export function wrapped<T>(key: string, of: View<T>, description: string): Answer {
  return envelope({ [key]: { $ref: `#/components/schemas/${of.name}` } }, [of as View<never>], description);
}

/** An answer of the form `{ faqs: [FAQ, …] }`. */
export function wrappedList<T>(key: string, of: View<T>, description: string): Answer {
  const items = { $ref: `#/components/schemas/${of.name}` };
  return envelope({ [key]: { type: 'array', items } }, [of as View<never>], description);
}

function envelope(properties: SchemaObject, views: readonly View<never>[], description: string): Answer {
  const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return { description, schema, views };
}

export const noContent: Answer = { description: 'Done; there is nothing to say.' };

/** The ETag of something that has a version, for later If-Match headers. */
export function etag({ version }: { readonly version: number }): Record<string, string> {
  return { ETag: `"${version}"` };
}
