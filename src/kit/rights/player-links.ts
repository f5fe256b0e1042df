import { type Actor, holds } from './actor.ts';
import { linkToken } from './key-token.ts';
import type { Signer } from './signing-key.ts';

const base = '/p/';

/** Whether a path leads to the page of a presentation: `playerPath` has made it. */
export function isPlayerPath(path: string): boolean {
  return path.startsWith(base);
}

/** What a presentation keeps of its own link: the path without the secret part of its token. */
export function playerPath(lookup: string): string {
  return base + lookup;
}

/**
 * The link that each presentation has of its own. The secret part of its token is a signature of its look-up id, so that
 * it can be shown again without being stored.
 */
export class PlayerLinks {
  /** @param publicUrl where clients reach the server; null leaves URLs relative to it */
  constructor(
    private readonly signer: Signer,
    private readonly publicUrl: string | null,
  ) {}

  /** The URL of a presentation's own link, for who might as well make one; null for everyone else. */
  urlFor(actor: Actor, path: string): string | null {
    if (!holds(actor, 'presentations:write')) return null;
    const lookup = path.slice(base.length);
    const url = base + linkToken(lookup, this.signer.sign(lookup));
    return this.publicUrl === null ? url : new URL(url, this.publicUrl).href;
  }

  /** Whether the secret part of a token is that of a presentation's own link. */
  verifies(lookup: string, secret: string): boolean {
    return this.signer.verifies(lookup, secret);
  }
}
