// The main job, played with the client that @hey-api/openapi-ts writes of openapi.json.
import { client } from './generated/hey-api/client.gen.js';
import {
  createContract,
  createDeck,
  createPresentation,
  createPresentations,
  createSlide,
  createSubscription,
  type Delivery,
  getDeck,
  listSubscriptionDeliveries,
  patchSlide,
  publishEvent,
  sendContract,
  signContract,
} from './generated/hey-api/index.js';

const [, , baseUrl = ''] = process.argv;
client.setConfig({ baseUrl });
const throwOnError = true;

const { deck } = (await createDeck({ throwOnError, body: { name: 'Roofs' } })).data;
const ofDeck = { throwOnError, path: { deckId: deck.id } } as const;

const { slide } = (
  await createSlide({
    ...ofDeck,
    body: {
      slideId: 'prices',
      title: 'For {{homeowner.first_name}}',
      narrationScript: 'The better roof costs {{better.price}}.',
      slideType: 'product_pricing_v1',
      productData: { better: { name: 'Better', pricePerSquare: 500 } },
    },
  })
).data;
const renamed = (
  await patchSlide({
    throwOnError,
    path: { slideId: slide.id },
    body: { title: 'Prices for {{homeowner.first_name}}' },
  })
).data;

const { presentation } = (
  await createPresentation({
    ...ofDeck,
    headers: { 'Idempotency-Key': deck.id, Prefer: 'wait=1' },
    body: { homeowner: { first_name: 'Dana', last_name: 'Whitaker' }, price_inputs: { roof_squares: 20 } },
  })
).data;
const bulk = (
  await createPresentations({ ...ofDeck, body: { inputs: [{ homeowner: { first_name: 'Ann', last_name: 'Lee' } }] } })
).data;

const subscription = (
  await createSubscription({
    throwOnError,
    body: {
      name: 'Office',
      eventType: 'contract.signed',
      channel: 'console',
      channelConfig: { level: 'info' },
      filter: { 'data.tier': 'better' },
    },
  })
).data;
const level = subscription.channel === 'console' ? subscription.channelConfig.level : undefined;

const drafted = (await createContract({ throwOnError, path: { presentationId: presentation.id } })).data;
const ofContract = { throwOnError, path: { contractId: drafted.contract.id } } as const;
const { contract: sent } = (await sendContract(ofContract)).data;
const { contract: signed } = (
  await signContract({
    ...ofContract,
    body: { tier: 'better', signerName: 'Dana Whitaker', consent: true, documentHash: sent.documentHash },
  })
).data;

const { event } = (
  await publishEvent({
    throwOnError,
    body: { type: 'contract.signed', deckId: deck.id, data: { tier: 'better' } },
  })
).data;

let delivered: Delivery[] = [];
while (delivered.length < 2) {
  const page = await listSubscriptionDeliveries({
    throwOnError,
    path: { subscriptionId: subscription.id },
    query: { status: 'delivered', limit: 10 },
  });
  delivered = page.data.deliveries;
}

const refused = await getDeck({ path: { deckId: subscription.id } });

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
