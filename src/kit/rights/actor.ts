/**
 * The product itself, anyone on this machine while no key is set, anyone at all, the holder of a key or of a token, the
 * caller of a signed link to one file, or the guest who was given a link to one presentation.
 */
export const ActorKind = {
  SYSTEM: 'system',
  LOCAL: 'local',
  PUBLIC: 'public',
  ENVIRONMENT: 'environment',
  KEY: 'key',
  TOKEN: 'token',
  SIGNED: 'signed',
  LINK: 'link',
} as const;
/** A value of `ActorKind`, as it is stored and sent. */
export type ActorKind = (typeof ActorKind)[keyof typeof ActorKind];

/** What a browser came in by. */
interface BrowserSession {
  readonly id: string;
  /** What requests of it send as `X-CSRF-Token`. */
  readonly csrfToken: string;
}

/** A caller with its rights. Made by the `Authenticator` for clients, and by composition for the product's own work. */
export interface Actor {
  readonly kind: ActorKind;
  /**
   * Names the holder in stored rows and logs: `environment`, the id of a key, or the issuer and subject of a token.
   * Null without a credential.
   */
  readonly key: string | null;
  /** What it may do, such as `decks:read`. */
  readonly scopes: ReadonlySet<string>;
  /** When its right ends; null for never. */
  readonly until: Date | null;
  /** The decks outside of which it sees and changes nothing, by their ids in lower case; null for no such limit. */
  readonly decks: readonly string[] | null;
  /** The session of its browser; absent for one that sends its credential. */
  readonly session?: BrowserSession;
  /** The presentation that a guest was given a link to: all that it may request; absent for everyone else. */
  readonly presentation?: string;
  /** The look-up id of its key, which is no secret; absent for everyone but the holder of a key that is sent. */
  readonly lookup?: string;
  /** A digest of the credential, by which a session is bound to it; absent without a credential. */
  readonly proof?: string;
}

/** The scope that contains every other one. */
export const adminScope = 'admin';

/** What guests may do: open their link, see what it leads to, and sign. No key has these scopes, not even by `admin`. */
export const guestScopes = { open: 'guest:open', view: 'guest:view', sign: 'guest:sign' } as const;

/** Whether guests alone hold a scope. */
export function isOfGuests(scope: string): boolean {
  return scope.startsWith('guest:');
}

/** Whether an actor holds a scope. `admin` contains all but those of guests; the right to write contains that to read. */
export function holds({ scopes }: Actor, scope: string): boolean {
  if (isOfGuests(scope)) return scopes.has(scope);
  return scopes.has(scope) || scopes.has(adminScope) || scopes.has(scope.replace(/:read$/, ':write'));
}

/** Whether an actor is one of many, each with rights of its own. All others are the operator, or nobody. */
export function isNamed(kind: Actor['kind']): boolean {
  return kind === 'key' || kind === 'token' || kind === 'link';
}

/** Equal for two actors with the same rights: what is answered to one may be shared with the other. */
export function rightsOf({ kind, scopes, decks, presentation }: Actor): string {
  const held = [...scopes].sort();
  return JSON.stringify([isNamed(kind) ? 'key' : 'whole', held, decks?.toSorted() ?? null, presentation ?? null]);
}

const everything = new Set([adminScope]);

/** The product itself, in background work and at its start. */
export const systemActor: Actor = { kind: 'system', key: null, scopes: everything, until: null, decks: null };
/** Anyone on this machine, while no key is set. */
export const localActor: Actor = { kind: 'local', key: null, scopes: everything, until: null, decks: null };
/** Anyone, for the operations that are open to all: health checks. */
export const publicActor: Actor = { kind: 'public', key: null, scopes: new Set(), until: null, decks: null };
/** The holder of `API_KEY`. */
export const environmentActor: Actor = {
  kind: 'environment',
  key: 'environment',
  scopes: everything,
  until: null,
  decks: null,
  lookup: 'environment',
};
