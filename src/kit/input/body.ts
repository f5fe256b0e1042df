import type { IncomingMessage } from 'node:http';
import { AppError, clientLeft, invalidField } from '../core/index.ts';

export const jsonType = 'application/json';
/** The media type of a JSON Merge Patch (RFC 7396), which PATCH takes too. */
export const mergePatchType = 'application/merge-patch+json';

/** Largest request body, in bytes. */
const maxBodyBytes = 1_048_576;

/** Each body may always have this many bytes; larger ones share `largeBodiesBytes`. */
const smallBodyBytes = 65_536;
/** Most bytes beyond that of all bodies that are being read. */
const largeBodiesBytes = 67_108_864;
let largeBodies = 0;

/** The media types of bodies that a method takes. Types beside these, such as JSON Patch, mean something else. */
export function acceptedTypes(method: string): readonly string[] {
  return method === 'PATCH' ? [mergePatchType, jsonType] : [jsonType];
}

/** Whether the body of a request is a JSON Merge Patch. */
export function isMergePatch(request: IncomingMessage): boolean {
  return mediaTypeOf(request).type === mergePatchType;
}

function mediaTypeOf({ headers }: IncomingMessage): { readonly type: string; readonly parameters: readonly string[] } {
  const [type = '', ...parameters] = (headers['content-type'] ?? '').split(';').map((part) => part.trim());
  return { type: type.toLowerCase(), parameters };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

/**
 * Reads a JSON body strictly: a media type that its method takes, no compression, valid UTF-8, at most `most` bytes.
 *
 * @throws AppError `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`, `INVALID_INPUT` unless it is JSON,
 * or `UNAVAILABLE` while too much is being read
 */
export async function readJson(request: IncomingMessage, most = maxBodyBytes): Promise<unknown> {
  requireJson(request);
  const bytes = await readBytes(request, most);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (error) {
    const detail =
      error instanceof SyntaxError ? `The body is not valid JSON: ${error.message}.` : 'The body is not valid UTF-8.';
    throw invalidField('', 'format', detail.slice(0, 300));
  }
}

/** The bytes of a body that is a file. */
export interface Upload {
  /** The media types that it may be declared as: what it is, its content alone shows. */
  readonly types: readonly string[];
  readonly mostBytes: number;
}

/**
 * Reads a body that is a file, as it is.
 *
 * @throws AppError `UNSUPPORTED_MEDIA_TYPE`, `PAYLOAD_TOO_LARGE`, or `UNAVAILABLE` while too much is being read
 */
export async function readUpload(request: IncomingMessage, { types, mostBytes }: Upload): Promise<Buffer> {
  requireType(request, types);
  requireUncompressed(request);
  return readBytes(request, mostBytes);
}

function requireType(request: IncomingMessage, accepted: readonly string[]): void {
  const { type } = mediaTypeOf(request);
  if (accepted.includes(type)) return;
  const given = type === '' ? 'none was given' : `not ${type.slice(0, 100)}`;
  throw new AppError('content_type_unsupported', `The Content-Type must be ${accepted.join(' or ')}; ${given}.`);
}

function requireUncompressed({ headers }: IncomingMessage): void {
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new AppError('content_encoding_unsupported', 'Compressed request bodies are not accepted.');
  }
}

function requireJson(request: IncomingMessage): void {
  requireType(request, acceptedTypes(request.method ?? ''));
  const charset = mediaTypeOf(request).parameters.find((parameter) => /^charset=/i.test(parameter));
  if (charset !== undefined && !/^charset="?utf-?8"?$/i.test(charset)) {
    throw new AppError('charset_unsupported', 'The body must be encoded as UTF-8.');
  }
  requireUncompressed(request);
}

/** By events: an iterator of the stream takes longer than all else that a small body needs. */
function readBytes(request: IncomingMessage, most: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > most) return Promise.reject(tooLarge(most));
  if (request.destroyed) return Promise.reject(clientLeft());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    let shared = 0;
    const leave = (): void => {
      largeBodies -= shared;
      request.off('data', take).off('end', finish).off('error', refuse).off('close', abandon);
    };
    const refuse = (error: Error): void => {
      leave();
      reject(error);
    };
    const abandon = (): void => refuse(clientLeft());
    const finish = (): void => {
      leave();
      resolve(chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    };
    const take = (chunk: Buffer): void => {
      length += chunk.length;
      const more = Math.max(0, length - smallBodyBytes) - shared;
      if (length > most) return refuse(tooLarge(most));
      if (largeBodies + more > largeBodiesBytes) {
        return refuse(new AppError('overloaded', 'Too many large bodies are being sent at a time: try again shortly.'));
      }
      largeBodies += more;
      shared += more;
      chunks.push(chunk);
    };
    request.on('data', take).on('end', finish).on('error', refuse).on('close', abandon);
  });
}

function tooLarge(most: number): AppError {
  const name = most === maxBodyBytes ? ' (1 MiB)' : '';
  return new AppError('body_too_large', `A body may have at most ${most} bytes${name}.`);
}
