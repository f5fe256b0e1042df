import { attribute, attributes, list as shownList, text as shownText } from '../../kit/data/index.ts';
import { list, type Rule, text, uuid } from '../../kit/input/index.ts';
import { knownScopes } from './scopes.ts';

/** A text in GraphQL, whose enums cannot have a colon in their values. */
const scope: Rule<string> = {
  graphql: () => String,
  schema: () => ({ type: 'string', enum: [...knownScopes] }),
};

/** What an administrator sets of a key, except for its expiry. */
export const apiKeyAttributes = attributes({
  name: attribute(
    text({ max: 200, format: 'plain-name', description: 'Who or what uses it.', examples: ['Office dashboard'] }),
  ),
  scopes: attribute(
    list(scope, {
      min: 1,
      max: knownScopes.length,
      description: 'What its holder may do. `admin` contains all other scopes, and each `write` contains its `read`.',
      examples: [['decks:read', 'presentations:write']],
    }),
    { output: { view: shownList(shownText) } },
  ),
  decks: attribute(
    list(uuid(), {
      min: 1,
      max: 100,
      description: 'The decks that its holder sees and changes; null for all. What belongs to no deck is excluded too.',
    }),
    { nullable: true },
  ),
});
