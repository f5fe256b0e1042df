import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  errors,
  type JWTPayload,
  jwtVerify,
  type RemoteJWKSet,
} from 'jose';
import type { Logger } from 'pino';
import { isUuid } from '../input/index.ts';
import { AppError, type IssuerSettings } from '../core/index.ts';
import { type Actor, adminScope } from './actor.ts';
import { digestOf } from './key-token.ts';

/** Algorithms whose keys are public: with a shared secret, whoever checks a token could make one. */
const algorithms = 'RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA Ed25519'.split(' ');
/** How far the clock of the issuer may be ahead, in seconds. The end of a token counts to the second. */
const clockTolerance = 5;
const longestToken = 8_192;
/** How long the issuer has to answer with its keys, and how long it is left alone after it did not, in milliseconds. */
const answerMs = 3_000;
const quietMs = 5_000;
/** Keys are read again at this age, and after this time for a token of a key that is not among them, in milliseconds. */
const keysAgeMs = 600_000;
const unknownKeyMs = 30_000;
/** Largest set of keys that is read, in characters. */
const longestKeys = 262_144;
/** The last time that a date can hold, in seconds. */
const lastSecond = 8.64e12;

/** Finds the holders of the tokens (JWT) of one identity provider. */
export class TokenIssuer {
  /** Bound to what a session by a token remembers: those of another issuer or audience end with the change. */
  readonly proof: string;
  readonly #keys: RemoteJWKSet;
  #quietUntil = 0;

  /** @param scopesOf our scopes among those that a token names */
  constructor(
    private readonly settings: IssuerSettings,
    private readonly scopesOf: (named: readonly string[]) => ReadonlySet<string>,
    private readonly log: Logger,
  ) {
    this.proof = digestOf(JSON.stringify([settings.issuer, settings.audience]));
    this.#keys = createRemoteJWKSet(new URL(settings.jwksUrl), {
      timeoutDuration: answerMs,
      cooldownDuration: unknownKeyMs,
      cacheMaxAge: keysAgeMs,
      [customFetch]: (url, options) => this.#fetchKeys(url, options),
    });
  }

  /**
   * The holder of a token; null for an invalid one.
   *
   * @throws AppError `UNAVAILABLE` when the keys of the issuer cannot be read
   */
  async actorOf(token: string): Promise<Actor | null> {
    if (!this.isOfIssuer(token)) return null;
    const { issuer, audience } = this.settings;
    const required = { issuer, audience, algorithms, clockTolerance, requiredClaims: ['exp', 'sub'] };
    try {
      const { payload } = await jwtVerify(token, this.#keys, required);
      return this.#actor(payload);
    } catch (error) {
      if (error instanceof AppError) throw error;
      // Anything else comes from the token, or from a key of the issuer that no token can be checked with.
      if (!(error instanceof errors.JOSEError)) this.log.warn({ error }, 'a token could not be checked');
      return null;
    }
  }

  /** Looked at first: foreign texts never make us read the keys of the issuer. */
  isOfIssuer(token: string): boolean {
    if (token.length > longestToken || token.split('.').length !== 3) return false;
    try {
      return decodeJwt(token).iss === this.settings.issuer;
    } catch {
      return false;
    }
  }

  #actor({ sub, exp = 0, ...claims }: JWTPayload): Actor | null {
    if (typeof sub !== 'string' || sub === '' || exp > lastSecond) return null;
    const until = new Date(exp * 1_000);
    if (until <= new Date()) return null;
    const named = this.scopesOf(textsOf(claims[this.settings.scopeClaim]));
    const decks = this.#decksOf(claims, named.has(adminScope));
    // Who is limited to decks administers nothing, as with keys.
    const scopes = decks === null ? named : new Set([...named].filter((scope) => scope !== adminScope));
    return { kind: 'token', key: this.#nameOf(sub), scopes, until, decks, proof: this.proof };
  }

  /** With the claim configured, a token without it is limited to no deck at all, unless it administers. */
  #decksOf(claims: JWTPayload, isAdmin: boolean): readonly string[] | null {
    const { decksClaim } = this.settings;
    if (decksClaim === null) return null;
    const named = claims[decksClaim];
    if (named === undefined && isAdmin) return null;
    const ids = textsOf(named).filter(isUuid);
    return [...new Set(ids.map((id) => id.toLowerCase()))].sort();
  }

  /** Without blanks, as names of requests need it: see `keyed-request.ts`. */
  #nameOf(subject: string): string {
    return `token:${encodeURIComponent(this.settings.issuer)}#${encodeURIComponent(subject)}`;
  }

  async #fetchKeys(url: string, options: RequestInit): Promise<Response> {
    if (performance.now() < this.#quietUntil) throw unreachable();
    try {
      const response = await fetch(url, options);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`the issuer answered ${response.status} instead of its keys`);
      if (text.length > longestKeys) throw new Error(`the keys of the issuer have more than ${longestKeys} characters`);
      if (!isKeySet(JSON.parse(text))) throw new Error('the issuer answered with something else than keys');
      return new Response(text);
    } catch (error) {
      this.#quietUntil = performance.now() + quietMs;
      this.log.warn({ error, url }, 'the keys of the token issuer could not be read');
      throw unreachable();
    }
  }
}

function unreachable(): AppError {
  return new AppError(
    'issuer_unavailable',
    'The keys of the token issuer cannot be read right now, so no token can be checked: try again. API keys still work.',
  );
}

function isKeySet(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);
}

/** The texts of a claim: a list of them, or one with blanks between. */
function textsOf(claim: unknown): string[] {
  if (typeof claim === 'string') return claim.split(/\s+/).filter((text) => text !== '');
  return Array.isArray(claim) ? claim.filter((text) => typeof text === 'string') : [];
}
