import { attribute, attributes } from '../../kit/data/index.ts';
import { list, oneOf, text, uuid } from '../../kit/input/index.ts';
import { KeyScope, knownScopes } from './scopes.ts';

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
