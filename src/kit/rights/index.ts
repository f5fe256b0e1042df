// The face of rights: who asks, what they may do, which rows they see, and links that carry a right.
export {
  type Actor,
  ActorKind,
  adminScope,
  environmentActor,
  guestScopes,
  holds,
  isNamed,
  isOfGuests,
  publicActor,
  rightsOf,
  systemActor,
} from './actor.ts';
export { Authenticator, deadLink, endedLink, type GuestLinks } from './authenticator.ts';
export { type Client, Clients } from './client.ts';
export { TokenIssuer } from './issuer.ts';
export { type AccessRevisions, KeyRing } from './key-ring.ts';
export { digestOf, lookupOf, newKeyToken, newLookup, sameDigest, secretOf } from './key-token.ts';
export { LastUse } from './last-use.ts';
export { LiveRights } from './live-rights.ts';
export { hasOneHost } from './one-host.ts';
export { Origins, otherOrigin } from './origins.ts';
export { outsideDecks, requireVisible, sightFilter, WrittenWithinSight } from './orm-sight.ts';
export { isPlayerPath, PlayerLinks, playerPath } from './player-links.ts';
export { ReadFrom } from './read-from.ts';
export { needs, needsAllDecks, operationNames, orSigned, ownOperations, type Requirement } from './requirement.ts';
export { SeenBy } from './seen-by.ts';
export { SessionCookie } from './session-cookie.ts';
export { type SessionKind, SessionRing, type StoredSession } from './session-ring.ts';
export { bindingOf, csrfTokenOf, newSessionToken } from './session-token.ts';
export { seesDeck, type Sight, sightName, sightOf, wholeSight, withSight } from './sight.ts';
export { SignedLink, signedJson, writeJson } from './signed-link.ts';
export { SignedLinks, type SignFor, type SignLink } from './signed-links.ts';
export { Signer } from './signing-key.ts';
export { SigningSecret } from './signing-secret.entity.ts';
export { readSigningSecrets } from './signing-secrets.ts';
export { type HolderOf, type StreamLink, StreamLinks } from './stream-links.ts';
export { Vault } from './vault.ts';
export { visibleRows } from './visible-rows.ts';
