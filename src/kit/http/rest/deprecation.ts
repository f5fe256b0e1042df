import type { ResponseHeader, ResponseHeaders } from './response-headers.ts';

/** From when to when an operation is deprecated: docs/versioning.md. A day begins at midnight in UTC. */
export interface Deprecation {
  /** The day of the release that deprecates it, such as `2026-11-26`. */
  readonly since: string;
  /** The first day on which a major release may remove it. */
  readonly sunset: string;
  /** The operationId of what replaces it; absent where nothing does. */
  readonly instead?: string;
}

/** The headers of every answer of a deprecated operation. */
export const deprecationHeaderNames = ['Deprecation', 'Sunset', 'Link'] as const satisfies readonly ResponseHeader[];

/** What announces a deprecation to programs: RFC 9745, RFC 8594, and a link to the operation in the OpenAPI document. */
export function deprecationHeaders({ since, sunset }: Deprecation, path: string): ResponseHeaders {
  const pointer = encodeURI(`/paths/${path.replaceAll('/', '~1')}`);
  return {
    Deprecation: `@${Date.parse(since) / 1000}`,
    Sunset: new Date(sunset).toUTCString(),
    Link: `</api/openapi.json#${pointer}>; rel="deprecation"; type="application/json"`,
  };
}

/** The same for people: it ends the description of the operation. */
export function deprecationNote({ since, sunset, instead }: Deprecation): string {
  const substitute = instead === undefined ? 'Nothing replaces it.' : `Use \`${instead}\` instead.`;
  return `Deprecated since ${since}. ${substitute} A major release removes it, on ${sunset} at the earliest.`;
}

/** Whether any operation is deprecated: the document has no header that no operation names. */
export function hasDeprecated(routes: readonly { readonly deprecated?: Deprecation }[]): boolean {
  return routes.some(({ deprecated }) => deprecated !== undefined);
}
