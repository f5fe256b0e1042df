import { beforeAll, describe, expect, test } from '@jest/globals';
import { catalogue } from '../../../src/composition/modules.ts';
import { publish, settledDelivery } from '../../delivery/deliveries.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../../helpers/factories.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { limitedKey } from '../rights/sight/limited-key.ts';

// The executor answers all of it.
const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey, ANSWER_CACHE_MB: '0' });

interface Made {
  readonly deckId: string;
  readonly slideId: string;
  readonly faqId: string;
  readonly presentationId: string;
  readonly contractId: string;
  readonly linkId: string;
}

/** A deck with one object of each kind. */
async function make(name: string): Promise<Made> {
  const deck = await createDeck(app.rest, { name });
  const productData = { good: { price: 100 } };
  const slide = await createSlide(app.rest, deck.id, {
    slideId: 'offer',
    slideType: 'product_pricing_v1',
    productData,
  });
  const faq = await createFaq(app.rest, deck.id, { relatedSlideId: 'offer' });
  const presentation = await createPresentation(app.rest, deck.id);
  const path = `/api/presentations/${presentation.id}`;
  const { contract } = (await app.rest.post<{ contract: { id: string } }>(`${path}/contracts`)).body;
  const { link } = (await app.rest.post<{ link: { id: string } }>(`${path}/links`, { name: 'Phone' })).body;
  return {
    deckId: deck.id,
    slideId: slide.id,
    faqId: faq.id,
    presentationId: presentation.id,
    contractId: contract.id,
    linkId: link.id,
  };
}

/** Data of an event type. */
const sampleOf = (type: string): object => catalogue.eventTypes.find(({ name }) => name === type)?.sample ?? {};

let mine: Made;
let other: Made;

beforeAll(async () => {
  mine = await make('Roofs');
  other = await make('Windows');
  await app.logSettled();
});

const eventOf = 'query ($id: ID!) { event(id: $id) { subject { __typename id } } }';

/** The subject of an event with these data. */
async function subject(
  type: string,
  data: object,
  deckId: string | null = null,
  client = app.graphql,
): Promise<unknown> {
  const { id } = await publish(app, type, { data, ...(deckId === null ? {} : { deckId }) });
  return (await client.data<{ event: { subject: unknown } }>(eventOf, { id })).event.subject;
}

describe('edges', () => {
  test('give the object whose id stands beside them', async () => {
    const data = await app.graphql.data(
      `query ($contract: ID!, $link: ID!, $faq: ID!, $presentation: ID!) {
        contract(id: $contract) { deck { name } presentation { id } sourceSlide { slideId } }
        presentationLink(id: $link) { presentation { id deck { name } } deck { name } }
        faq(id: $faq) { deck { name } relatedSlide { id title } }
        presentation(id: $presentation) {
          slides { sourceSlide { id } presentation { id } }
          faqs { sourceFaq { id } presentation { id } relatedSlide { slideId presentation { id } } }
          pricing { offers { sourceSlide { id } } }
        }
      }`,
      { contract: mine.contractId, link: mine.linkId, faq: mine.faqId, presentation: mine.presentationId },
    );
    const [deck, presentation] = [{ name: 'Roofs' }, { id: mine.presentationId }];
    expect(data).toEqual({
      contract: { deck, presentation, sourceSlide: { slideId: 'offer' } },
      presentationLink: { presentation: { ...presentation, deck }, deck },
      faq: { deck, relatedSlide: { id: mine.slideId, title: expect.any(String) } },
      presentation: {
        slides: [{ sourceSlide: { id: mine.slideId }, presentation }],
        faqs: [{ sourceFaq: { id: mine.faqId }, presentation, relatedSlide: { slideId: 'offer', presentation } }],
        pricing: { offers: [{ sourceSlide: { id: mine.slideId } }] },
      },
    });
  });

  test('give the presentation of parts that a mutation has made, and none of those of a preview', async () => {
    const parts = 'slides { presentation { id } } faqs { presentation { id } relatedSlide { slideId } }';
    const input = '{ homeowner: { firstName: "Dana", lastName: "Whitaker" } }';
    const { createPresentation: made } = await app.graphql.data<{
      createPresentation: { presentation: { id: string } };
    }>(`mutation { createPresentation(deckId: "${mine.deckId}", input: ${input}) { presentation { id ${parts} } } }`);
    const presentation = { id: made.presentation.id };
    expect(made.presentation).toEqual({
      ...presentation,
      slides: [{ presentation }],
      faqs: [{ presentation, relatedSlide: { slideId: 'offer' } }],
    });
    expect(
      await app.graphql.data(`{ previewPresentation(deckId: "${mine.deckId}", input: ${input}) { ${parts} } }`),
    ).toEqual({
      previewPresentation: {
        slides: [{ presentation: null }],
        faqs: [{ presentation: null, relatedSlide: null }],
      },
    });
  });

  test('are null once the object is gone', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deckId, { slideId: 'gone' });
    await createSlide(app.rest, deckId);
    const faq = await createFaq(app.rest, deckId, { relatedSlideId: 'gone' });
    const presentation = await createPresentation(app.rest, deckId);
    for (const path of [`slides/${slide.id}`, `faqs/${faq.id}`]) await app.rest.delete(`/api/${path}`);
    const data = await app.graphql.data(
      `{ presentation(id: "${presentation.id}") { slides { sourceSlide { slideId } } faqs { sourceFaq { id } relatedSlide { slideId } } } }`,
    );
    expect(data).toEqual({
      presentation: {
        slides: [{ sourceSlide: null }, { sourceSlide: { slideId: expect.any(String) } }],
        faqs: [{ sourceFaq: null, relatedSlide: { slideId: 'gone' } }],
      },
    });
  });

  test('of many objects cost one statement for each field', async () => {
    app.database.statements.splice(0);
    await app.graphql.data(
      `{ presentations(first: 20) { nodes { slides { sourceSlide { title } presentation { status } }
        faqs { sourceFaq { userQuestion } relatedSlide { title } } } } }`,
    );
    const reads = app.database.statements
      .splice(0)
      .flatMap((statement) => (/\bfrom "?(slide|faq|presentation\w*)"?/.exec(statement) ?? []).slice(1));
    // The list, the presentations of its slides, and the slides with the related ones.
    expect(reads.toSorted()).toEqual([
      'faq',
      'presentation',
      'presentation',
      'presentation_faq',
      'presentation_slide',
      'presentation_slide',
      'slide',
    ]);
  });

  test('have a price, which is higher for contracts', async () => {
    const { id } = await publish(app, 'contract.updated', { data: { ...sampleOf('contract.updated'), ...mine } });
    const costOf = async (selection: string): Promise<number> => {
      const query = `{ event(id: "${id}") { id ... on ContractUpdatedEvent { data { contractId ${selection} } } } }`;
      const response = await fetch(`${app.base}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
        body: JSON.stringify({ query }),
      });
      return Number((/\d+/.exec(response.headers.get('x-query-cost') ?? '') ?? [])[0]);
    };
    const bare = await costOf('');
    expect([await costOf('presentation { id }'), await costOf('contract { id }')]).toEqual([bare + 1, bare + 10]);
  });
});

describe('the subject of an event', () => {
  test.each([
    ['contract.signed', 'Contract', 'contractId', () => mine.contractId],
    ['presentation.ready', 'Presentation', 'presentationId', () => mine.presentationId],
    ['slide.updated', 'Slide', 'sourceSlideId', () => mine.slideId],
    ['faq.updated', 'Faq', 'faqId', () => mine.faqId],
    ['link.opened', 'PresentationLink', 'linkId', () => mine.linkId],
    ['question.asked', 'Presentation', 'presentationId', () => mine.presentationId],
  ])('of %s is the %s', async (type, of, member, id) => {
    const data = { ...sampleOf(type), [member]: id() };
    expect(await subject(type, data)).toEqual({ __typename: of, id: id() });
    expect(await subject(type, { ...data, [member]: id().toUpperCase() })).toEqual({ __typename: of, id: id() });
  });

  test('of deck.updated is the deck', async () => {
    expect(await subject('deck.updated', {}, mine.deckId)).toEqual({ __typename: 'Deck', id: mine.deckId });
  });

  test('of delivery.dead and subscription.disabled is the delivery and the subscription', async () => {
    const subscription = await createSubscription(app.rest, { eventType: 'edges.read' });
    const delivery = await settledDelivery(app, (await publish(app, 'edges.read', {})).id);
    expect(await subject('delivery.dead', { deliveryId: delivery.id })).toMatchObject({ __typename: 'Delivery' });
    expect(await subject('subscription.disabled', { subscriptionId: subscription.id })).toEqual({
      __typename: 'NotificationSubscription',
      id: subscription.id,
    });
  });

  test.each([
    ['an object that is gone', 'contract.signed', { contractId: '01900000-0000-7000-8000-00000000dead' }],
    ['a text that is no id', 'contract.signed', { contractId: "'; drop table contract; --" }],
    ['data without the id', 'contract.signed', {}],
    ['an event of somebody else', 'property.made', { contractId: '01900000-0000-7000-8000-00000000dead' }],
  ])('is null for %s', async (_what, type, data) => {
    expect(await subject(type, data)).toBeNull();
  });

  test('is refused to a key that may not read it, and the rest is answered', async () => {
    const { body } = await app.rest.post<{ token: string }>('/api/keys', { name: 'Events', scopes: ['events:read'] });
    const reader = new GraphQLClient(app.base, { authorization: `Bearer ${body.token}` });
    const { id } = await publish(app, 'contract.signed', { data: { contractId: mine.contractId } });
    const { data, errors } = await reader.send('query ($id: ID!) { event(id: $id) { type subject { id } } }', { id });
    expect(data).toEqual({ event: { type: 'contract.signed', subject: null } });
    expect(errors).toMatchObject([{ path: ['event', 'subject'], extensions: { code: 'FORBIDDEN' } }]);
  });

  test('and the edges of data are null for a key that does not see the object', async () => {
    const limited = new GraphQLClient(app.base, { authorization: await limitedKey(app, [mine.deckId]) });
    const query = `query ($id: ID!) { event(id: $id) { deck { id } subject { id }
      ... on ContractUpdatedEvent { data { contractId contract { id } presentation { id } } } } }`;
    const of = async ({ contractId, presentationId }: Made): Promise<unknown> => {
      const data = { ...sampleOf('contract.updated'), contractId, presentationId };
      const { id } = await publish(app, 'contract.updated', { deckId: mine.deckId, data });
      return (await limited.data<{ event: unknown }>(query, { id })).event;
    };
    const deck = { id: mine.deckId };
    expect(await of(mine)).toEqual({
      deck,
      subject: { id: mine.contractId },
      data: {
        contractId: mine.contractId,
        contract: { id: mine.contractId },
        presentation: { id: mine.presentationId },
      },
    });
    expect(await of(other)).toEqual({
      deck,
      subject: null,
      data: { contractId: other.contractId, contract: null, presentation: null },
    });
  });
});

describe('objects of the audit log', () => {
  const audited = '{ auditEntries(first: 100) { nodes { objects { objectType objectId object { __typename id } } } } }';
  type Entry = { objects: { objectType: string; objectId: string; object: unknown }[] };
  const objectsOf = (entries: Entry[]): Entry['objects'] => entries.flatMap(({ objects }) => objects);

  test('are those that an entry names, and null once they are gone', async () => {
    const { id } = await createSlide(app.rest, mine.deckId);
    await app.rest.delete(`/api/slides/${id}`);
    const { auditEntries } = await app.graphql.data<{ auditEntries: { nodes: Entry[] } }>(audited);
    const named = objectsOf(auditEntries.nodes);
    const found = (objectId: string): unknown => named.find((one) => one.objectId === objectId)?.object;
    expect(found(mine.contractId)).toEqual({ __typename: 'Contract', id: mine.contractId });
    expect(found(mine.linkId)).toEqual({ __typename: 'PresentationLink', id: mine.linkId });
    expect([named.some(({ objectId }) => objectId === id), found(id)]).toEqual([true, null]);
  });

  test('are refused one by one to a key that reads the audit log alone', async () => {
    const { body } = await app.rest.post<{ token: string }>('/api/keys', { name: 'Audit', scopes: ['audit:read'] });
    const reader = new GraphQLClient(app.base, { authorization: `Bearer ${body.token}` });
    const { data, errors = [] } = await reader.send<{ auditEntries: { nodes: Entry[] } }>(audited);
    const named = objectsOf(data.auditEntries.nodes);
    expect(named.length).toBeGreaterThan(5);
    for (const { object } of named) expect(object).toBeNull();
    expect(new Set(errors.map(({ extensions }) => extensions.code))).toEqual(new Set(['FORBIDDEN']));
  });
});
