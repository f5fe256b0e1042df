import { beforeAll, describe, expect, test } from '@jest/globals';
import { headerMask } from '../../src/delivery/subscriptions/masked-headers.ts';
import type { DeckAnswer, ProblemAnswer, SlideAnswer, SubscriptionAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts, presented } from '../contracts/contracts.ts';
import { issue } from '../trust/keys/issued.ts';
import { EventRecorder } from './event-recorder.ts';

const app = useApp({ API_KEY: 'a-key-of-sixteen-or-more', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' });
const contracts = new Contracts(app);
const mergePatch = { 'content-type': 'application/merge-patch+json' };
const patch = <Body = ProblemAnswer>(path: string, body: unknown, headers = {}, rest = app.rest) =>
  rest.send<Body>('PATCH', path, body, { ...mergePatch, ...headers });

const offer = {
  subtitle: 'Old',
  disclaimer: 'Prices hold for 30 days.',
  roundTo: 50,
  good: { name: 'Essential', price: 10_000, features: ['One', 'Two'], crew: { size: 3, lead: 'Ana' } },
  better: { name: 'Comfort', price: 20_000 },
  best: { name: 'Complete', price: 30_000 },
};
let deck: DeckAnswer;
beforeAll(async () => {
  deck = await createDeck(app.rest);
});

describe('a JSON Merge Patch', () => {
  test('of one text of an offer keeps its tiers, its disclaimer and its rounding', async () => {
    const slide = await createSlide(app.rest, deck.id, { slideType: 'product_pricing_v1', productData: offer });
    const path = `/api/slides/${slide.id}`;
    const one = await patch<{ slide: SlideAnswer }>(path, { productData: { subtitle: 'New' } });
    expect([one.status, one.headers.get('etag')]).toEqual([200, '"2"']);
    expect(one.body.slide.productData).toMatchObject({ ...offer, subtitle: 'New' });
    const deep = await patch<{ slide: SlideAnswer }>(path, {
      productData: { roundTo: null, best: null, good: { features: ['Three'], crew: { lead: null } } },
    });
    expect(deep.body.slide.productData).toMatchObject({
      subtitle: 'New',
      disclaimer: offer.disclaimer,
      roundTo: null,
      good: { name: 'Essential', price: 10_000, features: ['Three'], crew: { size: 3 } },
      better: offer.better,
      best: null,
    });
    expect(JSON.stringify(deep.body.slide.productData)).not.toContain('Ana');
  });

  test('is checked after the merge, by the rules of every writing', async () => {
    const slide = await createSlide(app.rest, deck.id, { slideType: 'product_pricing_v1', productData: offer });
    const path = `/api/slides/${slide.id}`;
    const faults = async (body: unknown): Promise<unknown> => {
      const { status, body: problem } = await patch(path, body);
      return [status, problem.errors];
    };
    expect(await faults({ productData: { good: { deposit: { percent: 500 } } } })).toMatchObject([
      400,
      [{ pointer: '/productData/good/deposit/percent' }],
    ]);
    expect(await faults({ productData: { roundTo: 'ten' } })).toMatchObject([
      400,
      [{ pointer: '/productData/roundTo' }],
    ]);
    expect(await faults({ title: null, slideType: null })).toMatchObject([
      400,
      [
        { pointer: '/title', code: 'required', detail: 'title cannot be removed: give it a value.' },
        { pointer: '/slideType', code: 'required' },
      ],
    ]);
    for (const body of ['[]', '"text"', 'null', '7'])
      expect(await faults(body)).toMatchObject([400, [{ pointer: '' }]]);
    expect((await app.rest.get(path)).headers.get('etag')).toBe('"1"');
  });

  test('that says nothing new changes nothing and records nothing', async () => {
    const slide = await createSlide(app.rest, deck.id, { slideType: 'product_pricing_v1', productData: offer });
    const events = await EventRecorder.start(app);
    for (const body of [{}, { productData: {} }, { productData: offer }, { heroImg: null }]) {
      const { status, headers } = await patch(`/api/slides/${slide.id}`, body);
      expect([status, headers.get('etag')]).toEqual([200, '"1"']);
    }
    expect(await events.taken()).toEqual([]);
  });

  test('of many clients at the same time loses the change of none', async () => {
    const slide = await createSlide(app.rest, deck.id, { productData: { good: { price: 1 } } });
    const numbers = Array.from({ length: 12 }, (_, number) => number);
    const path = `/api/slides/${slide.id}`;
    await Promise.all(numbers.map((number) => patch(path, { productData: { good: { [`key${number}`]: number } } })));
    const { body } = await app.rest.get<{ slide: SlideAnswer }>(path);
    const keys = Object.fromEntries(numbers.map((number) => [`key${number}`, number]));
    expect(body.slide.productData).toMatchObject({ good: { price: 1, ...keys } });
  });

  test('is refused with an ETag that is not current', async () => {
    const slide = await createSlide(app.rest, deck.id, { productData: { good: { price: 1 } } });
    await patch(`/api/slides/${slide.id}`, { title: 'Second' });
    const { status } = await patch(`/api/slides/${slide.id}`, { title: 'Late' }, { 'if-match': '"1"' });
    expect(status).toBe(412);
  });

  test('of a deck merges variables, brand and right to cancel', async () => {
    const rightToCancel = { rule: 'calendar_days', days: 14, sellerName: 'Larkspur', sellerAddress: 'Austin' };
    const { id } = await createDeck(app.rest, {
      variables: { a: 1, b: 2 },
      brand: { color: '#0b5d4b' },
      rightToCancel,
      description: 'Kept',
    });
    const { status, body } = await patch<{ deck: DeckAnswer }>(`/api/decks/${id}`, {
      variables: { a: null, c: 3 },
      brand: { color: '#000000' },
      rightToCancel: { days: 30 },
    });
    expect([status, body.deck]).toMatchObject([
      200,
      {
        variables: { b: 2, c: 3 },
        brand: { color: '#000000', logo: null },
        rightToCancel: { ...rightToCancel, days: 30 },
        description: 'Kept',
      },
    ]);
    expect(Object.keys(body.deck.variables)).toEqual(['b', 'c']);
    const without = await patch(`/api/decks/${id}`, { rightToCancel: { rule: null } });
    expect([without.status, without.body.errors]).toMatchObject([400, [{ pointer: '/rightToCancel/rule' }]]);
  });

  test('of translations keeps other languages and the texts that it does not name', async () => {
    const spanish = { title: 'Hola', bullets: ['uno'], narrationScript: 'Hola.', slideContext: 'Nota' };
    const german = { title: 'Hallo', bullets: [], narrationScript: 'Hallo.' };
    const translations = { 'es-MX': spanish, de: german };
    const slide = await createSlide(app.rest, deck.id, { translations });
    const path = `/api/slides/${slide.id}`;
    expect((await patch(path, { translations: { 'es-mx': { title: 'Buenas' }, de: null } })).status).toBe(200);
    const { body } = await app.rest.get<{ translations: object }>(`${path}/translations`);
    expect(body.translations).toMatchObject({ 'es-MX': { ...spanish, title: 'Buenas' } });
    expect(Object.keys(body.translations)).toEqual(['es-MX']);
    const one = await patch(`${path}/translations/es-MX`, { bullets: ['dos'], slideContext: null });
    expect([one.status, one.body]).toMatchObject([
      200,
      { translation: { ...spanish, title: 'Buenas', bullets: ['dos'], slideContext: null } },
    ]);
    const fresh = await patch(`${path}/translations/fr`, { title: 'Salut' });
    expect([fresh.status, fresh.body.errors.map(({ pointer }) => pointer)]).toEqual([400, ['/narrationScript']]);
  });

  test('of the settings of a channel keeps the others, and sends values of headers to no other host', async () => {
    const { token } = await issue(app, { scopes: ['notifications:write', 'events:read', 'decks:read'] });
    const limited = await new RestClient(app.base, { authorization: `Bearer ${token}` }).open();
    const channelConfig = { url: 'http://127.0.0.1:9/a', headers: { Authorization: 'Bearer secret-of-the-receiver' } };
    const { id } = await createSubscription(app.rest, { channel: 'webhook', channelConfig });
    const path = `/api/notifications/subscriptions/${id}`;
    const config = { channelConfig: { url: 'http://127.0.0.1:9/b', headers: { 'X-More': '1' } } };
    const here = await patch<SubscriptionAnswer>(path, config, {}, limited);
    expect([here.status, here.body.channelConfig]).toEqual([
      200,
      { url: 'http://127.0.0.1:9/b', format: null, headers: { Authorization: headerMask, 'X-More': headerMask } },
    ]);
    const kept = await app.rest.get<SubscriptionAnswer>(path);
    expect(kept.body.channelConfig).toMatchObject({ headers: { ...channelConfig.headers, 'X-More': '1' } });
    const elsewhere = await patch(path, { channelConfig: { url: 'http://127.0.0.2:9/' } }, {}, limited);
    expect([elsewhere.status, elsewhere.body.errors.map(({ pointer }) => pointer)]).toEqual([
      400,
      ['/channelConfig/headers/X-More', '/channelConfig/headers/Authorization'],
    ]);
    const moved = await patch<SubscriptionAnswer>(path, { channelConfig: { url: 'http://127.0.0.2:9/' } });
    expect(moved.body.channelConfig).toMatchObject({ url: 'http://127.0.0.2:9/', headers: channelConfig.headers });
    const other = { channel: 'console', channelConfig: { level: 'warn' } };
    const changed = await patch<SubscriptionAnswer>(path, other);
    expect([changed.status, changed.body]).toMatchObject([200, other]);
    expect(changed.body.channelConfig).toEqual(other.channelConfig);
  });

  test('is taken by every route with PATCH', async () => {
    deck = await createDeck(app.rest);
    const slide = await createSlide(app.rest, deck.id, {
      slideType: 'product_pricing_v1',
      productData: { good: { price: 1, addOns: [{ key: 'a', label: 'A', amount: 1 }] }, best: { price: 3 } },
    });
    const faq = await createFaq(app.rest, deck.id);
    const presentation = await createPresentation(app.rest, deck.id);
    const subscription = `/api/notifications/subscriptions/${(await createSubscription(app.rest)).id}`;
    const { id: keyId } = (await issue(app, { scopes: ['decks:read'] })).apiKey;
    const listed = await app.rest.get<{ slides: { id: string }[] }>(`/api/decks/${deck.id}/slides`);
    const contract = await contracts.in('draft', await presented(app.rest));
    const other = await createPresentation(app.rest, deck.id);
    const links = `/api/presentations/${other.id}/links`;
    const { link } = (await app.rest.post<{ link: { id: string } }>(links, { name: 'Phone' })).body;
    const { receiver } = (await app.rest.post<{ receiver: { id: string } }>('/api/playground/receivers')).body;
    const changes: Record<string, [path: string, body: object]> = {
      '/api/playground/receivers/{receiverId}': [`/api/playground/receivers/${receiver.id}`, { subscriptionId: null }],
      '/api/presentations/{presentationId}': [`/api/presentations/${other.id}`, { price_inputs: null }],
      '/api/links/{linkId}': [`/api/links/${link.id}`, { name: 'Tablet' }],
      '/api/contracts/{contractId}': [`/api/contracts/${contract.id}`, { coSigner: null }],
      '/api/decks/{deckId}': [`/api/decks/${deck.id}`, { description: null }],
      '/api/slides/{slideId}': [`/api/slides/${slide.id}`, { heroImg: '/a.png' }],
      '/api/decks/{deckId}/slides/order': [
        `/api/decks/${deck.id}/slides/order`,
        { slideIds: listed.body.slides.map(({ id }) => id) },
      ],
      '/api/faqs/{faqId}': [`/api/faqs/${faq.id}`, { relatedSlideId: null }],
      '/api/presentations/{presentationId}/tier': [
        `/api/presentations/${presentation.id}/tier`,
        { tier: 'best', sourceSlideId: null },
      ],
      '/api/presentations/{presentationId}/add-ons': [`/api/presentations/${presentation.id}/add-ons`, { addOns: [] }],
      '/api/slides/{slideId}/translations/{language}': [
        `/api/slides/${slide.id}/translations/es`,
        { title: 'T', bullets: [], narrationScript: 'N' },
      ],
      '/api/faqs/{faqId}/translations/{language}': [
        `/api/faqs/${faq.id}/translations/es`,
        { userQuestion: 'Q', cannedAnswer: 'A' },
      ],
      '/api/notifications/subscriptions/{subscriptionId}': [subscription, { deckId: null }],
      '/api/notifications/subscriptions/{subscriptionId}/policy': [`${subscription}/policy`, { timeoutMs: 500 }],
      '/api/keys/{keyId}': [`/api/keys/${keyId}`, { expiresAt: null }],
    };
    const { body: document } = await app.rest.get<{
      paths: Record<string, { patch?: { requestBody: { content: object } } }>;
    }>('/api/openapi.json');
    for (const [path, { patch: described }] of Object.entries(document.paths)) {
      if (described === undefined) continue;
      expect([path, Object.keys(described.requestBody.content)]).toEqual([
        path,
        ['application/json', 'application/merge-patch+json'],
      ]);
      if (path.startsWith('/api/guest/')) continue;
      const [target, body] = changes[path] ?? ['none', {}];
      expect([path, (await patch(target, body)).status]).toEqual([path, 200]);
    }
  });
});

describe('a PATCH of one translation', () => {
  const spanish = { title: 'Hola', bullets: ['uno'], narrationScript: 'Hola.', slideContext: 'Nota' };
  const types = ['application/json', 'application/merge-patch+json'];
  const pathOf = async (): Promise<string> => {
    const { id } = await createSlide(app.rest, deck.id, { translations: { es: spanish, de: spanish } });
    return `/api/slides/${id}/translations`;
  };

  test.each(types)('takes one field of it as %s, and keeps the others and other languages', async (type) => {
    const path = await pathOf();
    for (const [field, value] of Object.entries({ title: 'Buenas', bullets: ['dos'], slideContext: null })) {
      const before = (await app.rest.get<{ translation: object }>(`${path}/es`)).body.translation;
      const body = { [field]: value };
      const { status, body: answer } = await patch<{ translation: object }>(`${path}/es`, body, {
        'content-type': type,
      });
      expect([status, answer.translation]).toEqual([200, { ...before, [field]: value }]);
    }
    const { body } = await app.rest.get<{ translations: object }>(path);
    expect(body.translations).toMatchObject({ de: spanish });
  });

  test.each(types)('of a FAQ takes its answer alone as %s', async (type) => {
    const texts = { userQuestion: '¿Qué?', cannedAnswer: 'Eso.' };
    const { id } = await createFaq(app.rest, deck.id, { translations: { es: texts } });
    const path = `/api/faqs/${id}/translations/es`;
    const { status, body } = await patch(path, { cannedAnswer: 'Esto.' }, { 'content-type': type });
    expect([status, body]).toMatchObject([200, { translation: { ...texts, cannedAnswer: 'Esto.' } }]);
  });

  test.each(types)(
    'is checked as a whole translation, and makes a new one only with all that it needs: %s',
    async (type) => {
      const path = await pathOf();
      const send = (language: string, body: unknown, headers = {}) =>
        patch(`${path}/${language}`, body, { 'content-type': type, ...headers });
      const fresh = await send('fr', { title: 'Salut' });
      expect([fresh.status, fresh.body.errors.map(({ pointer }) => pointer)]).toEqual([400, ['/narrationScript']]);
      expect((await send('fr', { title: 'Salut', bullets: [], narrationScript: 'Salut.' })).status).toBe(200);
      const wrong = await send('es', { bullets: 'dos' });
      expect([wrong.status, wrong.body.errors[0]?.pointer]).toEqual([400, '/bullets']);
      expect((await send('es', [])).status).toBe(400);
      expect((await send('es', { title: 'Late' }, { 'if-match': '"1"' })).status).toBe(412);
      expect((await send('es', { title: 'Other' }, { 'if-none-match': '*' })).status).toBe(412);
    },
  );

  test('leaves a field with null as it is in JSON, and refuses to remove it by a merge patch', async () => {
    const path = `${await pathOf()}/es`;
    const kept = await patch(path, { title: null }, { 'content-type': 'application/json' });
    expect([kept.status, kept.body]).toMatchObject([200, { translation: spanish }]);
    const removed = await patch(path, { title: null });
    expect([removed.status, removed.body.errors[0]?.pointer]).toEqual([400, '/title']);
  });

  test('has a schema of its own in which no field is required, while a PUT takes the whole', async () => {
    const { body } = await app.rest.get<{
      paths: Record<string, Record<'put' | 'patch', { requestBody: { content: Record<string, { schema: object }> } }>>;
      components: { schemas: Record<string, { required?: string[]; properties: object }> };
    }>('/api/openapi.json');
    for (const [noun, name] of [
      ['slides/{slideId}', 'SlideTranslationInput'],
      ['faqs/{faqId}', 'FaqTranslationInput'],
    ]) {
      const operations = body.paths[`/api/${noun}/translations/{language}`];
      const schemaOf = (method: 'put' | 'patch') => Object.values(operations?.[method].requestBody.content ?? {});
      expect(schemaOf('put')).toEqual([{ schema: { $ref: `#/components/schemas/${name}` } }]);
      expect(schemaOf('patch')).toEqual(types.map(() => ({ schema: { $ref: `#/components/schemas/Patch${name}` } })));
      const [whole, some] = [body.components.schemas[name ?? ''], body.components.schemas[`Patch${name}`]];
      expect([whole?.required?.length, some?.required]).toEqual([expect.any(Number), undefined]);
      expect(Object.keys(some?.properties ?? {})).toEqual(Object.keys(whole?.properties ?? {}));
    }
  });
});

describe('a body of another media type', () => {
  const both = 'application/merge-patch+json, application/json';

  test.each([
    ['POST', 'application/merge-patch+json', 'application/json'],
    ['POST', 'application/vnd.api+json', 'application/json'],
    ['PUT', 'application/merge-patch+json', 'application/json'],
    ['PUT', 'application/json-patch+json', 'application/json'],
    ['PATCH', 'application/json-patch+json', both],
    ['PATCH', 'application/vnd.api+json', both],
    ['PATCH', 'text/plain', both],
  ])('is refused: %s with %s', async (method, type, accepted) => {
    const path = method === 'POST' ? '/api/decks' : `/api/decks/${deck.id}`;
    const { status, headers, body } = await app.rest.send(method, path, { name: 'Refused' }, { 'content-type': type });
    expect([status, body.code, headers.get('accept')]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE', accepted]);
    expect(body.detail).toContain(accepted.replace(', ', ' or '));
    expect(headers.get('accept-patch')).toBe(method === 'PATCH' ? both : null);
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON', 'application/json;charset="UTF-8"; v=1'])(
    'is none in another spelling: %s',
    async (type) => {
      const { status } = await app.rest.put(`/api/decks/${deck.id}`, { name: 'Taken' }, { 'content-type': type });
      expect(status).toBe(200);
    },
  );

  test('is named beforehand: OPTIONS and 405 say what PATCH takes', async () => {
    for (const [method, path, accepted] of [
      ['OPTIONS', `/api/slides/${deck.id}`, both],
      ['POST', `/api/slides/${deck.id}`, both],
      ['OPTIONS', '/api/decks', null],
    ] as const) {
      const headers = { authorization: 'Bearer a-key-of-sixteen-or-more' };
      const response = await fetch(`${app.base}${path}`, { method, headers });
      expect([method, path, response.headers.get('accept-patch')]).toEqual([method, path, accepted]);
    }
  });

  test('is refused by GraphQL too', async () => {
    const headers = { authorization: 'Bearer a-key-of-sixteen-or-more', 'content-type': 'application/vnd.api+json' };
    const response = await fetch(`${app.base}/graphql`, { method: 'POST', headers, body: '{"query":"{__typename}"}' });
    expect([response.status, response.headers.get('accept')]).toEqual([415, 'application/json']);
  });
});
