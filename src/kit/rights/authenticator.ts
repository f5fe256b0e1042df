import { AppError, unauthenticated } from '../core/index.ts';
import { type Actor, environmentActor, localActor } from './actor.ts';
import { digestOf, lookupOf, sameDigest } from './key-token.ts';
import { isSessionToken } from './session-token.ts';

/** The keys that were made, beside that of the environment. */
export interface Keys {
  /** Whether a key was ever made, as far as this process knows. */
  readonly wereMade: boolean;
  /** A number that rises with every change of a key, and with the end of a session; at most a second old. */
  revision(): Promise<number>;
  /** The holder of a key; null for one that is unknown, expired or revoked. */
  actorOf(token: string): Promise<Actor | null>;
  /** Whether there is a key with the look-up id of this one. Guesses cause no look-up. */
  isKnown(token: string): Promise<boolean>;
}

/** The tokens of an identity provider. */
export interface Tokens {
  /** The holder of a token; null for an invalid one. @throws AppError `UNAVAILABLE` */
  actorOf(token: string): Promise<Actor | null>;
  /** Whether a text has the form of a token of the issuer. Nobody guesses one, and a look reads nothing. */
  isOfIssuer(token: string): boolean;
}

/** The sessions of browsers. */
interface Sessions {
  /** The holder of the credential that a session was made by; null for one that is unknown or has ended. */
  actorOf(token: string): Promise<Actor | null>;
}

/** The links that guests were given. */
export interface GuestLinks {
  /** A number that rises when a link is revoked, or its rights change. */
  revision(): Promise<number>;
  /**
   * Who was given a link; null for one that is unknown or used up.
   *
   * @throws AppError `endedLink` for the whole token of a link that has expired, was revoked or was erased
   */
  actorOf(token: string): Promise<Actor | null>;
}

/** Whose credentials count. */
interface Holders {
  /**
   * The key of the environment; null for none. Without it and without tokens authentication is off until the first key
   * is made, which `config.ts` allows on loopback alone. It is never off again: a revoked key counts as a key.
   */
  readonly apiKey: string | null;
  readonly keys: Keys;
  readonly tokens: Tokens | null;
  readonly sessions: Sessions;
  readonly links: GuestLinks;
}

/** Authenticates the caller, from what `SessionCookie.credentialOf` reads, or from the parameters of a WebSocket. */
export class Authenticator {
  readonly #digest: string | null;

  constructor(private readonly holders: Holders) {
    this.#digest = holders.apiKey === null ? null : digestOf(holders.apiKey);
  }

  /** Whether anyone on this machine may come in. It may be true for a second after another process made the first key. */
  get isOpen(): boolean {
    return this.#digest === null && this.holders.tokens === null && !this.holders.keys.wereMade;
  }

  /** Rises with every change that may end or change a right. */
  async revision(): Promise<number> {
    const { keys, links } = this.holders;
    return (await keys.revision()) + (await links.revision());
  }

  /**
   * @param authorization an Authorization header, the same of a socket's connectionParams, or `Session` and the value of
   *   a cookie
   * @throws AppError `UNAUTHENTICATED`, the same for every invalid credential; `UNAVAILABLE` when it cannot
   *   be checked
   */
  async authenticate(authorization: string | undefined): Promise<Actor> {
    const link = linkOf(authorization);
    // Also where anyone may come in: a guest has the rights of the link alone.
    if (link !== null) return this.#guestOf(link);
    if (this.isOpen) {
      await this.holders.keys.revision();
      if (this.isOpen) return localActor;
    }
    const actor = await this.#holderOf(authorization);
    if (actor !== null) return actor;
    throw unauthenticated();
  }

  async #holderOf(authorization: string | undefined): Promise<Actor | null> {
    const { keys, tokens, sessions } = this.holders;
    const session = sessionOf(authorization);
    if (session !== null) return sessions.actorOf(session);
    const token = bearerOf(authorization);
    if (this.#isOfEnvironment(token)) return { ...environmentActor, proof: digestOf(token) };
    return (await keys.actorOf(token)) ?? (await tokens?.actorOf(token)) ?? null;
  }

  /**
   * Whether a credential may be a right one, as far as memory and its form show: for clients that have sent many wrong
   * ones. Nobody guesses a token, a session or a link: each is looked up, which is one statement.
   */
  async mayCount(authorization: string | undefined): Promise<boolean> {
    const token = bearerOf(authorization);
    const { keys, tokens } = this.holders;
    if (sessionOf(authorization) !== null || mayBeLink(authorization)) return true;
    return this.#isOfEnvironment(token) || tokens?.isOfIssuer(token) === true || keys.isKnown(token);
  }

  async #guestOf(link: string): Promise<Actor> {
    const guest = await this.holders.links.actorOf(link);
    if (guest !== null) return guest;
    throw deadLink();
  }

  #isOfEnvironment(token: string): boolean {
    return this.#digest !== null && sameDigest(digestOf(token), this.#digest);
  }
}

function sessionOf(authorization: string | undefined): string | null {
  const [, token = ''] = /^Session (\S+)$/.exec(authorization ?? '') ?? [];
  return isSessionToken(token) ? token : null;
}

const deadLinkText = 'This link is invalid or has expired: request a new one.';

/** The same for every invalid link. */
export function deadLink(): AppError {
  return new AppError('link_invalid', deadLinkText);
}

/**
 * For the holder of the whole token of a link that has ended: a device deletes what it keeps of a link after this
 * answer alone, because a token that was cut off, or used up, is no evidence about what another token of the link has
 * kept.
 */
export function endedLink(): AppError {
  return new AppError('link_ended', deadLinkText);
}

function linkOf(authorization: string | undefined): string | null {
  return /^Link +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

function mayBeLink(authorization: string | undefined): boolean {
  return lookupOf(linkOf(authorization) ?? '', 'pl') !== null;
}

function bearerOf(authorization: string | undefined): string {
  return /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '';
}
