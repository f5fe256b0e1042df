import type { SchemaObject } from 'ajv';
import type { Client } from '../../rights/index.ts';
import type { ErrorCode } from '../../core/index.ts';
import { type Change, componentRef, type InputClass, type Upload } from '../../input/index.ts';
import type { Field, NamedSchema, RequestScope, View } from '../../data/index.ts';
import type { Deprecation } from './deprecation.ts';
import type { ResponseHeader, ResponseHeaders } from './response-headers.ts';
import type { NoQuery, QueryOf, QueryParameters } from './query.ts';

/** What a handler receives, checked against the declaration of its route. */
export interface RouteRequest<Body, Query = object> {
  readonly scope: RequestScope;
  readonly client: Client;
  /** A path parameter. Use cases check ids themselves, as they do for GraphQL. */
  readonly path: (name: string) => string;
  readonly query: Query;
  readonly body: Body;
  /** The file that the body is, for a route with `upload`; empty otherwise. */
  readonly bytes: Buffer;
  /** The ETags of which the If-Match header expects one; undefined when any will do. */
  readonly ifMatch: readonly string[] | undefined;
  /** The same as versions of an entity: tags of another form are left out. */
  readonly ifVersion: readonly number[] | undefined;
  /** Whether `If-None-Match: *` asks to create and to replace nothing: for routes that do create what is missing. */
  readonly mustCreate: boolean;
  /** Whether If-None-Match names an ETag: a handler may answer 304 before it does the work. */
  readonly hasTag: (tag: string) => boolean;
  /** How long the client waits for the finished result (RFC 7240), in seconds; use cases limit it. */
  readonly waitSeconds: number;
  /** The Last-Event-ID header: the last event that the client of a stream has received. */
  readonly lastEventId: string | undefined;
}

/** One event as `text/event-stream` sends it. */
export interface ServerSentEvent {
  /** The client sends it as Last-Event-ID when it reconnects; null keeps the previous one. */
  readonly id: string | null;
  /** The event name for `addEventListener` in a browser; `message` by default. */
  readonly name?: string;
  readonly data: Readonly<Record<string, unknown>> | null;
}

/** The source of a streamed response. It ends by itself, or when the client disconnects. */
export interface StreamSource {
  /** The Last-Event-ID before the first event; null when the client already has one. */
  readonly startId: string | null;
  next(): Promise<IteratorResult<ServerSentEvent, undefined>>;
  return(): Promise<unknown>;
}

/** What a handler returns. */
export interface RouteResponse {
  /** One of the statuses that the route declares; 200 by default. */
  readonly status?: number;
  /** An object is written as JSON, bytes as the media type that the route declares. */
  readonly body?: Readonly<Record<string, unknown>> | Uint8Array;
  /** Whether Range requests are answered, which players send to seek. */
  readonly isRanged?: boolean;
  /** In place of a body: one JSON object in pieces, for what may be longer than an answer may be in memory. */
  readonly pieces?: AsyncIterable<string>;
  /** In place of a body: server-sent events, until the client disconnects. */
  readonly stream?: StreamSource;
  /** In place of a body: JSON Lines, read as the client takes them. */
  readonly lines?: AsyncIterable<object>;
  readonly headers?: ResponseHeaders;
  /** Becomes `Link: rel="next"`. */
  readonly nextCursor?: string;
}

/** A declared endpoint: registers the router, prints OpenAPI, and is what tests check each response against. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With parameters in braces, as OpenAPI writes them. */
  readonly path: string;
  /** Verb and noun, unique: the name of the call in generated clients, and of the same mutation in GraphQL. */
  readonly operationId: string;
  /** For a PUT that creates what is missing, and replaces all of what is there; its PATCH changes the given fields. Of all others, `If-None-Match: *` is refused. */
  readonly creates?: boolean;
  /** For a PUT, which PATCH does under this name, and with a merge patch as well. `patch` stands for its verb by default. */
  readonly patchId?: string;
  readonly summary: string;
  readonly description: string;
  readonly tag: string;
  /** True for endpoints that extend the documented interface. */
  readonly extension: boolean;
  readonly query?: QueryParameters;
  readonly body?: InputClass;
  /** Most bytes of a JSON body that may be larger than others. */
  readonly mostBodyBytes?: number;
  /** The body is a file, in place of JSON. */
  readonly upload?: Upload;
  /** A request without a body is one with an empty object. */
  readonly isBodyOptional?: boolean;
  /** `Prefer: wait` makes the response wait for the finished result. */
  readonly waits?: boolean;
  /** False for a change whose answer must not be stored, such as one with a key: it takes no Idempotency-Key. */
  readonly isStored?: false;
  /** A POST that changes nothing: its work ends when its client leaves, as that of a GET does. */
  readonly isRead?: boolean;
  /** A GET whose answer changes with its version alone, so that a client which has that version gets 304. */
  readonly isByVersion?: boolean;
  /** A GET whose answer changes beside its version, too: its ETag is the version with a digest of the text. */
  readonly isByText?: boolean;
  readonly responses: Readonly<Record<number, DeclaredResponse>>;
  /** Error codes beyond those that every operation may return. */
  readonly errors?: readonly ErrorCode[];
  /** The document, the headers of its answers and the check at start say it from here. */
  readonly deprecated?: Deprecation;
  /** Open without an API key: health checks. */
  readonly isPublic?: boolean;
  readonly handle: (request: RouteRequest<never, never>) => Promise<RouteResponse>;
}

/** One declared response of a route, as OpenAPI prints it and tests check it. */
export interface DeclaredResponse {
  readonly description: string;
  /** JSON by default. */
  readonly mediaType?: string;
  readonly schema?: SchemaObject;
  readonly parts?: readonly NamedSchema[];
  /** The headers that the handler sends; those of the router are not listed. */
  readonly headers?: readonly ResponseHeader[];
}

interface Declared<Body extends object, Given, Query extends QueryParameters> extends Omit<
  Route,
  'handle' | 'body' | 'query' | 'patchId'
> {
  readonly body?: InputClass<Body>;
  readonly query?: Query;
  readonly handle: (request: RouteRequest<Given, QueryOf<Query>>) => Promise<RouteResponse>;
}

/**
 * Declares a route. The class of its body and its query parameters type the request that its handler receives. Each PUT
 * is a PATCH as well, with which the body may be a merge patch.
 */
export function route<Body extends object, Query extends QueryParameters = NoQuery>(
  declared: Declared<Body, Change<Body>, Query> & { readonly method: 'PUT'; readonly patchId?: string },
): Route;
export function route<Body extends object = never, Query extends QueryParameters = NoQuery>(
  declared: Declared<Body, Body, Query> & { readonly method: Exclude<Route['method'], 'PUT'> },
): Route;
export function route(declared: object): Route {
  const given = declared as Route;
  return given.method === 'PUT' ? { patchId: given.operationId.replace(/^[a-z]+/, 'patch'), ...given } : given;
}

/** A response that is one view's object, without an envelope. */
export function bare<T>(of: View<T>, description: string): DeclaredResponse {
  return { description, schema: componentRef(of.name), parts: [of] };
}

/** A response of the form `{ slide: Slide }`, perhaps with more beside it. */
export function wrapped<T>(
  key: string,
  of: View<T>,
  description: string,
  beside: Readonly<Record<string, Field>> = {},
): DeclaredResponse {
  const schemas = Object.entries(beside).map(([name, { schema }]) => [name, schema] as const);
  const parts = Object.values(beside).flatMap((field) => field.parts ?? []);
  return envelope({ [key]: componentRef(of.name), ...Object.fromEntries(schemas) }, [of, ...parts], description);
}

/** A response of the form `{ faqs: [FAQ, …] }`. */
export function wrappedList<T>(key: string, of: View<T>, description: string): DeclaredResponse {
  return envelope({ [key]: { type: 'array', items: componentRef(of.name) } }, [of], description);
}

/** A response of the form `{ translations: { es: Translation, … } }`. */
export function wrappedMap<T>(key: string, of: View<T>, description: string): DeclaredResponse {
  return envelope({ [key]: { type: 'object', additionalProperties: componentRef(of.name) } }, [of], description);
}

/** A response with the members of two. */
export function joined(one: DeclaredResponse, other: DeclaredResponse): DeclaredResponse {
  const properties = [one, other].map((it) => it.schema?.['properties'] as SchemaObject | undefined);
  const parts = [...(one.parts ?? []), ...(other.parts ?? [])];
  return envelope(Object.assign({}, ...properties) as SchemaObject, parts, one.description);
}

/** A response of the form `{ filter: … }`, of what has no view of its own. */
export function wrappedSchema(
  key: string,
  { schema = {}, parts = [] }: Pick<DeclaredResponse, 'schema' | 'parts'>,
  description: string,
): DeclaredResponse {
  return envelope({ [key]: schema }, parts, description);
}

function envelope(properties: SchemaObject, parts: readonly NamedSchema[], description: string): DeclaredResponse {
  const schema = { type: 'object', properties, required: Object.keys(properties), additionalProperties: false };
  return { description, schema, parts };
}

/**
 * A stream of server-sent events, each with one view's object as its data.
 *
 * @param beside those of events with a name of their own
 */
export function streamed<T>(of: View<T>, description: string, ...beside: NamedSchema[]): DeclaredResponse {
  const one = { type: 'string', description: `The data of each event is ${of.name} as JSON.` };
  // Names the schemas of all kinds of events: what no operation names is no part of the document.
  const contentSchema = { anyOf: [of, ...beside].map(({ name }) => componentRef(name)) };
  const schema = beside.length === 0 ? one : { ...one, contentMediaType: 'text/event-stream', contentSchema };
  return { description, mediaType: 'text/event-stream', schema, parts: [of, ...beside], headers: ['Cache-Control'] };
}

export function file(
  mediaType: string,
  description: string,
  headers: readonly ResponseHeader[] = [],
): DeclaredResponse {
  return { description, mediaType, schema: { type: 'string', format: 'binary' }, headers };
}

/** JSON Lines: one object a line. */
export function lines(description: string): DeclaredResponse {
  return { description, mediaType: 'application/jsonl', schema: { type: 'string' } };
}

/** For 204 responses, which have no body. */
export const noContent: DeclaredResponse = { description: 'Done. The response has no body.' };

/** How deep a PUT and its PATCH change: for their descriptions. */
export const changeDepth =
  'An absent field stays unchanged; a given field is replaced as a whole, with all nested fields. A PATCH with a JSON Merge Patch merges them.';

/** Adds the ETag header, for later If-Match headers. */
export function versioned(response: DeclaredResponse): DeclaredResponse {
  return { ...response, headers: ['ETag'] };
}

/** Adds the headers of a created resource: ETag and Location. */
export function created(response: DeclaredResponse): DeclaredResponse {
  return { ...response, headers: ['ETag', 'Location'] };
}

/** For GETs that answer 304 to a client which has the answer. @param headers those of the answer itself */
export function notModified(headers: readonly ResponseHeader[]): DeclaredResponse {
  return { description: 'Not modified: If-None-Match names its ETag.', headers };
}

/** Whether If-None-Match counts: for JSON that has the digest of its text as its ETag, or that its version describes. */
export function isConditional({ method, responses, isByVersion, isByText, isPublic }: Route): boolean {
  const { schema, mediaType, headers = [] } = responses[200] ?? {};
  if (method !== 'GET' || isPublic === true || schema === undefined || mediaType !== undefined) return false;
  return isByVersion === true || isByText === true || !headers.includes('ETag');
}

/** Whether a request may have an Idempotency-Key: every change may whose answer may be stored. */
export function takesKey({ method, isStored }: Route): boolean {
  return method !== 'GET' && isStored !== false;
}

/** The versions in ETags that have a digest of the text behind the version. */
export function versionsBefore(tags: readonly string[] | undefined): number[] | undefined {
  return tags?.map((tag) => Number(tag.split('-')[0]));
}

/** The ETag of something that has a version, for later If-Match headers. */
export function etag({ version }: { readonly version: number }): { readonly ETag: string } {
  return tagged(String(version));
}

/** The ETag of a representation that depends on more than one row. */
export function tagged(tag: string): { readonly ETag: string } {
  return { ETag: `"${tag}"` };
}
