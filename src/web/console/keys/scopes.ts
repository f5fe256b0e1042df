import type { KeyScope } from '../api/schema.graphql.ts';

/** What each scope permits, for people. The type checker reports a scope that is missing. */
export const scopes: Readonly<Record<KeyScope, string>> = {
  DECKS_READ: 'Read decks',
  DECKS_WRITE: 'Read and change decks',
  PRESENTATIONS_READ: 'Read presentations',
  PRESENTATIONS_WRITE: 'Make and change presentations',
  CONTRACTS_READ: 'Read contracts',
  CONTRACTS_WRITE: 'Make and change contracts',
  NOTIFICATIONS_READ: 'Read subscriptions and deliveries',
  NOTIFICATIONS_WRITE: 'Make and change subscriptions',
  SECRETS_READ: 'Read the secrets of webhooks',
  EVENTS_READ: 'Read and receive events',
  EVENTS_PUBLISH: 'Publish events',
  AUDIT_READ: 'Read the audit log',
  ADMIN: 'Everything, keys included',
};

/** The scope as REST, configuration and documents write it, such as `decks:read`. */
export const wordOf = (scope: KeyScope): string => scope.toLowerCase().replace('_', ':');
