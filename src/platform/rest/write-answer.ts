import { addAbortListener } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Context } from 'koa';
import { requireShort } from '../budget/budget.ts';
import { AppError } from '../kernel/errors.ts';
import { asBody } from './answer-text.ts';
import { readRange } from './byte-range.ts';
import { EventStreamText, streamHeaders } from './event-stream.ts';
import type { Route, RouteAnswer } from './route.ts';

/**
 * Writes what a handler returned: JSON, bytes or a stream.
 *
 * @param stopping ends the stream
 * @throws AppError `OVER_BUDGET` when the JSON is too long
 */
export function writeAnswer(context: Context, route: Route, answer: RouteAnswer, stopping: AbortSignal): void {
  if (!(answer.body instanceof Uint8Array)) requireShort(answer.body);
  const status = answer.status ?? 200;
  context.status = status;
  for (const [name, value] of Object.entries(answer.headers ?? {})) context.set(name, value);
  if (answer.nextCursor !== undefined) context.set('Link', nextLink(context, answer.nextCursor));
  if (answer.stream !== undefined) {
    context.set(streamHeaders);
    context.type = 'text/event-stream';
    context.body = new EventStreamText(answer.stream, stopping);
    endWith(stopping, context.res);
  } else if (answer.body instanceof Uint8Array) {
    context.type = route.responses[status]?.mediaType ?? 'application/octet-stream';
    const bytes = Buffer.from(answer.body.buffer, answer.body.byteOffset, answer.body.byteLength);
    if (answer.isRanged === true) writeRange(context, bytes);
    else context.body = bytes;
  } else if (answer.body !== undefined) {
    context.body = asBody(JSON.stringify(answer.body));
    context.type = 'json';
  }
}

function nextLink({ path, querystring }: Context, cursor: string): string {
  const search = new URLSearchParams(querystring);
  search.set('after', cursor);
  return `<${path}?${search.toString()}>; rel="next"`;
}

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
  if (context.fresh) {
    context.status = 304;
    return;
  }
  const ifRange = context.get('If-Range');
  const allowsRange = context.method === 'GET' && (ifRange === '' || ifRange === context.response.get('ETag'));
  const range = allowsRange ? readRange(context.get('Range'), bytes.length) : null;
  if (range === null) {
    context.body = bytes;
    return;
  }
  if (range === 'unsatisfiable') {
    context.set('Content-Range', `bytes */${bytes.length}`);
    context.remove('Cache-Control');
    throw new AppError('RANGE_NOT_SATISFIABLE', `The range is not within the ${bytes.length} bytes that there are.`);
  }
  context.status = 206;
  context.set('Content-Range', `bytes ${range.first}-${range.last}/${bytes.length}`);
  context.body = bytes.subarray(range.first, range.last + 1);
}
