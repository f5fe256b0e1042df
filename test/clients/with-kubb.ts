// The main job, played with the functions that kubb writes of openapi.json.
import {
  createContract,
  createDeck,
  createPresentation,
  createPresentations,
  createSlide,
  createSubscription,
  getDeck,
  listSubscriptionDeliveries,
  patchSlide,
  publishEvent,
  sendContract,
  signContract,
} from './generated/kubb/client.js';
import type { Delivery } from './generated/kubb/types.js';
import { ResponseError, setConfig } from './kubb-client.js';

const [, , baseURL = ''] = process.argv;
setConfig({ baseURL });

const { deck } = await createDeck({ name: 'Roofs' });
const { slide } = await createSlide(deck.id, {
  slideId: 'prices',
  title: 'For {{homeowner.first_name}}',
  narrationScript: 'The better roof costs {{better.price}}.',
  slideType: 'product_pricing_v1',
  productData: { better: { name: 'Better', pricePerSquare: 500 } },
});
const renamed = await patchSlide(slide.id, { title: 'Prices for {{homeowner.first_name}}' });

const { presentation } = await createPresentation(
  deck.id,
  { homeowner: { first_name: 'Dana', last_name: 'Whitaker' }, price_inputs: { roof_squares: 20 } },
  { 'Idempotency-Key': deck.id, Prefer: 'wait=1' },
);
const bulk = await createPresentations(deck.id, { inputs: [{ homeowner: { first_name: 'Ann', last_name: 'Lee' } }] });

const subscription = await createSubscription({
  name: 'Office',
  eventType: 'contract.signed',
  channel: 'console',
  channelConfig: { level: 'info' },
  filter: { 'data.tier': 'better' },
});
const level = subscription.channel === 'console' ? subscription.channelConfig.level : undefined;

const { contract } = await createContract(presentation.id);
const { contract: sent } = await sendContract(contract.id);
const { contract: signed } = await signContract(contract.id, {
  tier: 'better',
  signerName: 'Dana Whitaker',
  consent: true,
  documentHash: sent.documentHash,
});

const { event } = await publishEvent({ type: 'contract.signed', deckId: deck.id, data: { tier: 'better' } });

let delivered: Delivery[] = [];
while (delivered.length < 2) {
  ({ deliveries: delivered } = await listSubscriptionDeliveries(subscription.id, { status: 'delivered', limit: 10 }));
}

const refused = await getDeck(subscription.id).catch((error: unknown) => error);

console.log(
  JSON.stringify({
    title: renamed.slide.title,
    greeting: presentation.slides[0]?.title,
    total: presentation.pricing.offers[0]?.tiers[0]?.total,
    made: bulk.results.map(({ problem }) => problem?.code ?? 'made'),
    level,
    signed: signed.status,
    published: delivered.some(({ eventId }) => eventId === event.id),
    refused: refused instanceof ResponseError ? refused.problem.code : refused,
  }),
);
