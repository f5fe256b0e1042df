import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  buildClientSchema,
  getIntrospectionQuery,
  isObjectType,
  isRequiredArgument,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { catalogue } from '../../src/composition/modules.ts';
import { publish, settledDeliveries } from '../delivery/deliveries.ts';
import type { PresentationAnswer } from '../helpers/answers.ts';
import { type CacheClient, cacheClients, fromDocuments } from '../helpers/cache-clients.ts';
import { insertDeadJob } from '../helpers/dead-job.ts';
import {
  createDeck,
  createFaq,
  createPresentation,
  createSlide,
  createSubscription,
  presentationInput,
} from '../helpers/factories.ts';
import { uploadedKey } from '../helpers/png.ts';
import { snippets } from '../helpers/documents.ts';
import { useApp } from '../helpers/test-app.ts';
import { hasId, listFields, objectTypes, wholeQuery } from '../helpers/whole-selection.ts';

const apiKey = 'the-key-of-the-caches';
// With a key: the APIs close when the first one is made.
const app = useApp({ API_KEY: apiKey });
const headers = { authorization: `Bearer ${apiKey}` };
let schema: GraphQLSchema;

/** All that has an id, in queries that overlap: each is to be read from one cache with the others. */
const queries = {
  decks: `query Decks { decks(first: 2) { nodes { ...Deck slides { ...Slide deck { id name } } faqs { ...Faq deck { id } }
    subscriptions(first: 5) { nodes { ...NotificationSubscription deck { id } } } presentations(first: 2) { nodes { id
      homeowner { firstName } slides { id title } faqs { id cannedAnswer } deck { id brandName } } } } } }`,
  presentations: `query Presentations { decks(first: 2) { nodes { id presentations(first: 2) { nodes {
    ...Presentation } } } } }`,
  parts: `query Parts { decks(first: 2) { edges { cursor node { id presentations(first: 2) { edges { node { id
    slides { ...PresentationSlide } faqs { ...PresentationFaq } } } pageInfo { endCursor } } } } } }`,
  contracts: `query Contracts { decks(first: 2) { nodes { id presentations(first: 2) { nodes { id contract { id status }
    contracts(first: 5) { nodes { ...Contract presentation { id status } } } } } } } }`,
  events: `query Events { events(types: ["node.read"], first: 2) { nodes { ... on OtherEvent { ...OtherEvent deck { id name }
    deliveries(first: 5) { nodes { ...Delivery event { id type } attempts { ...DeliveryAttempt } subscription { id isActive } } } } } } }`,
  typedEvents: `query TypedEvents { events(types: ["contract.sent", "contract.signed"], first: 2) { nodes { id
    ... on ContractSentEvent { type data { contractId status expiresAt suggested: total currency } }
    ... on ContractSignedEvent { type data { contractId tier total currency signedAt } } } } }`,
  audit: `query Audit { auditEntries(first: 2) { nodes { ...AuditEntry } } }`,
  links: `query Links { decks(first: 2) { nodes { id presentations(first: 2) { nodes { id links(first: 2) { nodes {
    ...PresentationLink } } } } } } }`,
  images: `query Images { decks(first: 2) { nodes { id images(first: 2) { nodes { ...Image deck { id name } } } } } }`,
  keys: `query Keys { apiKeys(first: 2) { nodes { ...ApiKey } } }`,
  receivers: `query Receivers { playgroundReceivers(first: 2) { nodes { ...PlaygroundReceiver subscription { id isActive }
    requests(first: 2) { nodes { ...PlaygroundRequest } } } } }`,
  jobs: `query Jobs { deadJobs(first: 2) { nodes { ...DeadJob } } }`,
};
const whole = new Map<string, string>();

beforeAll(async () => {
  schema = buildClientSchema(await app.graphql.data<IntrospectionQuery>(getIntrospectionQuery()));
  for (const [name, query] of Object.entries(queries)) whole.set(name, wholeQuery(schema, query));
  for (const brandName of ['Larkspur', 'Juniper']) {
    const { id: deckId } = await createDeck(app.rest, { brandName });
    await createSlide(app.rest, deckId, { title: 'Welcome, {{first_name}}', narrationScript: '{{city}}' });
    const productData = { disclaimer: 'For {{first_name}}', good: { price: 100 }, best: { pricePerSquare: 10 } };
    const pricing = await createSlide(app.rest, deckId, { slideType: 'product_pricing_v1', productData });
    for (let images = 0; images < 2; images += 1) await uploadedKey(app.rest, deckId);
    await createFaq(app.rest, deckId, { cannedAnswer: 'Yes, {{first_name}}.', wordTimings: [] });
    await createSubscription(app.rest, { deckId, eventType: 'node.read' });
    for (const first_name of ['Ann', 'Zoe']) {
      const homeowner = { first_name, last_name: 'W' };
      const { id } = await createPresentation(app.rest, deckId, { homeowner, price_inputs: { roof_squares: 3 } });
      await app.rest.post(`/api/presentations/${id}/contracts`);
      for (const name of ['Phone', 'Tablet']) await app.rest.post(`/api/presentations/${id}/links`, { name });
    }
    await app.rest.put(`/api/slides/${pricing.id}`, { title: 'New', productData: { good: { price: 101 } } });
    await app.rest.put(`/api/decks/${deckId}`, { description: 'Changed' });
    const { id: eventId } = await publish(app, 'node.read', { deckId });
    await settledDeliveries(app, eventId);
    await insertDeadJob(app);
    for (const { name, sample } of catalogue.eventTypes.filter((type) => /^contract.(sent|signed)$/.test(type.name)))
      await publish(app, name, { deckId, data: sample });
    await app.rest.post('/api/keys', { name: brandName, scopes: ['decks:read'] });
    const { body } = await app.rest.post<{ receiver: { url: string } }>('/api/playground/receivers');
    for (const sent of ['one', 'two']) await fetch(body.receiver.url, { method: 'POST', body: sent });
  }
  await app.logSettled();
});

const decks = async (): Promise<{ id: string; name: string }[]> =>
  (await app.graphql.data<{ decks: { nodes: { id: string; name: string }[] } }>('{ decks { nodes { id name } } }'))
    .decks.nodes;

/** Whether objects of a type are events. */
function isEvent(name: string): boolean {
  const type = schema.getType(name);
  return isObjectType(type) && type.getInterfaces().some((one) => one.name === 'Event');
}

type Thing = Readonly<Record<string, unknown>>;

/** The things with an id that the whole queries give, as often as they stand there. */
async function things(): Promise<{ __typename: string; id: string }[]> {
  const answers = await Promise.all([...whole.values()].map((query) => app.graphql.data<Thing>(query)));
  const found: { __typename: string; id: string }[] = [];
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { __typename, id } = value as Thing;
    if (typeof __typename === 'string' && typeof id === 'string') found.push({ __typename, id });
    Object.values(value).forEach(collect);
  };
  answers.forEach(collect);
  return found;
}

describe('ids', () => {
  test('are those of the interface Node wherever a type has one', () => {
    const node = schema.getType('Node');
    for (const type of objectTypes(schema)) {
      expect([type.name, type.getInterfaces().includes(node as never)]).toEqual([type.name, hasId(type)]);
    }
  });

  test('belong to one type each', async () => {
    const types = Map.groupBy(await things(), ({ id }) => id);
    expect(types.size).toBeGreaterThan(30);
    for (const [id, all] of types) expect([id, new Set(all.map((it) => it.__typename)).size]).toEqual([id, 1]);
  });

  test('find a thing of every type that implements Node, by node and by nodes', async () => {
    const all = Map.groupBy(await things(), ({ __typename }) => __typename);
    // `typed-events.test.ts` has an event of every type.
    const named = (names: string[]): string[] => names.filter((name) => name === 'OtherEvent' || !isEvent(name));
    expect(named([...all.keys()]).toSorted()).toEqual(
      named(
        objectTypes(schema)
          .filter(hasId)
          .map(({ name }) => name),
      ),
    );
    const wanted = [...all.values()].flatMap(([first]) => first ?? []);
    const nodes = 'query ($ids: [ID!]!) { nodes(ids: $ids) { __typename id } }';
    expect(await app.graphql.data(nodes, { ids: wanted.map(({ id }) => id) })).toEqual({ nodes: wanted });
    for (const thing of wanted) {
      const { node } = await app.graphql.data<{ node: object }>(`{ node(id: "${thing.id}") { __typename id } }`);
      expect(node).toEqual(thing);
    }
  });

  test('of nothing give null, in their place', async () => {
    const [deck] = await decks();
    const [id, nothing] = [deck?.id ?? '', randomUUID()];
    const data = await app.graphql.data(
      `query ($ids: [ID!]!) { nodes(ids: $ids) { id ... on Deck { name } } node(id: "${nothing}") { id } }`,
      { ids: [nothing, id.toUpperCase(), nothing, id] },
    );
    expect(data).toEqual({ nodes: [null, deck, null, deck], node: null });
  });

  test.each([
    ['101 of them', Array.from({ length: 101 }, () => randomUUID()), '/ids'],
    ['one that is no UUID', [randomUUID(), 'nothing'], '/ids/1'],
  ])('are refused when there are %s', async (_what, ids, pointer) => {
    const { data, errors } = await app.graphql.send('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { ids });
    expect(data).toEqual({ nodes: null });
    expect(errors?.[0]?.extensions.problem).toMatchObject({ status: 400, errors: [{ pointer }] });
  });

  test('of a preview are new each time', async () => {
    const [deck] = await decks();
    const preview = async (): Promise<string[]> => {
      const path = `/api/decks/${deck?.id}/presentations/preview`;
      const { body } = await app.rest.post<{ preview: Pick<PresentationAnswer, 'slides' | 'faqs'> }>(
        path,
        presentationInput(),
      );
      return [...body.preview.slides, ...body.preview.faqs].map(({ id }) => id);
    };
    const known = new Set((await things()).map(({ id }) => id));
    const ids = [...(await preview()), ...(await preview())];
    expect(ids).toHaveLength(6);
    expect(new Set([...known, ...ids]).size).toBe(known.size + 6);
  });

  test('of an event may not be those of anything else', async () => {
    const all = Map.groupBy(await things(), ({ __typename }) => __typename);
    for (const type of [...all.keys()].filter(isEvent)) all.delete(type);
    const before = await app.rowCounts();
    for (const [type, [thing]] of all) {
      const id = thing?.id ?? '';
      const { status, body } = await app.rest.post('/api/events', { type: 'a.b', id: id.toUpperCase() });
      expect([status, body.errors]).toMatchObject([409, [{ pointer: '/id' }]]);
      expect(body.detail).toContain(`${id} is the id of a ${type} already`);
      const { errors } = await app.graphql.send(
        `mutation { publishEvent(input: { type: "a.b", id: "${id}" }) { event { id } } }`,
      );
      expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT' } }]);
    }
    expect(await app.rowCounts()).toEqual(before);
  });
});

describe.each(Object.entries(cacheClients))('the cache of %s', (clientName, open) => {
  let client: CacheClient;
  beforeAll(async () => {
    client = await open(app.base, headers, schema);
  });

  test('gives back what the server answers, with everything that has an id in it', async () => {
    const answers = new Map<string, unknown>();
    for (const [about, query] of whole) {
      // Without `possibleTypes` urql guesses which objects a fragment is for.
      if (clientName === 'urql' && about === 'typedEvents') continue;
      answers.set(query, await app.graphql.data(query));
      await client.load(query);
      expect([about, await client.read(query)]).toEqual([about, answers.get(query)]);
    }
    // A later query may have replaced what has no id, so that a cache asks again; but none gives something else.
    for (const [query, answer] of answers) expect([null, answer]).toContainEqual(await client.read(query));
  });

  test('shows each homeowner their own slides', async () => {
    const query = wholeQuery(
      schema,
      `query Shown { decks(first: 2) { nodes { id presentations(first: 2) { nodes { id homeowner { firstName }
        slides { id title } } } } } }`,
    );
    await client.load(query);
    const text = JSON.stringify(await client.read(query));
    const shown = [...text.matchAll(/"firstName":"(\w+)"|"title":"(Welcome, \w+)"/g)].map(
      ([, name, title]) => name ?? title,
    );
    expect(shown).toEqual(['Zoe', 'Ann', 'Zoe', 'Ann'].flatMap((name) => [name, `Welcome, ${name}`]));
  });
});

describe('the caches as documented', () => {
  test('know every type, by whether it has an id', async () => {
    const { nodes, withoutId } = await fromDocuments<{ nodes: string[]; withoutId: string[] }>('cache-types.ts');
    const names = (wanted: boolean): string[] =>
      objectTypes(schema).flatMap((type) => (hasId(type) === wanted ? type.name : []));
    expect([nodes, withoutId]).toEqual([names(true), names(false)]);
  });

  test('distinguish lists by all arguments but those of the page', () => {
    const [, code = ''] = (snippets.get('apollo-cache.ts') ?? '').split('Query: {');
    for (const { name, args } of listFields(schema).filter(({ of }) => of === 'Query')) {
      const keys = args.map((arg) => arg.name).filter((arg) => !['after', 'first'].includes(arg));
      const [, listed = ''] =
        new RegExp(String.raw`\n        ${name}: relayStylePagination\(([^)]*)\)`).exec(code) ?? [];
      expect([name, listed.match(/\w+/g) ?? []]).toEqual([name, keys.toSorted()]);
    }
  });

  test.each(['Apollo Client as documented', 'urql as documented'])('join the pages of lists: %s', async (name) => {
    const client = await cacheClients[name]?.(app.base, headers, schema);
    const [deck] = await decks();
    const all = await things();
    const presentation = all.find(({ __typename }) => __typename === 'Presentation');
    const receiver = all.find(({ __typename }) => __typename === 'PlaygroundReceiver');
    for (const { name: list, args, of } of listFields(schema)) {
      const required = args.find(isRequiredArgument)?.name;
      const ids: Record<string, string | undefined> = { deckId: deck?.id, presentationId: presentation?.id };
      const only = required === undefined ? '' : `${required}: "${ids[required]}",`;
      const field = (size: string): string => {
        const page = `${list}(${only} first: ${size}) { edges { cursor node { id __typename } __typename }
          pageInfo { endCursor hasNextPage __typename } __typename }`;
        const id = { Deck: deck?.id, Presentation: presentation?.id, PlaygroundReceiver: receiver?.id }[of];
        const root = `${of.charAt(0).toLowerCase()}${of.slice(1)}`;
        return id === undefined ? page : `${root}(id: "${id}") { id ${page} __typename }`;
      };
      const query = `query ($after: String) { ${field('1, after: $after')} }`;
      const ends = async (size: number): Promise<string> => {
        const answer = JSON.stringify(await app.graphql.data(`{ ${field(String(size))} }`));
        return /"endCursor":"([^"]+)"/.exec(answer)?.[1] ?? '';
      };
      await client?.load(query, {});
      await client?.load(query, { after: await ends(1) });
      const joined = await client?.read(query, {});
      expect([list, joined]).toEqual([list, await app.graphql.data(`{ ${field('2')} }`)]);
    }
  });
});
