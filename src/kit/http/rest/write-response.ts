import { addAbortListener } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { Context } from 'koa';
import { AppError, asBody, jsonLines, requireShort } from '../../core/index.ts';
import { bodyTag, isNotModified, versionTag } from '../../graphql/index.ts';
import { signedJson, type SignLink } from '../../rights/index.ts';
import { takesGzip } from '../compression/codings.ts';
import { readRange } from './byte-range.ts';
import { EventStreamText, streamHeaders } from './event-stream.ts';
import { isConditional, type Route, type RouteResponse } from './route.ts';

/** How answers are written. */
export interface WriteOptions {
  /** Ends every stream. */
  readonly stopping: AbortSignal;
  /** Signs links to files of this server. */
  readonly sign: SignLink;
}

/**
 * Writes what a handler returned: JSON, bytes or a stream.
 *
 * @throws AppError `OVER_BUDGET` when the JSON is too long
 */
export function writeResponse(
  context: Context,
  route: Route,
  response: RouteResponse,
  { stopping, sign }: WriteOptions,
): void {
  if (!(response.body instanceof Uint8Array)) requireShort(response.body);
  const status = response.status ?? 200;
  context.status = status;
  for (const [name, value] of Object.entries(response.headers ?? {})) context.set(name, value);
  if (response.nextCursor !== undefined) context.append('Link', nextLink(context, response.nextCursor));
  if (response.stream !== undefined) {
    context.set(streamHeaders);
    context.type = 'text/event-stream';
    context.vary('Accept-Encoding');
    const isGzip = takesGzip(context.get('Accept-Encoding'));
    if (isGzip) context.set('Content-Encoding', 'gzip');
    context.body = new EventStreamText(response.stream, stopping, { sign, isGzip });
    endWith(stopping, context.res);
  } else if (response.pieces !== undefined) {
    context.type = 'json';
    context.body = Readable.from(response.pieces);
  } else if (response.lines !== undefined) {
    context.body = jsonLines(response.lines);
    context.type = 'application/jsonl';
    context.res.setTimeout(idleTimeoutMs, () => void context.res.destroy());
    endWith(stopping, context.res);
  } else if (response.body instanceof Uint8Array) {
    writeBytes(context, route, asBuffer(response.body), response);
  } else if (response.body !== undefined) {
    writeObject(context, route, response.body, sign);
  }
}

/** Writes JSON, or 304 for a GET whose client has it. Links that are signed anew count as a change. */
function writeObject(context: Context, route: Route, body: object, sign: SignLink): void {
  const { text, hasLinks } = signedJson(body, sign);
  if (isConditional(route) && context.status === 200) {
    const given = context.response.get('ETag');
    const tag = route.isByText === true ? versionTag(given, text) : given || bodyTag(body, text);
    context.set('ETag', tag);
    if (!(hasLinks && route.isByVersion === true) && isNotModified(context)) return;
  }
  // Before the body, for which Koa would look for a type.
  context.res.setHeader('Content-Type', jsonType);
  context.body = asBody(text);
}

const jsonType = 'application/json; charset=utf-8';

/** Writes bytes, or 304 for a route that declares it and a client that has them. */
function writeBytes(context: Context, route: Route, bytes: Buffer, { isRanged }: RouteResponse): void {
  if (isRanged !== true && route.responses[304] !== undefined && isNotModified(context)) return;
  context.type = route.responses[context.status]?.mediaType ?? 'application/octet-stream';
  if (isRanged === true) writeRange(context, bytes);
  else context.body = bytes;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function nextLink({ path, querystring }: Context, cursor: string): string {
  const search = new URLSearchParams(querystring);
  search.set('after', cursor);
  return `<${path}?${search.toString()}>; rel="next"`;
}

/** How long a client may take nothing of its JSON Lines, in milliseconds. */
const idleTimeoutMs = 30_000;
/** How long a client may take to read the end of its stream once the server stops, in milliseconds. */
const streamEndMs = 1_000;

/** Cuts off a client that does not read the end of its stream: it would hold up the stop. */
function endWith(stopping: AbortSignal, response: ServerResponse): void {
  const onStop = addAbortListener(stopping, () => setTimeout(() => response.destroy(), streamEndMs).unref());
  response.once('close', () => onStop[Symbol.dispose]());
}

/**
 * Sends the range of a Range header. HEAD has no ranges, and a client whose If-Range names another version gets all
 * bytes (RFC 9110, 14.2 and 13.1.5). A client that already has this version gets 304.
 */
function writeRange(context: Context, bytes: Buffer): void {
  context.set('Accept-Ranges', 'bytes');
  if (isNotModified(context)) return;
  const ifRange = context.get('If-Range');
  const allowsRange = context.method === 'GET' && (ifRange === '' || ifRange === context.response.get('ETag'));
  const range = allowsRange ? readRange(context.get('Range'), bytes.length) : null;
  if (range === null) {
    context.body = bytes;
    return;
  }
  if (range === 'unsatisfiable') {
    context.set('Content-Range', `bytes */${bytes.length}`);
    context.set('Cache-Control', 'no-store');
    throw new AppError('range_not_satisfiable', `The range is not within the ${bytes.length} bytes that there are.`);
  }
  context.status = 206;
  context.set('Content-Range', `bytes ${range.first}-${range.last}/${bytes.length}`);
  context.body = bytes.subarray(range.first, range.last + 1);
}
