// The main job, played with the client that orval writes of openapi.json, and each answer parsed by the zod schema of its operation.
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
  type Delivery,
} from './generated/orval/client.js';
import * as schemas from './generated/orval/zod.js';

const [, , baseUrl = ''] = process.argv;
const { fetch } = globalThis;
globalThis.fetch = (path, init) => fetch(new URL(String(path), baseUrl), init);

const { deck } = schemas.CreateDeckResponse.parse((await createDeck({ name: 'Roofs' })).data);
const created = await createSlide(deck.id, {
  slideId: 'prices',
  title: 'For {{homeowner.first_name}}',
  narrationScript: 'The better roof costs {{better.price}}.',
  slideType: 'product_pricing_v1',
  productData: { better: { name: 'Better', pricePerSquare: 500 } },
});
const { slide } = schemas.CreateSlideResponse.parse(created.data);
const patched = await patchSlide(slide.id, { title: 'Prices for {{homeowner.first_name}}' });
const renamed = schemas.PatchSlideResponse.parse(patched.data);

const made = await createPresentation(
  deck.id,
  { homeowner: { first_name: 'Dana', last_name: 'Whitaker' }, price_inputs: { roof_squares: 20 } },
  { headers: { 'Idempotency-Key': deck.id, Prefer: 'wait=1' } },
);
const { presentation } = schemas.CreatePresentationResponse.parse(made.data);
const inputs = [{ homeowner: { first_name: 'Ann', last_name: 'Lee' } }];
const bulk = schemas.CreatePresentationsResponse.parse((await createPresentations(deck.id, { inputs })).data);

const subscribed = await createSubscription({
  name: 'Office',
  eventType: 'contract.signed',
  channel: 'console',
  channelConfig: { level: 'info' },
  filter: { 'data.tier': 'better' },
});
const subscription = schemas.CreateSubscriptionResponse.parse(subscribed.data);
const level = subscription.channel === 'console' ? subscription.channelConfig.level : undefined;

const { contract } = schemas.CreateContractResponse.parse((await createContract(presentation.id)).data);
const { contract: sent } = schemas.SendContractResponse.parse((await sendContract(contract.id)).data);
const signature = await signContract(contract.id, {
  tier: 'better',
  signerName: 'Dana Whitaker',
  consent: true,
  documentHash: sent.documentHash,
});
const { contract: signed } = schemas.SignContractResponse.parse(signature.data);

const published = await publishEvent({ type: 'contract.signed', deckId: deck.id, data: { tier: 'better' } });
const { event } = schemas.PublishEventResponse.parse(published.data);

let delivered: Delivery[] = [];
while (delivered.length < 2) {
  const page = await listSubscriptionDeliveries(subscription.id, { status: 'delivered', limit: 10 });
  if (page.status === 200) delivered = page.data.deliveries;
}

const refused = await getDeck(subscription.id);

console.log(
  JSON.stringify({
    title: renamed.slide.title,
    greeting: presentation.slides[0]?.title,
    total: presentation.pricing.offers[0]?.tiers[0]?.total,
    made: bulk.results.map(({ problem }) => problem?.code ?? 'made'),
    level,
    signed: signed.status,
    published: delivered.some(({ eventId }) => eventId === event.id),
    refused: refused.status === 404 ? refused.data.code : refused.status,
  }),
);
