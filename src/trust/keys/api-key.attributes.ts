import { registerEnumType } from 'type-graphql';
import { attribute, attributes } from '../../kit/data/index.ts';
import { list, oneOf, text, uuid } from '../../kit/input/index.ts';
import { KeyScope, knownScopes } from './scopes.ts';

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

/** What an administrator sets of a key, except for its expiry. */
export const apiKeyAttributes = attributes({
  name: attribute(
    text({ max: 200, format: 'plain-name', description: 'Who or what uses it.', examples: ['Office dashboard'] }),
  ),
  scopes: attribute(
    list(oneOf(KeyScope), {
      min: 1,
      max: knownScopes.length,
      description: 'What its holder may do. `admin` contains all other scopes, and each `write` contains its `read`.',
      examples: [['decks:read', 'presentations:write']],
    }),
  ),
  deckIds: attribute(
    list(uuid(), {
      min: 1,
      max: 100,
      description: 'The decks that its holder sees and changes; null for all. What belongs to no deck is excluded too.',
    }),
    { nullable: true },
  ),
});
