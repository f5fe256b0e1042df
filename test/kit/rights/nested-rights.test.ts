import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery, getNamedType, type IntrospectionQuery, isObjectType } from 'graphql';
import { publish, settledDelivery } from '../../delivery/deliveries.ts';
import { insertDeadJob } from '../../helpers/dead-job.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../../helpers/factories.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { anyPng } from '../../helpers/png.ts';
import { useApp } from '../../helpers/test-app.ts';

const app = useApp({ API_KEY: 'a-key-of-more-than-16-characters' });

/** What reads each type that has an id. People wrote it; nothing computes it. */
const scopeOfType: Readonly<Record<string, string>> = {
  ApiKey: 'admin',
  AuditEntry: 'audit:read',
  Contract: 'contracts:read',
  DeadJob: 'admin',
  Deck: 'decks:read',
  Delivery: 'notifications:read',
  DeliveryAttempt: 'notifications:read',
  Faq: 'decks:read',
  Image: 'decks:read',
  NotificationSubscription: 'notifications:read',
  OtherEvent: 'events:read',
  PlaygroundReceiver: 'events:read',
  PlaygroundRequest: 'events:read',
  Presentation: 'presentations:read',
  PresentationFaq: 'presentations:read',
  PresentationLink: 'presentations:read',
  PresentationSlide: 'presentations:read',
  Slide: 'decks:read',
};
const readable = [...new Set(Object.values(scopeOfType))].filter((scope) => scope !== 'admin');

/** One object of each type. */
const ids: Record<string, string> = {};
const keys = new Map<string, string>();

async function keyWith(scopes: readonly string[]): Promise<string> {
  const known = keys.get(scopes.join());
  if (known !== undefined) return known;
  const { body } = await app.rest.post<{ apiKey: { id: string }; token: string }>('/api/keys', {
    name: 'Of a test',
    scopes,
  });
  keys.set(scopes.join(), body.token);
  ids['ApiKey'] = body.apiKey.id;
  return body.token;
}

async function clientWith(...scopes: string[]): Promise<GraphQLClient> {
  return new GraphQLClient(app.base, { authorization: `Bearer ${await keyWith(scopes)}` });
}

beforeAll(async () => {
  const deck = await createDeck(app.rest, { name: 'Roofs' });
  const productData = { good: { price: 100 } };
  ids['Slide'] = (await createSlide(app.rest, deck.id, { slideType: 'product_pricing_v1', productData })).id;
  ids['Faq'] = (await createFaq(app.rest, deck.id)).id;
  const subscription = await createSubscription(app.rest, { deckId: deck.id, eventType: 'nested.*' });
  const presentation = await createPresentation(app.rest, deck.id);
  const { body } = await app.rest.post<{ contract: { id: string } }>(`/api/presentations/${presentation.id}/contracts`);
  const links = `/api/presentations/${presentation.id}/links`;
  const { link } = (await app.rest.post<{ link: { id: string } }>(links, { name: 'Nested' })).body;
  const event = await publish(app, 'nested.read', { deckId: deck.id });
  const delivery = await settledDelivery(app, event.id);
  const { node } = await app.graphql.data<{ node: { attempts: { id: string }[] } }>(
    `{ node(id: "${delivery.id}") { ... on Delivery { attempts { id } } } }`,
  );
  const { auditEntries } = await app.graphql.data<{ auditEntries: { nodes: { id: string }[] } }>(
    '{ auditEntries(first: 1) { nodes { id } } }',
  );
  const { image } = (await app.rest.post<{ image: { id: string } }>(`/api/decks/${deck.id}/images`, anyPng())).body;
  const { receiver } = (
    await app.rest.post<{ receiver: { id: string; url: string } }>('/api/playground/receivers', {
      subscriptionId: subscription.id,
    })
  ).body;
  await fetch(receiver.url, { method: 'POST', body: 'Nested' });
  const { requests } = (
    await app.rest.get<{ requests: { id: string }[] }>(`/api/playground/receivers/${receiver.id}/requests`)
  ).body;
  Object.assign(ids, {
    Image: image.id,
    PlaygroundReceiver: receiver.id,
    PlaygroundRequest: requests[0]?.id,
    AuditEntry: auditEntries.nodes[0]?.id,
    Deck: deck.id,
    Presentation: presentation.id,
    PresentationSlide: presentation.slides[0]?.id,
    PresentationFaq: presentation.faqs[0]?.id,
    PresentationLink: link.id,
    Contract: body.contract.id,
    NotificationSubscription: subscription.id,
    OtherEvent: event.id,
    Delivery: delivery.id,
    DeliveryAttempt: node.attempts[0]?.id,
    DeadJob: await insertDeadJob(app),
  });
  await keyWith(['audit:read']);
}, 60_000);

const node = 'query ($id: ID!) { node(id: $id) { __typename id } }';
const refusal = (scope: string, what: string): object => ({
  message: `This needs a key with the scope ${scope} (${what}).`,
  extensions: expect.objectContaining({ code: 'FORBIDDEN' }),
});

describe('node and nodes', () => {
  test('know no type but those below', async () => {
    const schema = buildClientSchema(await app.graphql.data<IntrospectionQuery>(getIntrospectionQuery()));
    const types = Object.values(schema.getTypeMap()).filter((type) => isObjectType(type));
    const nodes = types.filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'));
    const events = nodes.filter((type) => type.getInterfaces().some(({ name }) => name === 'Event'));
    const other = events.find(({ name }) => name === 'OtherEvent');
    // All types of events lead to what OtherEvent leads to: they are one noun.
    for (const type of events)
      expect(Object.keys(type.getFields())).toEqual(expect.arrayContaining(Object.keys(other?.getFields() ?? {})));
    const nouns = nodes.filter((type) => type === other || !events.includes(type));
    expect(nouns.map(({ name }) => name).toSorted()).toEqual(Object.keys(scopeOfType));
    expect(Object.keys(ids).toSorted()).toEqual(Object.keys(scopeOfType));
  });

  test.each(Object.entries(scopeOfType))('give a %s to who holds %s, and to nobody else', async (type, scope) => {
    const id = ids[type];
    expect(await (await clientWith(scope)).data(node, { id })).toEqual({ node: { __typename: type, id } });
    const others = await clientWith(...readable.filter((one) => one !== scope), 'events:publish', 'secrets:read');
    const answer = await others.send(node, { id });
    expect(answer.data).toEqual({ node: null });
    expect(answer.errors).toEqual([expect.objectContaining(refusal(scope, type === 'OtherEvent' ? 'Event' : type))]);
  });

  test('refuse the objects of a list one by one', async () => {
    const wanted = [ids['Deck'], ids['OtherEvent'], ids['Presentation'], ids['Slide']];
    const { data, errors } = await (
      await clientWith('decks:read', 'events:read')
    ).send('query ($ids: [ID!]!) { nodes(ids: $ids) { __typename } }', { ids: wanted });
    expect(data).toEqual({
      nodes: [{ __typename: 'Deck' }, { __typename: 'OtherEvent' }, null, { __typename: 'Slide' }],
    });
    expect(errors).toEqual([
      expect.objectContaining({ ...refusal('presentations:read', 'Presentation'), path: ['nodes', 2] }),
    ]);
  });
});

/** The fields that lead from an object to one that another scope reads. A field that cannot be null takes the object along. */
const crossings: Readonly<Record<string, readonly [scope: string, takesObjectAlong: boolean]>> = {
  'Contract.deck': ['decks:read', false],
  'Contract.presentation': ['presentations:read', false],
  'Contract.sourceSlide': ['decks:read', false],
  'Deck.presentations': ['presentations:read', true],
  'Deck.subscriptions': ['notifications:read', true],
  'Delivery.event': ['events:read', false],
  'NotificationSubscription.deck': ['decks:read', false],
  'OtherEvent.deck': ['decks:read', false],
  'OtherEvent.deliveries': ['notifications:read', true],
  'PlaygroundReceiver.subscription': ['notifications:read', false],
  'Presentation.contract': ['contracts:read', false],
  'Presentation.contracts': ['contracts:read', true],
  'Presentation.deck': ['decks:read', false],
  'PresentationFaq.sourceFaq': ['decks:read', false],
  'PresentationLink.deck': ['decks:read', false],
  'PresentationSlide.sourceSlide': ['decks:read', false],
};

describe('fields that lead to another noun', () => {
  test('are those below', async () => {
    const schema = buildClientSchema(await app.graphql.data<IntrospectionQuery>(getIntrospectionQuery()));
    const found = Object.keys(scopeOfType).flatMap((name) => {
      const type = schema.getType(name);
      if (!isObjectType(type)) throw new Error(`${name} is no object type`);
      return Object.values(type.getFields()).flatMap((field) => {
        const to =
          scopeOfType[
            getNamedType(field.type)
              .name.replace(/^Event$/, 'OtherEvent')
              .replace(/Connection$/, '')
          ];
        return to === undefined || to === scopeOfType[name] ? [] : [`${name}.${field.name}`];
      });
    });
    expect(found.toSorted()).toEqual(Object.keys(crossings));
  });

  test.each(Object.entries(crossings))(
    '%s is refused to a key that reads the object alone',
    async (field, crossing) => {
      const [scope, takesObjectAlong] = crossing;
      const [type = '', name = ''] = field.split('.');
      const query = `query ($id: ID!) { node(id: $id) { id ... on ${type} { ${name} { __typename } } } }`;
      const own = scopeOfType[type] ?? '';
      const { data, errors } = await (await clientWith(own)).send(query, { id: ids[type] });
      expect(data).toEqual({ node: takesObjectAlong ? null : { id: ids[type], [name]: null } });
      expect(errors).toEqual([expect.objectContaining({ ...refusal(scope, field), path: ['node', name] })]);
      const both = await (await clientWith(own, scope)).send<{ node: object }>(query, { id: ids[type] });
      expect([both.errors, both.data.node]).toEqual([undefined, { id: ids[type], [name]: expect.anything() }]);
    },
  );

  test('are refused beside others that are answered, and by whatever way they are reached', async () => {
    const reader = await clientWith('decks:read');
    const query = `query ($id: ID!) { mine: deck(id: $id) { name slides { id } faqs { id } }
      ...More decks { nodes { name ...Presentations } } }
      fragment More on Query { others: deck(id: $id) { ...Presentations } }
      fragment Presentations on Deck { hidden: presentations { edges { node { homeowner { firstName } } } } }`;
    const { data, errors } = await reader.send(query, { id: ids['Deck'] });
    expect(data).toEqual({
      mine: { name: 'Roofs', slides: [{ id: ids['Slide'] }], faqs: [{ id: ids['Faq'] }] },
      others: null,
      decks: null,
    });
    expect(errors?.map(({ path, extensions }) => [path?.join('.'), extensions.code]).toSorted()).toEqual([
      ['decks.nodes.0.hidden', 'FORBIDDEN'],
      ['others.hidden', 'FORBIDDEN'],
    ]);
  });

  test('are refused in the answer of a change as well, which is made', async () => {
    const writer = await clientWith('decks:write');
    const query = `mutation ($id: ID!) { updateDeck(id: $id, input: { description: "Changed" }) { deck {
      description presentations { nodes { id } } } } }`;
    const { data, errors } = await writer.send(query, { id: ids['Deck'] });
    expect([data, errors?.map(({ extensions }) => extensions.code)]).toEqual([{ updateDeck: null }, ['FORBIDDEN']]);
    expect(await writer.data('query ($id: ID!) { deck(id: $id) { description } }', { id: ids['Deck'] })).toEqual({
      deck: { description: 'Changed' },
    });
  });

  test('are refused in each row that is followed', async () => {
    const authorization = `Bearer ${await keyWith(['events:read'])}`;
    const stream = app
      .live({ authorization })
      .subscribe<{ events: object }>('subscription { events(types: ["followed.*"]) { type deck { name } } }');
    const arrived = async (count: number): Promise<void> => {
      await eventually(() => stream.received.length >= count, { what: `event ${count}` });
    };
    await eventually(async () => {
      await publish(app, 'followed.first', { deckId: ids['Deck'] });
      return stream.received.length > 0;
    });
    const before = stream.received.length;
    await publish(app, 'followed.second', { deckId: ids['Deck'] });
    await arrived(before + 1);
    for (const { data, errors } of stream.received) {
      expect(data).toEqual({ events: { type: expect.stringMatching(/^followed\./), deck: null } });
      expect(errors).toEqual([expect.objectContaining(refusal('decks:read', 'OtherEvent.deck'))]);
    }
    stream.stop();
  });

  test('are not shared between callers with other rights who follow the same', async () => {
    const source = 'subscription { events(types: ["shared.*"]) { type deck { name } } }';
    const [less, more] = await Promise.all(
      [['events:read'], ['events:read', 'decks:read']].map(async (scopes) =>
        app.live({ authorization: `Bearer ${await keyWith(scopes)}` }).subscribe<{ events: object }>(source),
      ),
    );
    await eventually(async () => {
      await publish(app, 'shared.now', { deckId: ids['Deck'] });
      return (less?.received.length ?? 0) > 0 && (more?.received.length ?? 0) > 0;
    });
    expect(less?.received[0]?.data).toEqual({ events: { type: 'shared.now', deck: null } });
    expect(more?.received[0]).toEqual({ data: { events: { type: 'shared.now', deck: { name: 'Roofs' } } } });
    less?.stop();
    more?.stop();
  });
});
