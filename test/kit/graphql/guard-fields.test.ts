import { describe, expect, test } from '@jest/globals';
import { type ExecutionResult, graphql, buildSchema, type GraphQLSchema, parse, subscribe } from 'graphql';
import { type Actor, environmentActor } from '../../../src/kit/rights/actor.ts';
import type { RequestScope } from '../../../src/kit/data/scope.ts';
import { GraphQLContext } from '../../../src/kit/graphql/context.ts';
import { guardFields } from '../../../src/kit/graphql/guard-fields.ts';
import { Streams } from '../../../src/kit/live/streams.ts';
import { Policy } from '../../../src/kit/data/policy.ts';
import { Account } from '../../../src/kit/data/quotas/rates.ts';
import { needs } from '../../../src/kit/rights/requirement.ts';

const read: string[] = [];
const seen = <Value>(name: string, value: Value): Value => {
  read.push(name);
  return value;
};
const presentation = { id: 'p1', homeowner: 'Dana' };
const deck = {
  id: 'd1',
  name: 'Roofs',
  cover: { url: '/cover.png' },
  presentations: () => seen('presentations', { nodes: [presentation], edges: [{ node: presentation }] }),
  subscriptions: () => seen('subscriptions', [{ id: 's1' }]),
  latest: () => seen('latest', presentation),
};
const root = {
  deck: () => seen('deck', deck),
  presentation: () => seen('presentation', presentation),
  createDeck: () => seen('createDeck', deck),
};

async function* changes(): AsyncGenerator {
  yield { deckChanged: seen('deckChanged', deck) };
}

function guarded(): GraphQLSchema {
  const schema = buildSchema(`
    type Query { deck: Deck presentation: Presentation }
    type Mutation { createDeck: Deck }
    type Subscription { deckChanged: Deck }
    type Deck { id: ID! name: String! cover: Image! presentations: PresentationConnection subscriptions: [Hook!] latest: Presentation }
    type Image { url: String! }
    type PresentationConnection { nodes: [Presentation!] edges: [PresentationEdge!] }
    type PresentationEdge { node: Presentation }
    type Presentation { id: ID! homeowner: String! deck: Deck }
    type Hook { id: ID! }
  `);
  const changed = schema.getSubscriptionType()?.getFields()['deckChanged'];
  if (changed === undefined) throw new Error('the schema lacks deckChanged');
  changed.subscribe = changes;
  const scopes = new Map([
    ['Deck', 'decks:read'],
    ['Presentation', 'presentations:read'],
    ['Hook', 'notifications:read'],
  ]);
  return guardFields(schema, (type) => scopes.get(type));
}

const policy = new Policy(
  {
    getDeck: needs('decks:read', 'Query.deck', 'Subscription.deckChanged'),
    getPresentation: needs('presentations:read', 'Query.presentation'),
    createDeck: needs('decks:write'),
  },
  (actor, requestId) => ({ actor, requestId }) as RequestScope,
);

function contextOf(...scopes: string[]): GraphQLContext {
  const actor: Actor = { kind: 'key', key: 'one', scopes: new Set(scopes), until: null, decks: null };
  return contextFor(actor);
}

function contextFor(actor: Actor): GraphQLContext {
  const client = { ip: '127.0.0.1', userAgent: null, host: '', isPrivate: false };
  return new GraphQLContext(
    {
      client,
      requestId: 'request',
      key: actor.key,
      account: new Account({ key: null, address: null }, () => undefined),
      permit: (operation) => policy.permit(actor, operation, 'request'),
    },
    new Streams(),
  );
}

async function ask(source: string, contextValue: GraphQLContext): Promise<ExecutionResult> {
  read.length = 0;
  return graphql({ schema: guarded(), source, rootValue: root, contextValue });
}

const refusedAt = ({ errors = [] }: ExecutionResult): [string | undefined, string][] =>
  errors.map(({ path, message }) => [path?.join('.'), message]);

describe('fields of Query, Mutation and Subscription', () => {
  test('are asked for before they run', async () => {
    const answer = await ask('{ deck { name } presentation { homeowner } }', contextOf('decks:read'));
    expect(answer.data).toEqual({ deck: { name: 'Roofs' }, presentation: null });
    expect(refusedAt(answer)).toEqual([
      ['presentation', 'This needs a key with the scope presentations:read (Query.presentation).'],
    ]);
    expect(read).toEqual(['deck']);
  });

  test('are asked for under each alias and in each fragment', async () => {
    const source = '{ a: presentation { id } ...F } fragment F on Query { b: presentation { id } }';
    const answer = await ask(source, contextOf('decks:read'));
    expect([answer.data, refusedAt(answer).length, read]).toEqual([{ a: null, b: null }, 2, []]);
  });

  test('that change something need the right to change', async () => {
    const refused = await ask('mutation { createDeck { id } }', contextOf('decks:read'));
    expect([refused.data, refusedAt(refused).length, read]).toEqual([{ createDeck: null }, 1, []]);
    expect(await ask('mutation { createDeck { id } }', contextOf('decks:write'))).toEqual({
      data: { createDeck: { id: 'd1' } },
    });
  });

  test('that are followed are asked for when they begin, and below them with each row', async () => {
    const follow = (source: string, contextValue: GraphQLContext): ReturnType<typeof subscribe> =>
      Promise.resolve(subscribe({ schema: guarded(), document: parse(source), contextValue }));
    read.length = 0;
    expect(await follow('subscription { deckChanged { name } }', contextOf('events:read'))).toMatchObject({
      errors: [{ message: 'This needs a key with the scope decks:read (Subscription.deckChanged).' }],
    });
    expect(read).toEqual([]);
    const rows = await follow('subscription { deckChanged { name latest { id } } }', contextOf('decks:read'));
    const { value } = (await (rows as AsyncIterableIterator<ExecutionResult>).next()) as { value: ExecutionResult };
    expect(value.data).toEqual({ deckChanged: { name: 'Roofs', latest: null } });
    expect(refusedAt(value)).toEqual([
      ['deckChanged.latest', 'This needs a key with the scope presentations:read (Deck.latest).'],
    ]);
    expect(read).toEqual(['deckChanged']);
  });
});

describe('fields below them', () => {
  const everything = `{ deck { id name cover { url } subscriptions { id } latest { homeowner }
    presentations { nodes { homeowner } edges { node { id } } } } }`;

  test('that lead to another noun need the right to it, and are not read without', async () => {
    const answer = await ask(everything, contextOf('decks:read'));
    expect(answer.data).toEqual({
      deck: {
        id: 'd1',
        name: 'Roofs',
        cover: { url: '/cover.png' },
        subscriptions: null,
        latest: null,
        presentations: null,
      },
    });
    expect(refusedAt(answer).toSorted(([a = ''], [b = '']) => a.localeCompare(b))).toEqual([
      ['deck.latest', 'This needs a key with the scope presentations:read (Deck.latest).'],
      ['deck.presentations', 'This needs a key with the scope presentations:read (Deck.presentations).'],
      ['deck.subscriptions', 'This needs a key with the scope notifications:read (Deck.subscriptions).'],
    ]);
    expect(read).toEqual(['deck']);
  });

  test('are answered to who holds the rights, of whatever kind the caller is', async () => {
    const rights = contextOf('decks:read', 'presentations:write', 'notifications:read');
    for (const context of [rights, contextFor(environmentActor)]) {
      const answer = await ask(everything, context);
      expect(answer.errors).toBeUndefined();
      expect(answer.data?.['deck']).toMatchObject({
        presentations: { nodes: [{ homeowner: 'Dana' }], edges: [{ node: { id: 'p1' } }] },
      });
    }
  });

  test('that lead back are asked for as well', async () => {
    const answer = await ask('{ presentation { id deck { name } } }', contextOf('presentations:read'));
    expect(refusedAt(answer)).toEqual([
      ['presentation.deck', 'This needs a key with the scope decks:read (Presentation.deck).'],
    ]);
  });
});

test('a field runs under no context that has not checked the policy', async () => {
  const schema = guarded();
  const source = '{ deck { latest { id } } }';
  const resolve = schema.getQueryType()?.getFields()['deck'];
  if (resolve === undefined) throw new Error('the schema lacks deck');
  resolve.resolve = () => deck;
  const answer = await graphql({ schema, source, contextValue: contextFor(environmentActor) });
  expect(refusedAt(answer)).toEqual([['deck.latest', 'A field runs that the policy has not checked']]);
});
