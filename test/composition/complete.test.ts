import { describe, expect, test } from '@jest/globals';
import { buildSchema } from 'graphql';
import { requireComplete, requireDescribed, requireNotice, requireOperations } from '../../src/composition/complete.ts';
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

describe('a deprecated operation', () => {
  const getNew = { operationId: 'getNew' };
  const getOld = (deprecated: object) => ({
    operationId: 'getOld',
    deprecated: { since: '2026-11-26', sunset: '2027-05-25', ...deprecated },
  });

  test('is taken when it stays for 180 days and names what replaces it, or that nothing does', () => {
    expect(() => requireNotice([getOld({ instead: 'getNew' }), getNew])).not.toThrow();
    expect(() => requireNotice([getOld({ instead: 'patchNew' }), { ...getNew, patchId: 'patchNew' }])).not.toThrow();
    expect(() => requireNotice([getOld({})])).not.toThrow();
  });

  test.each(['2027-05-24', '2026-11-26', '2025-11-26', 'soon'])('is refused when it ends on %s', (sunset) => {
    expect(() => requireNotice([getOld({ sunset })])).toThrow(
      /^getOld is deprecated: give "sunset" a day 180 days after "since", or a later one\.$/,
    );
  });

  test('is refused when what replaces it does not exist or is deprecated, too', () => {
    const refusal = /^getOld is deprecated in favour of getNew: name an operation that exists and is not deprecated\.$/;
    const instead = { instead: 'getNew' };
    expect(() => requireNotice([getOld(instead)])).toThrow(refusal);
    expect(() => requireNotice([getOld(instead), { ...getOld({}), operationId: 'getNew' }])).toThrow(refusal);
  });
});
