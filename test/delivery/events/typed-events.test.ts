import { beforeAll, describe, expect, test } from '@jest/globals';
import { ApolloClient, gql, HttpLink, type InMemoryCache } from '@apollo/client';
import {
  buildSchema,
  getNamedType,
  type GraphQLObjectType,
  isInterfaceType,
  isLeafType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { catalogue } from '../../../src/composition/modules.ts';
import { type EventType, eventTypeName } from '../../../src/kit/live/event-type.ts';
import { readFileSync } from 'node:fs';
import { fromDocuments } from '../../helpers/cache-clients.ts';
import { eventually } from '../../helpers/eventually.ts';
import { issue } from '../../trust/keys/issued.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { publish } from '../deliveries.ts';

const app = useApp({ API_KEY: 'the-key-of-typed-events' });
const headers = { authorization: 'Bearer the-key-of-typed-events' };
const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'));

const typed = (() => {
  const event = schema.getType('Event');
  if (!isInterfaceType(event)) throw new Error('Event is an interface');
  return schema.getPossibleTypes(event).filter(({ name }) => name !== 'OtherEvent');
})();
const dataOf = (type: string): GraphQLObjectType => {
  const data = schema.getType(`${type}Data`);
  if (!isObjectType(data)) throw new Error(`${type} has data`);
  return data;
};
const typeOf = (name: string): EventType => {
  const found = catalogue.eventTypes.find((type) => type.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

/** The members of the data of a type: what has no fields itself. Beside ids stand the objects. */
const membersOf = (name: string): string[] =>
  Object.values(dataOf(name).getFields()).flatMap((field) =>
    isLeafType(getNamedType(field.type)) ? [field.name] : [],
  );
/** All members of the data of a type. */
const selection = (name: string): string => `... on ${name} { data { ${membersOf(name).join(' ')} } payload }`;
const read = (id: string, name: string): Promise<{ event: Shown; node: Shown }> =>
  app.graphql.data(
    `query ($id: ID!) { event(id: $id) { __typename ${selection(name)} } node(id: $id) { __typename ${selection(name)} } }`,
    { id },
  );

interface Shown {
  readonly __typename: string;
  readonly data?: Readonly<Record<string, unknown>>;
  readonly payload?: object;
}

describe('the object types of events', () => {
  test('are one for each type of the catalogue, with the members of its data', () => {
    expect(typed.map(({ name }) => name).toSorted()).toEqual(
      catalogue.eventTypes.map(({ name }) => eventTypeName(name)).toSorted(),
    );
    for (const { name, schema: json } of catalogue.eventTypes) {
      expect(membersOf(eventTypeName(name)).toSorted()).toEqual(Object.keys(json['properties'] as object).toSorted());
    }
  });

  test('have one type for each name of a member, but for those that need an alias', () => {
    const types = new Map<string, Set<string>>();
    for (const { name } of typed) {
      for (const { name: member, type } of Object.values(dataOf(name).getFields()))
        types.set(member, (types.get(member) ?? new Set()).add(String(type)));
    }
    const differing = [...types]
      .filter(([, all]) => all.size > 1)
      .map(([member, all]) => [member, [...all].toSorted()]);
    expect(Object.fromEntries(differing)).toEqual({
      error: ['String', 'String!'],
      expiresAt: ['DateTimeISO', 'DateTimeISO!'],
      sourceSlideId: ['ID', 'ID!'],
      status: ['ContractStatus!', 'PresentationStatus!'],
      total: ['Decimal', 'Decimal!'],
      totalMinor: ['Int', 'Int!'],
    });
  });

  test('have enums of the schema, times and ids', () => {
    const members = (type: string): Record<string, string> =>
      Object.fromEntries(Object.values(dataOf(type).getFields()).map(({ name, type: of }) => [name, String(of)]));
    expect(members('ContractSignedEvent')).toMatchObject({
      tier: 'PricingTier!',
      signedAt: 'DateTimeISO!',
      contractId: 'ID!',
    });
    expect(members('LinkCreatedEvent')).toEqual({
      link: 'PresentationLink',
      linkId: 'ID!',
      presentation: 'Presentation',
      presentationId: 'ID!',
      scope: 'LinkScope!',
      expiresAt: 'DateTimeISO!',
    });
    expect(members('DeckUpdatedEvent')).toMatchObject({ changed: '[String!]!' });
    expect(members('ContractRescindedEvent')).toMatchObject({ recordedBy: 'String!' });
    for (const type of typed) expect(isNonNullType(type.getFields()['data']?.type)).toBe(true);
  });
});

describe('an event', () => {
  test('of each type has its object type, by its id and as a node', async () => {
    for (const { name, sample } of catalogue.eventTypes) {
      const { id } = await publish(app, name, { data: sample });
      const { event, node } = await read(id, eventTypeName(name));
      expect([name, event.__typename, event.payload]).toEqual([name, eventTypeName(name), sample]);
      expect(Object.keys(event.data ?? {}).toSorted()).toEqual(Object.keys(sample).toSorted());
      expect(node).toEqual(event);
    }
  });

  test('has the values of its data as GraphQL writes them', async () => {
    const { id } = await publish(app, 'contract.signed', { data: typeOf('contract.signed').sample });
    const { event } = await read(id, 'ContractSignedEvent');
    expect(event.data).toMatchObject({ tier: 'BETTER', total: '14700.00', signedAt: '2026-01-01T12:00:00.000Z' });
    expect(event.payload).toMatchObject({ tier: 'better' });
  });

  const signed = typeOf('contract.signed').sample;
  const opened = typeOf('presentation.opened').sample;
  test.each([
    ['of a type that clients invent', 'visit.started', { any: [1] }],
    ['whose data lack a member', 'contract.signed', { ...signed, tier: undefined }],
    ['with a value of another type', 'contract.signed', { ...signed, documentHash: 5 }],
    ['with a choice that is none', 'contract.signed', { ...signed, tier: 'finest' }],
    ['with a time that is none', 'contract.signed', { ...signed, signedAt: 'soon' }],
    ['with a number beyond Int', 'presentation.opened', { ...opened, openCount: 3_000_000_000 }],
    ['with null that may not be', 'contract.signed', { ...signed, total: null }],
    ['of an erased homeowner', 'contract.signed', { erased: true }],
  ])('%s is an OtherEvent and fails no page', async (_what, type, data) => {
    const { id } = await publish(app, type, { data });
    const { event } = await read(id, eventTypeName('contract.signed'));
    expect(event).toEqual({ __typename: 'OtherEvent' });
    const { events } = await app.graphql.data<{ events: { nodes: { id: string; payload: object }[] } }>(
      `query ($types: [String!]) { events(types: $types, first: 200) { nodes { id payload ${selection('ContractSignedEvent')} } } }`,
      { types: [type] },
    );
    expect(events.nodes.find((one) => one.id === id)?.payload).toEqual(JSON.parse(JSON.stringify(data)));
  });

  test('may have more members than its type', async () => {
    const { id } = await publish(app, 'deck.created', { data: { name: 'Roof', since: 'a later version' } });
    expect((await read(id, 'DeckCreatedEvent')).event).toMatchObject({
      __typename: 'DeckCreatedEvent',
      data: { name: 'Roof' },
    });
  });

  test('is refused as a node without events:read', async () => {
    const { token } = await issue(app, { scopes: ['decks:read'] });
    const { id } = await publish(app, 'deck.created', { data: { name: 'Roof' } });
    const caller = new GraphQLClient(app.base, { authorization: `Bearer ${token}` });
    const { errors } = await caller.send(`{ node(id: "${id}") { ... on DeckCreatedEvent { data { name } } } }`);
    expect(errors?.[0]?.extensions.problem).toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('clients with types of their own', () => {
  let cache: InMemoryCache;
  beforeAll(async () => {
    cache = (await fromDocuments<{ cache: InMemoryCache }>('apollo-cache.ts')).cache;
  });

  test('follow typed events over a socket, as documented', async () => {
    const { contractEvents } = await fromDocuments<{ contractEvents: string }>('typed-events.ts');
    const { latestEventCursor: after } = await app.graphql.data<{ latestEventCursor: string }>('{ latestEventCursor }');
    const live = app.live(headers);
    const { received } = live.subscribe<{ events: object }>(contractEvents, { after });
    const sent = [
      ['contract.sent', typeOf('contract.sent').sample],
      ['contract.signed', typeOf('contract.signed').sample],
      ['visit.started', { at: 1 }],
    ] as const;
    for (const [type, data] of sent) await publish(app, type, { data });
    await eventually(() => received.length === 3);
    expect(received.map(({ data }) => data?.events)).toMatchObject([
      { type: 'contract.sent', data: { status: 'SENT', suggested: '14700.00', currency: 'USD' } },
      { type: 'contract.signed', data: { tier: 'BETTER', total: '14700.00' } },
      { type: 'visit.started', payload: { at: 1 } },
    ]);
    await live.close();
  });

  test('read a fragment on the interface from the cache of Apollo Client', async () => {
    const { id } = await publish(app, 'contract.signed', { data: typeOf('contract.signed').sample });
    const client = new ApolloClient({ link: new HttpLink({ uri: `${app.base}/graphql`, headers }), cache });
    const query = gql`
      query ($id: ID!) {
        node(id: $id) {
          id
          ...Told
        }
      }
      fragment Told on Event {
        type
        ... on ContractSignedEvent {
          data {
            total
            currency
          }
        }
      }
    `;
    await client.query({ query, variables: { id } });
    expect(cache.readQuery({ query, variables: { id } })).toMatchObject({
      node: { type: 'contract.signed', data: { total: '14700.00', currency: 'USD' } },
    });
  });
});
