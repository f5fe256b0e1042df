import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { JsonText } from '../../core/index.ts';

/** An ETag of what an answer shows: equal texts have equal ones, at every process. */
export function contentTag(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
}

/** The ETag of a version, with a digest of what is shown of it, such as "3-0f3c2a9be174". */
export function versionTag(version: string, text: string): string {
  return version.replace(/"$/, `-${createHash('sha1').update(text).digest('hex').slice(0, 12)}"`);
}

/** The digests of texts that are kept: each is shown many times. */
const tags = new WeakMap<JsonText, string>();

/** The same for the object of an answer. @param text its JSON */
export function bodyTag(body: object, text: string): string {
  const [only, another] = Object.values(body) as unknown[];
  if (!(only instanceof JsonText) || another !== undefined) return contentTag(text);
  const known = tags.get(only) ?? contentTag(only.text);
  tags.set(only, known);
  return known;
}

/**
 * Answers 304 where If-None-Match names the ETag of the answer (RFC 9110, 13.1.2). Not Koa's `fresh`: it never agrees to
 * requests with `Cache-Control: no-cache`, which `fetch` adds to those that have the header.
 *
 * @returns whether it did
 */
export function isNotModified(context: Context): boolean {
  if (!hasTag(context.get('If-None-Match'), context.response.get('ETag'))) return false;
  context.status = 304;
  return true;
}

/** Whether If-None-Match names an ETag, so that its client has the answer. */
export function hasTag(ifNoneMatch: string, tag: string): boolean {
  const known = new Set(ifNoneMatch.split(',').map((one) => one.trim().replace(/^W\//, '')));
  return tag !== '' && (known.has(tag) || known.has('*'));
}
