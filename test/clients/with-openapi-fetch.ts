// The main job, played with the types that openapi-typescript writes of openapi.json.
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi-typescript.js';

const [, , baseUrl = ''] = process.argv;
const api = createClient<paths>({ baseUrl });

function given<Data>({ data, error }: { data?: Data; error?: components['schemas']['Problem'] }): Data {
  if (data === undefined) throw new Error(error?.detail);
  return data;
}

const { deck } = given(await api.POST('/api/decks', { body: { name: 'Roofs' } }));
const ofDeck = { path: { deckId: deck.id } };

const { slide } = given(
  await api.POST('/api/decks/{deckId}/slides', {
    params: ofDeck,
    body: {
      slideId: 'prices',
      title: 'For {{homeowner.first_name}}',
      narrationScript: 'The better roof costs {{better.price}}.',
      slideType: 'product_pricing_v1',
      productData: { better: { name: 'Better', pricePerSquare: 500 } },
    },
  }),
);
const renamed = given(
  await api.PATCH('/api/slides/{slideId}', {
    params: { path: { slideId: slide.id } },
    body: { title: 'Prices for {{homeowner.first_name}}' },
  }),
);

const { presentation } = given(
  await api.POST('/api/decks/{deckId}/presentations', {
    params: { ...ofDeck, header: { 'Idempotency-Key': deck.id, Prefer: 'wait=1' } },
    body: { homeowner: { first_name: 'Dana', last_name: 'Whitaker' }, price_inputs: { roof_squares: 20 } },
  }),
);
const bulk = given(
  await api.POST('/api/decks/{deckId}/presentations/bulk', {
    params: ofDeck,
    body: { inputs: [{ homeowner: { first_name: 'Ann', last_name: 'Lee' } }] },
  }),
);

const subscription = given(
  await api.POST('/api/notifications/subscriptions', {
    body: {
      name: 'Office',
      eventType: 'contract.signed',
      channel: 'console',
      channelConfig: { level: 'info' },
      filter: { 'data.tier': 'better' },
    },
  }),
);
const level = subscription.channel === 'console' ? subscription.channelConfig.level : undefined;

const drafted = given(
  await api.POST('/api/presentations/{presentationId}/contracts', {
    params: { path: { presentationId: presentation.id } },
  }),
);
const ofContract = { path: { contractId: drafted.contract.id } };
const { contract: sent } = given(await api.POST('/api/contracts/{contractId}/send', { params: ofContract }));
const { contract: signed } = given(
  await api.POST('/api/contracts/{contractId}/sign', {
    params: ofContract,
    body: { tier: 'better', signerName: 'Dana Whitaker', consent: true, documentHash: sent.documentHash },
  }),
);

const { event } = given(
  await api.POST('/api/events', { body: { type: 'contract.signed', deckId: deck.id, data: { tier: 'better' } } }),
);

let delivered: components['schemas']['Delivery'][] = [];
while (delivered.length < 2) {
  const { deliveries } = given(
    await api.GET('/api/notifications/subscriptions/{subscriptionId}/deliveries', {
      params: { path: { subscriptionId: subscription.id }, query: { status: 'delivered', limit: 10 } },
    }),
  );
  delivered = deliveries;
}

const refused = await api.GET('/api/decks/{deckId}', { params: { path: { deckId: subscription.id } } });

console.log(
  JSON.stringify({
    title: renamed.slide.title,
    greeting: presentation.slides[0]?.title,
    total: presentation.pricing.offers[0]?.tiers[0]?.total,
    made: bulk.results.map(({ problem }) => problem?.code ?? 'made'),
    level,
    signed: signed.status,
    published: delivered.some(({ eventId }) => eventId === event.id),
    refused: refused.error?.code,
  }),
);
