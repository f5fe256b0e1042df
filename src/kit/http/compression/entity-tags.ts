import type { IncomingHttpHeaders } from 'node:http';
import { type Coding, codings } from './codings.ts';

/** What we, and proxies that compress by themselves, add to a tag: `"3-br"`, Apache's `"3-gzip"` and `"3;gzip"`, Jetty's `"3--gzip"`. */
const suffix = new RegExp(`(?:--?|;)(?:${codings.join('|')}|deflate)"`, 'g');

/**
 * The ETag of a compressed answer: bytes that differ have different strong tags (RFC 9110, 8.8.3.3).
 *
 * @param tag of the plain answer
 */
export function tagOf(tag: string, coding: Coding): string {
  return tag.replace(/"$/, `-${coding}"`);
}

/** The tag of an answer as a client has it that knows the answer, perhaps compressed: caches find theirs by it. */
export function tagIn(known: string, tag: string): string {
  return known.match(/"[^"]*"/g)?.find((one) => one.replace(suffix, '"') === tag) ?? tag;
}

/**
 * Takes the codings out of the tags that a client sends back: each names the version that the tag of the plain answer
 * names.
 */
export function readPlainTags(headers: IncomingHttpHeaders): void {
  for (const name of ['if-match', 'if-none-match'] as const) {
    const tags = headers[name];
    if (tags !== undefined) headers[name] = tags.replaceAll(suffix, '"');
  }
}
