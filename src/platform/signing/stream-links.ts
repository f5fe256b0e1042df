import type { Actor } from '../access/actor.ts';
import { deadLink } from '../access/authenticator.ts';
import type { Signer } from '../access/signing-key.ts';
import { AppError } from '../kernel/errors.ts';

/** A link to one stream, without the host. */
export interface StreamLink {
  readonly url: string;
  /** Until when it opens the stream; null while no key is asked for. */
  readonly expiresAt: Date | null;
}

/**
 * The holder of the key with a look-up id, if one of its values has a digest; null for a key that is unknown, expired
 * or revoked.
 */
export type HolderOf = (lookup: string, isValue: (digest: string) => boolean) => Promise<Actor | null>;

/** Parameters that a link does not sign: a client goes on behind any event. */
const unsigned = ['after', 'signature'];

/**
 * Links by which browsers follow one stream, because `EventSource` sends no key. A link asks with the rights that the
 * key has now, for nothing but its path and query. It opens the stream for some minutes; an open stream ends with the
 * key alone.
 */
export class StreamLinks {
  /** @param minutes how long a link opens its stream */
  constructor(
    private readonly signer: Signer,
    private readonly holderOf: HolderOf,
    private readonly minutes: number,
  ) {}

  /** @throws AppError `CONFLICT` for a caller without a key, where one is asked for */
  make({ kind, lookup, proof }: Actor, path: string, query: URLSearchParams, now: Date): StreamLink {
    if (kind === 'local') return { url: urlOf(path, query), expiresAt: null };
    if (lookup === undefined || proof === undefined) throw withoutKey();
    const expires = Math.floor(now.getTime() / 1_000) + this.minutes * 60;
    const search = new URLSearchParams(query);
    search.set('key', lookup);
    search.set('expires', String(expires));
    search.set('signature', this.signer.sign(textOf(path, search, proof)));
    return { url: urlOf(path, search), expiresAt: new Date(expires * 1_000) };
  }

  /** Who opens a stream by a link. @throws AppError `UNAUTHENTICATED`, or `FORBIDDEN` for a link that is too old */
  async actorOf(path: string, search: URLSearchParams): Promise<Actor> {
    const actor = await this.holder(path, search);
    if (Number(search.get('expires')) * 1_000 <= Date.now()) throw expired();
    return actor;
  }

  /** The same for a stream that is open already. */
  async holder(path: string, search: URLSearchParams): Promise<Actor> {
    const signature = search.get('signature') ?? '';
    const isValue = (digest: string): boolean => this.signer.verifies(textOf(path, search, digest), signature);
    const actor = await this.holderOf(search.get('key') ?? '', isValue);
    if (actor === null) throw deadLink();
    return actor;
  }
}

function urlOf(path: string, search: URLSearchParams): string {
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** What is signed. The digest of the key binds the link to its value: one that is rotated out opens nothing. */
function textOf(path: string, search: URLSearchParams, digest: string): string {
  const signed = new URLSearchParams(search);
  for (const name of unsigned) signed.delete(name);
  return `STREAM\n${urlOf(path, signed)}\n${digest}`;
}

function withoutKey(): AppError {
  const detail =
    'Links to streams belong to keys: ask with a key. The cookie of a session opens streams by itself, and a token follows them over a WebSocket.';
  return new AppError('CONFLICT', detail);
}

function expired(): AppError {
  const detail = 'This link has expired: ask for a new one, and go on with the id of your last event as "after".';
  return new AppError('FORBIDDEN', detail);
}
