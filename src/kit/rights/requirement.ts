/** What an operation requires of its caller. Modules declare one for each of their operations. */
export interface Requirement {
  /** Scopes that the caller holds, all of them; none for any caller that may come in. */
  readonly scopes: readonly string[];
  /** Fields of GraphQL that do the same, such as `Query.deck`. A mutation of the operation's own name need not be listed. */
  readonly fields: readonly string[];
  /** Whether it is refused to a caller that is limited to decks: it makes or shows what belongs to none of them. */
  readonly isWhole?: true;
  /** Whether a signed link to what it answers is enough, without a key. */
  readonly isSigned?: true;
}

/** Declares what an operation requires. @param fields its GraphQL fields, unless it is a mutation of the same name */
export function needs(scopes: string | readonly string[], ...fields: string[]): Requirement {
  return { scopes: typeof scopes === 'string' ? [scopes] : scopes, fields };
}

/** The same, refused to callers that are limited to decks. */
export function needsAllDecks(scopes: string | readonly string[], ...fields: string[]): Requirement {
  return { ...needs(scopes, ...fields), isWhole: true };
}

/** The same, also for a caller with a signed link. */
export function orSigned(requirement: Requirement): Requirement {
  return { ...requirement, isSigned: true };
}

/** The names under which the APIs check an operation: REST's operationId, the mutation of that name, its fields. */
export function operationNames(operation: string, { fields }: Requirement): string[] {
  return [operation, `Mutation.${operation}`, ...fields];
}

/** The operations of the platform itself. */
export const ownOperations: Readonly<Record<string, Requirement>> = {
  checkLiveness: needs([]),
  checkReadiness: needs([]),
  getService: needs([]),
  getApi: needs([]),
  getOpenApiDocument: needs([]),
  getGraphqlSchema: needs([]),
  // What an id names decides: see `guard-fields.ts`.
  node: needs([], 'Query.node', 'Query.nodes'),
};
