import { type Actor, holds } from '../access/actor.ts';
import type { RequestScope } from '../database/scope.ts';
import type { Keyed } from '../idempotency/keyed-request.ts';
import { AppError } from '../kernel/errors.ts';
import { namesOf, type Requirement } from './requirement.ts';

/** Makes the scope of a request. Only the policy has it, so that no client gets a scope without being asked. */
type MakeScope = (actor: Actor, requestId: string, keyed: Keyed | null) => RequestScope;

/** What a door holds once the policy has agreed: the only way to the scope of a client. */
export interface Permit {
  readonly actor: Actor;
  readonly requestId: string;
  scope(keyed?: Keyed | null): RequestScope;
}

/** Who may do what. Every door asks it for each operation, by REST's operationId or the GraphQL field. */
export class Policy {
  readonly #byOperation = new Map<string, Requirement>();

  constructor(
    operations: Readonly<Record<string, Requirement>>,
    private readonly makeScope: MakeScope,
  ) {
    for (const [operation, requirement] of Object.entries(operations)) {
      for (const name of namesOf(operation, requirement)) this.#byOperation.set(name, requirement);
    }
  }

  /**
   * Agrees to one operation of a client.
   *
   * @throws AppError `FORBIDDEN` that names the missing scope, or the limit to decks
   */
  permit(actor: Actor, operation: string, requestId: string): Permit {
    const requirement = this.#byOperation.get(operation);
    if (requirement === undefined) throw new Error(`No module says what ${operation} needs`);
    for (const scope of requirement.scopes) requireScope(actor, scope, operation);
    if (requirement.isWhole === true) requireAllDecks(actor, operation);
    return { actor, requestId, scope: (keyed = null) => this.makeScope(actor, requestId, keyed) };
  }
}

/** @throws AppError `FORBIDDEN` that names the scope and what needs it */
export function requireScope(actor: Actor, scope: string, what: string): void {
  if (holds(actor, scope)) return;
  throw new AppError('FORBIDDEN', `This needs a key with the scope ${scope} (${what}).`);
}

function requireAllDecks({ decks }: Actor, operation: string): void {
  if (decks === null) return;
  throw new AppError('FORBIDDEN', `This key is limited to decks: use one without that limit (${operation}).`);
}
