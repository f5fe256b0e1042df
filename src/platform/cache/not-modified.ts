import { createHash } from 'node:crypto';
import type { Context } from 'koa';
import { JsonText } from '../kernel/json-text.ts';

/** An ETag of what an answer shows: equal texts have equal ones, at every process. */
export function contentTag(text: string): string {
  return `"${createHash('sha1').update(text).digest('base64url')}"`;
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

/** Answers 304 where the client has what the ETag of the answer names (RFC 9110, 13.1.2). @returns whether it did */
export function isNotModified(context: Context): boolean {
  if (!context.fresh) return false;
  context.status = 304;
  return true;
}
