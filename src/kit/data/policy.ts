import { type Actor, holds, isOfGuests, operationNames, type Requirement } from '../rights/index.ts';
import { AppError, unauthenticated } from '../core/index.ts';
import type { Requester, AuditTrail } from './audit/audit-log.ts';
import type { RequestScope } from './scope.ts';
import type { Keyed } from './idempotency/keyed-request.ts';

/** Makes the scope of a request. Only the policy has it, so that no client gets a scope without a check. */
export type MakeScope = (actor: Actor, requestId: string, keyed: Keyed | null, trail?: AuditTrail) => RequestScope;

/** What an adapter holds once the policy has agreed: the only way to the scope of a client. */
export interface Permit {
  readonly actor: Actor;
  readonly requestId: string;
  scope(keyed?: Keyed | null): RequestScope;
  /**
   * Checks one more scope, for a part of the answer.
   *
   * @throws AppError `FORBIDDEN`
   */
  requireScope(scope: string, what: string): void;
}

/** Authorisation of operations. Every API checks each operation with it, by REST's operationId or the GraphQL field. */
export class Policy {
  readonly #byName = new Map<string, { readonly operation: string; readonly requirement: Requirement }>();

  /** @param trailOf where refusals are recorded, and what scopes record */
  constructor(
    operations: Readonly<Record<string, Requirement>>,
    private readonly makeScope: MakeScope,
    private readonly trailOf?: (asker: Requester) => AuditTrail,
  ) {
    for (const [operation, requirement] of Object.entries(operations)) {
      for (const name of operationNames(operation, requirement)) this.#byName.set(name, { operation, requirement });
    }
  }

  /** Whether a signed link to what an operation answers is enough. */
  takesSignature(operation: string): boolean {
    return this.#byName.get(operation)?.requirement.isSigned === true;
  }

  /**
   * Agrees to one operation of a client.
   *
   * @param address where the client is
   * @throws AppError `FORBIDDEN` that names the missing scope, or the limit to decks; `UNAUTHENTICATED` for a signature
   * in place of a key
   */
  permit(actor: Actor, name: string, requestId: string, address: string | null = null): Permit {
    const known = this.#byName.get(name);
    if (known === undefined) throw new Error(`No module declares what ${name} needs`);
    const { operation, requirement } = known;
    const trail = this.trailOf?.({ actor, operation, requestId, address });
    recorded(trail, () => {
      if (actor.kind === 'signed') requireSigned(requirement);
      else if (actor.kind === 'link' && !requirement.scopes.some(isOfGuests)) throw notForGuests(name);
      else for (const scope of requirement.scopes) requireScope(actor, scope, name);
      if (requirement.isWhole === true) requireAllDecks(actor, name);
    });
    return {
      actor,
      requestId,
      scope: (keyed = null) => this.makeScope(actor, requestId, keyed, trail),
      requireScope: (scope, what) => recorded(trail, () => requireScope(actor, scope, what)),
    };
  }
}

function recorded(trail: AuditTrail | undefined, check: () => void): void {
  try {
    check();
  } catch (error) {
    trail?.refused(error);
    throw error;
  }
}

/** @throws AppError `FORBIDDEN` that names the scope and what needs it */
export function requireScope(actor: Actor, scope: string, what: string): void {
  if (holds(actor, scope)) return;
  const needed = isOfGuests(scope) ? `a link to a presentation that gives ${scope}` : `a key with the scope ${scope}`;
  const reason = isOfGuests(scope) && actor.kind !== 'link' ? 'link_required' : 'scope_missing';
  throw new AppError(reason, `This needs ${needed} (${what}).`);
}

function notForGuests(operation: string): AppError {
  return new AppError('not_for_links', `A link to a presentation does not give this (${operation}).`);
}

function requireSigned({ isSigned }: Requirement): void {
  if (isSigned !== true) throw unauthenticated();
}

function requireAllDecks({ decks }: Actor, operation: string): void {
  if (decks === null) return;
  throw new AppError('limited_to_decks', `This key is limited to decks: use one without that limit (${operation}).`);
}
