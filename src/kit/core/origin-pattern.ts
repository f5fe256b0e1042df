/** One entry of a list of origins: an exact one, or all subdomains of a domain. */
export interface OriginPattern {
  /** `http:` or `https:`. */
  readonly protocol: string;
  /** Host and port; of a pattern with `*.` without that beginning. */
  readonly host: string;
  readonly isSuffix: boolean;
}

/** A URL may have other characters in its host: in a header some of them would end the origin. */
const plainHost = /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/;

/** Reads an origin such as https://app.example.com, or *.example.com for all its subdomains. @returns null for no origin */
export function parseOrigin(text: string): OriginPattern | null {
  const [, scheme = 'https', star, host = ''] = /^(?:(https?):\/\/)?(\*\.)?([^/*@\s]+)$/i.exec(text) ?? [];
  if (host === '' || (star === undefined && !text.includes('://'))) return null;
  const address = `${scheme.toLowerCase()}://${host}`;
  if (!URL.canParse(address) || new URL(address).pathname !== '/') return null;
  const { protocol, host: canonical } = new URL(address);
  return plainHost.test(canonical) ? { protocol, host: canonical, isSuffix: star !== undefined } : null;
}

/** The same origin or pattern as a Content-Security-Policy spells it. @returns null for no origin */
export function canonicalOrigin(text: string): string | null {
  const origin = parseOrigin(text);
  return origin === null ? null : `${origin.protocol}//${origin.isSuffix ? '*.' : ''}${origin.host}`;
}
