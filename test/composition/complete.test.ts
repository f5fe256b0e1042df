import { describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { requireComplete, requireDescribed } from '../../src/composition/complete.ts';
import { uuidParameter } from '../../src/platform/rest/path-parameter.ts';

class NeedsUseCases {
  constructor(readonly useCase: object) {}
}
class StandsAlone {}

const schema = buildSchema(
  'interface Node { id: ID! } type Deck implements Node { id: ID! } type Query { deck: Deck }',
);
const whole = {
  schema,
  resolvers: [NeedsUseCases, StandsAlone],
  instances: [new NeedsUseCases({})],
  nodeNames: ['Deck'],
};

describe('the list of modules', () => {
  test('is taken when it is complete', () => {
    expect(() => requireComplete(whole)).not.toThrow();
  });

  test('is refused when a resolver lacks its use cases', () => {
    expect(() => requireComplete({ ...whole, instances: [] })).toThrow(
      'NeedsUseCases takes use cases: make it in "instances" of its module.',
    );
  });

  test('is refused when a type with an id is no node of a module, or a node is no such type', () => {
    expect(() => requireComplete({ ...whole, nodeNames: [] })).toThrow('Deck has an id');
    expect(() => requireComplete({ ...whole, nodeNames: ['Deck', 'Slide'] })).toThrow('Slide is a listed node');
  });

  test('is refused when a route is in a group, or has a path parameter, that no module describes', () => {
    const routes = [{ tag: 'Decks', path: '/api/decks/{deckId}' }];
    const described = { tags: { Decks: 'Decks.' }, pathParameters: { deckId: uuidParameter('The id of the deck.') } };
    expect(() => requireDescribed(routes, described)).not.toThrow();
    expect(() => requireDescribed(routes, { ...described, tags: {} })).toThrow(
      '/api/decks/{deckId} is in the group Decks: describe it in "tags" of its module.',
    );
    expect(() => requireDescribed(routes, { ...described, pathParameters: {} })).toThrow(
      '/api/decks/{deckId} has the parameter deckId: describe it in "pathParameters" of its module.',
    );
  });
});
