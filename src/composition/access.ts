import type { Logger } from 'pino';
import { embedOriginsOf } from '../modules/links/embed-origins.ts';
import { StoredLinks } from '../modules/links/guest-links.ts';
import { findSession } from '../modules/sessions/session.reader.ts';
import { environmentActor } from '../platform/access/actor.ts';
import { Authenticator } from '../platform/access/authenticator.ts';
import { Clients } from '../platform/access/client.ts';
import { digestOf } from '../platform/access/key-token.ts';
import { Origins } from '../platform/access/origins.ts';
import type { SessionCookie } from '../platform/access/session-cookie.ts';
import type { TextCache } from '../platform/cache/text-cache.ts';
import { VersionedTexts } from '../platform/cache/versioned-texts.ts';
import { isPlayerPath, PlayerLinks } from '../platform/signing/player-links.ts';
import { SignedLinks, type SignFor } from '../platform/signing/signed-links.ts';
import { type HolderOf, StreamLinks } from '../platform/signing/stream-links.ts';
import type { ShutdownHooks } from '../platform/kernel/shutdown-hooks.ts';
import { LiveRights } from '../platform/policy/live-rights.ts';
import { SessionRing } from '../platform/policy/session-ring.ts';
import { Gate } from '../platform/rates/gate.ts';
import type { Admission } from '../platform/limits/admission.ts';
import { Misses } from '../platform/rates/misses.ts';
import { Rates } from '../platform/rates/rates.ts';
import type { Core } from './core.ts';
import { type Config, ConfigError } from '../config.ts';
import { knownScopes } from '../modules/keys/scopes.ts';
import { TokenIssuer } from '../platform/access/issuer.ts';

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
