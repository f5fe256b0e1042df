import { registerEnumType } from 'type-graphql';

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

registerEnumType(KeyScope, {
  name: 'KeyScope',
  description:
    'What the holder of a key may do. ADMIN contains all other scopes, and each WRITE contains its READ. REST writes them as `decks:read`.',
  valuesConfig: {
    DECKS_READ: { description: 'To read decks with their slides, FAQs and translations.' },
    DECKS_WRITE: { description: 'To change them, too.' },
    PRESENTATIONS_READ: { description: 'To read presentations.' },
    PRESENTATIONS_WRITE: { description: 'To make and change them, too.' },
    CONTRACTS_READ: { description: 'To read contracts.' },
    CONTRACTS_WRITE: { description: 'To make and change them, too.' },
    NOTIFICATIONS_READ: { description: 'To read subscriptions and deliveries.' },
    NOTIFICATIONS_WRITE: { description: 'To make and change them, too.' },
    SECRETS_READ: { description: 'To read the secrets of webhooks.' },
    EVENTS_READ: { description: 'To read and receive events.' },
    EVENTS_PUBLISH: { description: 'To publish events.' },
    AUDIT_READ: { description: 'To read the audit log.' },
    ADMIN: { description: 'All of it, and what no other scope gives, such as keys.' },
  },
});
