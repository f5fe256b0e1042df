import type { Logger } from 'pino';
import { embedOriginsOf } from '../homeowners/links/embed-origins.ts';
import { StoredLinks } from '../homeowners/links/guest-links.ts';
import { findSession } from '../trust/sessions/session.reader.ts';
import {
  Authenticator,
  Clients,
  digestOf,
  environmentActor,
  type HolderOf,
  isPlayerPath,
  LiveRights,
  Origins,
  PlayerLinks,
  type SessionCookie,
  SessionRing,
  SignedLinks,
  type SignFor,
  StreamLinks,
  TokenIssuer,
} from '../kit/rights/index.ts';
import { type TextCache, VersionedTexts } from '../kit/graphql/index.ts';
import type { Admission, ShutdownHooks } from '../kit/core/index.ts';
import { Gate, Misses, Rates } from '../kit/data/index.ts';
import type { Core } from './core.ts';
import { type Config, ConfigError } from '../config.ts';
import { knownScopes } from '../trust/keys/scopes.ts';

const known: ReadonlySet<string> = new Set(knownScopes);

/** Who may come in, from where, and how long what is open stays open. */
export function openAccess(
  { http, issuer }: Config,
  { connection, keyRing, newScope, newSigner, counts, wakeUps, log }: Core,
  {
    cookie,
    admission,
    cache,
  }: { readonly cookie: SessionCookie; readonly admission: Admission; readonly cache: TextCache },
  shutdown: ShutdownHooks,
) {
  const tokens = openTokenIssuer({ issuer }, log);
  const { apiKey } = http;
  const proofs = { environment: apiKey === null ? null : digestOf(apiKey), token: tokens?.proof ?? null };
  const sessions = new SessionRing({ find: (digest) => findSession(newScope().em, digest), keys: keyRing, proofs });
  const player = new PlayerLinks(newSigner('player links'), http.publicUrl);
  const given = new StoredLinks(newScope, connection.queue, player);
  const guard = new Authenticator({ apiKey, keys: keyRing, tokens, sessions, links: given });
  const { wrongKeys: perMinute } = http.rates;
  const gate = new Gate(guard, new Misses(counts, { name: 'wrong-key', perMinute, what: 'wrong credentials' }));
  const clients = new Clients(http.trustedProxies, http.forwardedHeader);
  const origins = new Origins({ clients, publicUrl: http.publicUrl, allowed: http.allowedOrigins });
  const rights = new LiveRights(guard, log);
  // Registered after the ring of keys, which forgets at the same wake-up what it has read.
  wakeUps.on('access', rights.look);
  shutdown.push('rights of streams', () => rights.stop());
  const links = new SignedLinks(newSigner('links'), http.signedLinkMinutes, () => guard.isOpen);
  const signFor: SignFor = (actor) => (path) => (isPlayerPath(path) ? player.urlFor(actor, path) : links.sign(path));
  const holderOf: HolderOf = async (lookup, isValue) => {
    if (lookup !== environmentActor.lookup) return keyRing.holderOf(lookup, isValue);
    return proofs.environment !== null && isValue(proofs.environment) ? environmentActor : null;
  };
  const streamLinks = new StreamLinks(newSigner('stream links'), holderOf, proofs.token, http.signedLinkMinutes);
  wakeUps.on('erased', cache.clear);
  const texts = new VersionedTexts(cache, { signFor, period: links.expiry });
  const rates = new Rates(counts, http.rates, () => (admission.refused.rate += 1));
  const embedOrigins = embedOriginsOf({ guard, gate, rates, clients, newScope });
  return { guard, gate, rates, cookie, clients, origins, rights, links, signFor, texts, streamLinks, embedOrigins };
}

/**
 * The configured identity provider; null where there is none.
 *
 * @throws ConfigError for scopes that we do not have
 */
export function openTokenIssuer({ issuer }: Pick<Config, 'issuer'>, log: Logger): TokenIssuer | null {
  if (issuer === null) return null;
  const { scopes } = issuer;
  const faults = scopes
    .filter(([, ours]) => !known.has(ours))
    .map(
      ([theirs, ours]) => `JWT_SCOPES makes ${theirs} the scope ${ours}: it must be one of ${[...known].join(', ')}.`,
    );
  if (faults.length > 0) throw new ConfigError(faults);
  const scopesOf = (named: readonly string[]): ReadonlySet<string> =>
    scopes.length === 0
      ? new Set(named.filter((scope) => known.has(scope)))
      : new Set(scopes.filter(([theirs]) => named.includes(theirs)).map(([, ours]) => ours));
  return new TokenIssuer(issuer, scopesOf, log);
}
