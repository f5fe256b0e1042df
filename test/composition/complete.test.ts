import { describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { requireComplete, requireDescribed, requireOperations } from '../../src/composition/complete.ts';
import { needs } from '../../src/kit/rights/requirement.ts';
import { uuidParameter } from '../../src/kit/http/rest/path-parameter.ts';

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

describe('what operations ask of their callers', () => {
  const apis = buildSchema(
    'type Query { deck: String } type Mutation { createDeck: String } type Subscription { deckChanged: String }',
  );
  const routes = [{ operationId: 'createDeck' }, { operationId: 'getDeck' }, { operationId: 'streamDeck' }];
  const operations = {
    createDeck: needs('decks:write'),
    getDeck: needs('decks:read', 'Query.deck'),
    streamDeck: needs('decks:read', 'Subscription.deckChanged'),
  };

  test('is taken when each operation of each API has it', () => {
    expect(() => requireOperations(apis, routes, operations)).not.toThrow();
  });

  test('is refused when a route has none', () => {
    expect(() => requireOperations(apis, [...routes, { operationId: 'deleteDeck' }], operations)).toThrow(
      /^deleteDeck has no requirement: list it in "operations" of its module\.$/,
    );
  });

  test.each([
    ['type Query { deck: String decks: String }', 'Query.decks'],
    ['type Query { deck: String } type Mutation { createDeck: String getDeck2: String }', 'Mutation.getDeck2'],
    ['type Query { deck: String } type Subscription { deckChanged: String events: String }', 'Subscription.events'],
    // A query of the name of an operation is not meant by it, as a mutation of that name is.
    ['type Query { deck: String getDeck: String }', 'Query.getDeck'],
  ])('is refused when %s has a field without', (types, field) => {
    expect(() => requireOperations(buildSchema(types), routes, operations)).toThrow(`${field} has no requirement`);
  });

  test('is refused for an operation and for a field that no API has', () => {
    expect(() => requireOperations(apis, routes, { ...operations, gone: needs('admin') })).toThrow(
      /^gone is a listed operation that no API has\.$/,
    );
    expect(() =>
      requireOperations(apis, routes, { ...operations, getDeck: needs([], 'Query.deck', 'Query.old') }),
    ).toThrow(/^Query\.old is a listed field: the schema has none\.$/);
  });

  test('is refused with all that is missing at once', () => {
    const { createDeck: _left, ...rest } = operations;
    expect(() => requireOperations(apis, routes, rest)).toThrow(
      /Mutation\.createDeck has no requirement[^]*\ncreateDeck has no requirement/,
    );
  });
});
