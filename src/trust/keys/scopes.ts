/** Every scope that a key may have. `admin` contains all others, and each `write` contains its `read`. */
export const KeyScope = {
  DECKS_READ: 'decks:read',
  DECKS_WRITE: 'decks:write',
  PRESENTATIONS_READ: 'presentations:read',
  PRESENTATIONS_WRITE: 'presentations:write',
  CONTRACTS_READ: 'contracts:read',
  CONTRACTS_WRITE: 'contracts:write',
  NOTIFICATIONS_READ: 'notifications:read',
  NOTIFICATIONS_WRITE: 'notifications:write',
  SECRETS_READ: 'secrets:read',
  EVENTS_READ: 'events:read',
  EVENTS_PUBLISH: 'events:publish',
  AUDIT_READ: 'audit:read',
  ADMIN: 'admin',
} as const;
/** A value of `KeyScope`, as it is stored and sent. */
export type KeyScope = (typeof KeyScope)[keyof typeof KeyScope];

export const knownScopes = Object.values(KeyScope);
