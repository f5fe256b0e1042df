import type { EnvironmentReader } from './environment-reader.ts';
import { isLoopback } from '../network.ts';

/** An identity provider whose tokens count beside keys. */
export interface IssuerSettings {
  /** The `iss` of its tokens. */
  readonly issuer: string;
  /** Where its public keys are. */
  readonly jwksUrl: string;
  /** The `aud` that its tokens must name. */
  readonly audience: string;
  /** The claim with the scopes: a text with blanks between, or a list. */
  readonly scopeClaim: string;
  /** The claim with the decks outside of which a token has no rights; null where tokens have no such limit. */
  readonly decksClaim: string | null;
  /** Which scope of the issuer is which of ours; empty where it uses our names. */
  readonly scopes: readonly (readonly [theirs: string, ours: string])[];
}

/** Reads the group from the environment. @returns null where no issuer is configured */
export function readIssuer(read: EnvironmentReader): IssuerSettings | null {
  const issuer = read.optional('JWT_ISSUER');
  const jwksUrl = read.url('JWT_JWKS_URL', ['https:', 'http:']);
  const audience = read.optional('JWT_AUDIENCE');
  const rest = {
    scopeClaim: read.text('JWT_SCOPE_CLAIM', 'scope'),
    decksClaim: read.optional('JWT_DECKS_CLAIM'),
    scopes: read.list('JWT_SCOPES', [], readPair, 'deckcast.read=decks:read,deckcast.read=presentations:read'),
  };
  if (jwksUrl !== null && !isSafe(jwksUrl)) {
    read.faults.push('JWT_JWKS_URL must begin with https://: over http:// anyone on the way could replace the keys.');
  }
  if (issuer !== null && jwksUrl !== null && audience !== null) return { issuer, jwksUrl, audience, ...rest };
  if (issuer !== null || jwksUrl !== null || audience !== null) {
    read.faults.push('JWT_ISSUER, JWT_JWKS_URL and JWT_AUDIENCE go together: set all or none.');
  }
  return null;
}

function isSafe(jwksUrl: string): boolean {
  const { protocol, hostname } = new URL(jwksUrl);
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''));
}

/** The last `=` separates: scopes of issuers may be URLs. */
function readPair(text: string): readonly [theirs: string, ours: string] | null {
  const [, theirs, ours] = /^(\S+)=([a-z:]+)$/.exec(text) ?? [];
  return theirs === undefined || ours === undefined ? null : [theirs, ours];
}
