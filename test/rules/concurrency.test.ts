import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DeckAnswer, PresentationAnswer, SlideAnswer } from '../helpers/answers.ts';
import {
  createDeck,
  createFaq,
  createPresentation,
  createSlide,
  createSubscription,
  presentationInput,
  slideInput,
} from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { cancelable, Contracts, presented } from '../contracts/contracts.ts';
import { EventRecorder } from './event-recorder.ts';

// With a key: the first that is made closes the API that is open without one.
const app = useApp({ API_KEY: 'a-key-of-sixteen-or-more' });
const contracts = new Contracts(app);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('changes at the same time', () => {
  test('twenty slides without a place get twenty places, whichever API they come through', async () => {
    const { id } = await createDeck(app.rest);
    const events = await EventRecorder.start(app);
    await Promise.all(
      upTo(20).map(async (number) =>
        number % 2 === 0
          ? createSlide(app.rest, id)
          : app.graphql.data(
              'mutation ($id: ID!, $input: CreateSlideInput!) { createSlide(deckId: $id, input: $input) { slide { id } } }',
              { id, input: slideInput() },
            ),
      ),
    );
    expect((await slidesOf(id)).map(({ orderIndex }) => orderIndex)).toEqual(upTo(20));
    expect((await app.rest.get(`/api/decks/${id}`)).headers.get('etag')).toBe('"21"');
    expect((await events.taken()).map(({ type }) => type)).toEqual(upTo(20).map(() => 'slide.created'));
  });

  test('of creates with the same key one succeeds and the others are refused', async () => {
    const { id } = await createDeck(app.rest);
    const create = () => app.rest.post(`/api/decks/${id}/slides`, slideInput({ slideId: 'same' }));
    const statuses = (await Promise.all(upTo(12).map(create))).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([201, ...upTo(11).map(() => 409)]);
    expect(await slidesOf(id)).toHaveLength(1);
  });

  test('of edits that expect the same version one succeeds', async () => {
    const deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id);
    const events = await EventRecorder.start(app);
    for (const [path, field] of [
      [`/api/slides/${slide.id}`, 'title'],
      [`/api/decks/${deck.id}`, 'name'],
    ] as const) {
      const version = (await app.rest.get(path)).headers.get('etag') ?? '';
      const edits = upTo(10).map((number) =>
        app.rest.put(path, { [field]: `Edit ${number}` }, { 'if-match': version }),
      );
      const statuses = (await Promise.all(edits)).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, ...upTo(9).map(() => 412)]);
    }
    expect((await events.taken()).map(({ type }) => type)).toEqual(['slide.updated', 'deck.updated']);
  });

  test('edits of different fields all arrive', async () => {
    const deck = await createDeck(app.rest);
    const { id } = await createSlide(app.rest, deck.id);
    const fields = { title: 'T', narrationScript: 'N', slideContext: 'C', audioUrl: 'A', heroImg: 'H', orderIndex: 4 };
    await Promise.all(
      Object.entries(fields).map(([name, value]) => app.rest.put(`/api/slides/${id}`, { [name]: value })),
    );
    const { headers, body } = await app.rest.get<{ slide: SlideAnswer }>(`/api/slides/${id}`);
    expect(body.slide).toMatchObject(fields);
    expect(headers.get('etag')).toBe('"7"');
  });

  test('presentations made while slides are edited are each one state of the deck', async () => {
    const { id } = await createDeck(app.rest);
    const slides = [await createSlide(app.rest, id), await createSlide(app.rest, id), await createSlide(app.rest, id)];
    // Each round leaves the deck with an order of its own; a mixture would repeat or lose a place.
    const reorder = async (): Promise<void> => {
      for (const round of upTo(12)) {
        const slideIds = upTo(3).map((place) => slides[(place + round) % 3]?.id);
        await app.rest.put(`/api/decks/${id}/slides/order`, { slideIds });
      }
    };
    const present = () =>
      app.rest.post<{ presentation: PresentationAnswer }>(`/api/decks/${id}/presentations`, presentationInput());
    const [, ...made] = await Promise.all([reorder(), ...upTo(16).map(present)]);
    const ids = slides.map((slide) => slide.id);
    for (const { status, body } of made) {
      expect(status).toBe(201);
      expect(body.presentation.slides.map(({ orderIndex }) => orderIndex)).toEqual([0, 1, 2]);
      const first = ids.indexOf(body.presentation.slides[0]?.sourceSlideId ?? '');
      expect(body.presentation.slides.map((slide) => ids.indexOf(slide.sourceSlideId))).toEqual(
        upTo(3).map((place) => (place + first) % 3),
      );
    }
  });

  test('deleting a deck while things are made in it leaves nothing behind', async () => {
    const { id } = await createDeck(app.rest);
    await createPresentation(app.rest, id);
    const before = await app.rowCounts();
    const making = upTo(6).map(() => app.rest.post(`/api/decks/${id}/slides`, slideInput()));
    const presenting = upTo(6).map(() => app.rest.post(`/api/decks/${id}/presentations`, presentationInput()));
    const deletions = [app.rest.delete(`/api/decks/${id}`), app.rest.delete(`/api/decks/${id}`)];
    const statuses = (await Promise.all(deletions)).map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 404]);
    for (const { status } of await Promise.all([...making, ...presenting])) expect([201, 404]).toContain(status);
    const { slide, presentation } = await app.rowCounts();
    expect({ slide, presentation }).toEqual({
      slide: before['slide'],
      presentation: Number(before['presentation']) - 1,
    });
  });

  const slidesOf = async (deckId: string): Promise<SlideAnswer[]> =>
    (await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${deckId}/slides`)).body.slides;
});

describe('ifVersion', () => {
  const guarded: [mutation: string, rest: string][] = [
    ['declineContract', 'id: $contract'],
    ['deleteDeck', 'id: $deck'],
    ['deleteFaq', 'id: $faq'],
    ['deletePlaygroundReceiver', 'id: $receiver'],
    ['deletePresentation', 'id: $presentation'],
    ['deleteSlide', 'id: $slide'],
    ['deleteSubscription', 'id: $subscription'],
    ['markContractViewed', 'id: $contract'],
    ['reorderSlides', 'deckId: $deck, slideIds: [$slide]'],
    ['rescindContract', 'id: $signed'],
    ['retryNarration', 'id: $presentation'],
    ['revokeApiKey', 'id: $apiKey'],
    ['revokePresentationLink', 'id: $link'],
    ['rotateApiKey', 'id: $apiKey'],
    ['rotateSubscriptionSecret', 'id: $subscription'],
    ['selectAddOns', 'presentationId: $presentation, addOns: []'],
    ['selectTier', 'presentationId: $presentation, tier: GOOD'],
    ['sendContract', 'id: $contract'],
    [
      'signContract',
      `id: $contract, input: { tier: GOOD, signerName: "Dana", consent: true, documentHash: "${'a'.repeat(64)}" }`,
    ],
    ['updateApiKey', 'id: $apiKey, input: { name: "Never" }'],
    ['updateContract', 'id: $contract, input: { coSigner: "Robin Whitaker" }'],
    ['updateDeck', 'id: $deck, input: { name: "Never" }'],
    ['updateDeliveryPolicy', 'subscriptionId: $subscription, input: { isAutoRecoverEnabled: true }'],
    ['updateFaq', 'id: $faq, input: { cannedAnswer: "Never" }'],
    ['updatePlaygroundReceiver', 'id: $receiver, input: { delaySeconds: 7 }'],
    ['updatePresentation', 'id: $presentation, input: { priceInputs: null }'],
    ['updatePresentationLink', 'id: $link, input: { name: "Never" }'],
    ['updateSlide', 'id: $slide, input: { title: "Never" }'],
    ['updateSubscription', 'id: $subscription, input: { name: "Never" }'],
    ['voidContract', 'id: $contract'],
  ];
  const ids: Record<string, string> = {};
  const withIds = (text: string): string => text.replaceAll(/\$(\w+)/g, (_, kind: string) => `"${ids[kind]}"`);
  const everything = `{ deck(id: $deck) { version slides { version } faqs { version } }
    presentation(id: $presentation) { version } subscription(id: $subscription) { version }
    apiKey(id: $apiKey) { version } contract(id: $contract) { version } presentationLink(id: $link) { version }
    playgroundReceiver(id: $receiver) { updatedAt } }`;

  beforeAll(async () => {
    const deck = await createDeck(app.rest);
    const presentation = await presented(app.rest);
    const contract = await contracts.in('sent', await presented(app.rest));
    const signed = await contracts.in('signed', await presented(app.rest, { deck: cancelable }));
    const [slide, faq] = [await createSlide(app.rest, deck.id), await createFaq(app.rest, deck.id)];
    const subscription = await createSubscription(app.rest);
    const input = { name: 'Guarded', scopes: ['decks:read'] };
    const { apiKey } = (await app.rest.post<{ apiKey: { id: string } }>('/api/keys', input)).body;
    const links = `/api/presentations/${presentation.id}/links`;
    const { link } = (await app.rest.post<{ link: { id: string } }>(links, { name: 'Guarded' })).body;
    const { receiver } = (await app.rest.post<{ receiver: { id: string } }>('/api/playground/receivers')).body;
    for (const [kind, { id }] of Object.entries({
      deck,
      slide,
      faq,
      presentation,
      subscription,
      apiKey,
      link,
      receiver,
      contract,
      signed,
    })) {
      ids[kind] = id;
    }
  });

  test.each(guarded)('of %s refuses a change of what somebody else has changed', async (name, args) => {
    const before = await app.graphql.data(withIds(everything));
    const { data, errors } = await app.graphql.send(
      withIds(`mutation { ${name}(${args}, ifVersion: 99) { __typename } }`),
    );
    expect([data, errors]).toMatchObject([
      { [name]: null },
      [{ path: [name], extensions: { code: 'PRECONDITION_FAILED', problem: { status: 412 } } }],
    ]);
    expect(await app.graphql.data(withIds(everything))).toEqual(before);
  });

  test('is an argument of every mutation that updates or deletes, and of no other than these', async () => {
    const query = '{ __schema { mutationType { fields { name args { name } } } } }';
    type Field = { name: string; args: { name: string }[] };
    const { __schema } = await app.graphql.data<{ __schema: { mutationType: { fields: Field[] } } }>(query);
    const { fields } = __schema.mutationType;
    const taking = fields.filter(({ args }) => args.some(({ name }) => name === 'ifVersion')).map(({ name }) => name);
    // No key may choose as a guest: the test of links does.
    expect(taking.filter((name) => !name.includes('Guest')).toSorted()).toEqual(guarded.map(([name]) => name));
    for (const { name } of fields) if (/^(update|delete)/.test(name)) expect(taking).toContain(name);
  });

  test.each([undefined, null])('may be left out, or be null: %s', async (ifVersion) => {
    const query = 'mutation ($id: ID!, $ifVersion: Int) { deleteDeck(id: $id, ifVersion: $ifVersion) { deck { id } } }';
    const { id } = await createDeck(app.rest);
    expect(await app.graphql.data(query, { id, ifVersion })).toEqual({ deleteDeck: { deck: { id } } });
  });

  test('lets the change through that knows the version, which is the ETag of the other API', async () => {
    const { id } = await createDeck(app.rest);
    const query = `mutation { updateDeck(id: "${id}", input: { name: "Mine" }, ifVersion: 1) { deck { name version } } }`;
    expect(await app.graphql.data(query)).toEqual({ updateDeck: { deck: { name: 'Mine', version: 2 } } });
    const { headers, body } = await app.rest.get<{ deck: DeckAnswer }>(`/api/decks/${id}`);
    expect([headers.get('etag'), body.deck.name]).toEqual(['"2"', 'Mine']);
    expect((await app.graphql.send(query)).errors).toMatchObject([{ extensions: { code: 'PRECONDITION_FAILED' } }]);
  });
});
