/** The product itself, anyone on this machine while no key is set, anyone at all, or the holder of a key. */
type ActorKind = 'system' | 'local' | 'public' | 'environment' | 'key';

/** A caller with its rights. Made by the `Authenticator` for clients, and by composition for the product's own work. */
export interface Actor {
  readonly kind: ActorKind;
  /** Names the credential in stored rows and logs: `environment`, or the id of a key. Null without a credential. */
  readonly key: string | null;
  /** What it may do, such as `decks:read`. */
  readonly scopes: ReadonlySet<string>;
  /** When its right ends; null for never. */
  readonly until: Date | null;
  /** The decks outside of which it sees and changes nothing, by their ids in lower case; null for no such limit. */
  readonly decks: readonly string[] | null;
}

/** The scope that contains every other one. */
export const adminScope = 'admin';

/** Whether an actor holds a scope. `admin` contains all; the right to write contains the right to read. */
export function holds({ scopes }: Actor, scope: string): boolean {
  return scopes.has(scope) || scopes.has(adminScope) || scopes.has(scope.replace(/:read$/, ':write'));
}

/** Equal for two actors with the same rights: what is answered to one may be shared with the other. */
export function rightsOf({ kind, scopes, decks }: Actor): string {
  return JSON.stringify([kind === 'key' ? 'key' : 'whole', [...scopes].sort(), decks?.toSorted() ?? null]);
}

const everything = new Set([adminScope]);

/** The product itself, in background work and at its start. */
export const systemActor: Actor = { kind: 'system', key: null, scopes: everything, until: null, decks: null };
/** Anyone on this machine, while no key is set. */
export const localActor: Actor = { kind: 'local', key: null, scopes: everything, until: null, decks: null };
/** Anyone, at the doors that are open to all: health checks. */
export const publicActor: Actor = { kind: 'public', key: null, scopes: new Set(), until: null, decks: null };
/** The holder of `API_KEY`. */
export const environmentActor: Actor = {
  kind: 'environment',
  key: 'environment',
  scopes: everything,
  until: null,
  decks: null,
};
