import type { Actor } from './actor.ts';
import { deadLink } from './authenticator.ts';
import type { Signer } from './signing-key.ts';
import { AppError } from '../core/index.ts';

/** A link to one stream, without the host. */
export interface StreamLink {
  readonly url: string;
  /** Until when it opens the stream; null while authentication is off. */
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
 * Links by which browsers follow one stream, because `EventSource` sends no key. A link has the current rights of its
 * key or token, for nothing but its path and query. It opens the stream for some minutes; an open stream
 * ends with the key or token alone.
 */
export class StreamLinks {
  /**
   * @param tokenProof what the tokens of today are bound to: see `Actor.proof`; null where none count
   * @param minutes how long a link opens its stream
   */
  constructor(
    private readonly signer: Signer,
    private readonly holderOf: HolderOf,
    private readonly tokenProof: string | null,
    private readonly minutes: number,
  ) {}

  /** @throws AppError `CONFLICT` for a caller without a key or token, where authentication is on */
  make(actor: Actor, path: string, query: URLSearchParams, now: Date): StreamLink {
    if (actor.kind === 'local') return { url: urlOf(path, query), expiresAt: null };
    const { parameter, value, proof } = holderIn(actor);
    const latest = Math.min(now.getTime() + this.minutes * 60_000, actor.until?.getTime() ?? Infinity);
    const expires = Math.floor(latest / 1_000);
    const search = new URLSearchParams(query);
    search.set(parameter, value);
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
    const isSigned = (proof: string): boolean => this.signer.verifies(textOf(path, search, proof), signature);
    const token = search.get('token');
    const actor =
      token === null ? await this.holderOf(search.get('key') ?? '', isSigned) : this.#ofToken(token, isSigned);
    if (actor === null) throw deadLink();
    return actor;
  }

  #ofToken(token: string, isSigned: (proof: string) => boolean): Actor | null {
    return this.tokenProof !== null && isSigned(this.tokenProof) ? readToken(token) : null;
  }
}

/** Who a link belongs to, as its query says it, and what binds it beside. */
function holderIn(actor: Actor): { parameter: 'key' | 'token'; value: string; proof: string } {
  const { kind, lookup, proof, session } = actor;
  if (lookup !== undefined && proof !== undefined) return { parameter: 'key', value: lookup, proof };
  if (kind !== 'token' || session !== undefined || proof === undefined) throw withoutKey();
  return { parameter: 'token', value: writeToken(actor), proof };
}

type TokenHolder = Pick<Actor, 'key' | 'decks'> & { readonly scopes: readonly string[]; readonly until: string | null };

/** The rights of a token, which nothing changes until it expires. They cannot be read again. */
function writeToken({ key, scopes, decks, until }: Actor): string {
  const holder: TokenHolder = { key, scopes: [...scopes], decks, until: until?.toISOString() ?? null };
  return Buffer.from(JSON.stringify(holder)).toString('base64url');
}

/** @param text signed, so that it is what `writeToken` made @returns null for a token that has expired */
function readToken(text: string): Actor | null {
  const holder = JSON.parse(Buffer.from(text, 'base64url').toString()) as TokenHolder;
  const until = holder.until === null ? null : new Date(holder.until);
  if (until !== null && until <= new Date()) return null;
  return { kind: 'token', key: holder.key, scopes: new Set(holder.scopes), decks: holder.decks, until };
}

function urlOf(path: string, search: URLSearchParams): string {
  return search.size === 0 ? path : `${path}?${search.toString()}`;
}

/** What is signed. @param proof the digest of a key binds the link to its value: one that is rotated out opens nothing */
function textOf(path: string, search: URLSearchParams, proof: string): string {
  const signed = new URLSearchParams(search);
  for (const name of unsigned) signed.delete(name);
  return `STREAM\n${urlOf(path, signed)}\n${proof}`;
}

function withoutKey(): AppError {
  const detail =
    'Links to streams belong to keys and tokens: ask with one. The cookie of a session opens streams by itself.';
  return new AppError('key_or_token_required', detail);
}

function expired(): AppError {
  const detail = 'This link has expired: ask for a new one, and go on with the id of your last event as "after".';
  return new AppError('signed_url_expired', detail);
}
