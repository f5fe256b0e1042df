import type { SchemaObject } from 'ajv';
import type { Client } from '../access/client.ts';
import type { ErrorCode } from '../errors.ts';
import type { InputClass } from '../input/rules.ts';
import type { RequestScope } from '../scope.ts';
import type { StreamSource } from './event-stream.ts';
import type { View } from './view.ts';

/** What a handler receives: everything checked by what its route declares. */
export interface RouteRequest<Body> {
  readonly scope: RequestScope;
  readonly client: Client;
  /** A path parameter. Use cases check ids themselves, as they do for GraphQL. */
  readonly path: (name: string) => string;
  readonly query: QueryValues;
  readonly body: Body;
  /** The version that an If-Match header asks for. */
  readonly ifVersion: number | undefined;
  /** How long its sender would wait for the finished thing (RFC 7240), in seconds; use cases set the limit. */
  readonly waitSeconds: number;
  /** The id of the last event that a client of a stream has seen before it was cut off. */
  readonly lastEventId: string | undefined;
  /** The Idempotency-Key header. */
  readonly idempotencyKey: string | undefined;
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
  /** An object is written as JSON, bytes as the media type that the route declares. */
  readonly body?: Readonly<Record<string, unknown>> | Uint8Array;
  /** Whether parts of the body are given to those who ask for them, as players do to seek. */
  readonly isRanged?: boolean;
  /** In place of a body: server-sent events, for as long as the client stays. */
  readonly stream?: StreamSource;
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
  /** An Idempotency-Key makes a repeated request give the same answer again. */
  readonly takesIdempotencyKey?: boolean;
  readonly answers: Readonly<Record<number, Answer>>;
  /** Refusals beyond those that any request may meet. */
  readonly refuses?: readonly ErrorCode[];
  /** Open to everyone even when a key is asked for: health checks. */
  readonly isPublic?: boolean;
  readonly handle: (request: RouteRequest<never>) => Promise<RouteAnswer>;
}

export interface Answer {
  readonly description: string;
  /** JSON unless told. */
  readonly mediaType?: string;
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

/** An answer that goes on: server-sent events, each with one view's object as its data. */
export function streamed<T>(of: View<T>, description: string): Answer {
  const schema = { type: 'string', description: `The data of each event is ${of.name} as JSON.` };
  return { description, mediaType: 'text/event-stream', schema, views: [of as View<never>] };
}

/** An answer of the form `{ translations: { es: Translation, … } }`. */
export function wrappedMap<T>(key: string, of: View<T>, description: string): Answer {
  const additionalProperties = { $ref: `#/components/schemas/${of.name}` };
  return envelope({ [key]: { type: 'object', additionalProperties } }, [of as View<never>], description);
}

function envelope(properties: SchemaObject, views: readonly View<never>[], description: string): Answer {
  const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return { description, schema, views };
}

/** An answer that is a file. */
export function file(mediaType: string, description: string): Answer {
  return { description, mediaType, schema: { type: 'string', format: 'binary' } };
}

export const noContent: Answer = { description: 'Done; there is nothing to say.' };

/** The ETag of something that has a version, for later If-Match headers. */
export function etag({ version }: { readonly version: number }): Record<string, string> {
  return { ETag: `"${version}"` };
}
