// What users do with a release before it is replaced. Its data is what the next release finds.
import { clientOf, until } from './client.js';

const far = '2099-01-31T12:00:00Z';

const texts = { es: { title: 'Bienvenida, {{first_name}}', bullets: ['Su techo'], narrationScript: 'Hola.' } };
const slides = [
  {
    slideId: 'welcome',
    title: 'Welcome, {{first_name}}',
    bullets: ['Your roof', 'Three options'],
    narrationScript: 'Hello {{first_name}}.',
    slideContext: 'Sit down first.',
    heroImg: 'https://example.com/roof.jpg',
    translations: texts,
  },
  {
    slideId: 'prices',
    title: 'Your options',
    narrationScript: 'Here are three.',
    translations: { es: { title: 'Sus opciones', narrationScript: 'Tres.' } },
    slideType: 'product_pricing_v1',
    productData: {
      subtitle: 'Fair and fixed',
      disclaimer: 'Prices for {{first_name}} hold for 30 days.',
      roundTo: 50,
      defaultSelectedTier: 'better',
      good: {
        name: 'Shingle',
        price: 11_820,
        tax: { percent: 8.25 },
        deposit: { percent: 10 },
        addOns: [{ key: 'guards', label: 'Gutter guards', amount: 1_799.99 }],
      },
      better: {
        name: 'Metal',
        basePrice: 350,
        pricePerSquare: 509.15,
        features: ['50 years'],
        addOns: [{ key: 'shield', label: 'Ice shield', amount: 12.345, per: 'square' }],
      },
      best: { name: 'Slate', pricePerKw: 3_150 },
    },
  },
  {
    slideId: 'thanks',
    title: 'Thank you',
    narrationScript: 'Thank you.',
    translations: { es: { title: 'Gracias', narrationScript: 'Gracias.' } },
  },
];
const deck = {
  name: 'A roof, as it was sold',
  description: 'What a release keeps.',
  brandName: 'Larkspur Roofing',
  currency: 'USD',
  defaultLanguage: 'en',
  timeZone: 'America/Denver',
  variables: { 'company.phone': '+1 970-555-0142' },
  rightToCancel: {
    rule: 'us_ftc_cooling_off',
    sellerName: 'Larkspur Roofing LLC',
    sellerAddress: '410 Congress Avenue, Austin, TX 78701',
  },
};
const homeowner = {
  homeowner: { first_name: 'Dana', last_name: 'Whitaker', address: '12 Elm Street' },
  price_inputs: { roof_squares: 24.5, system_size_kw: 7.2 },
};

/** Writes the deck. */
async function author({ post, put }) {
  const { deck: made } = await post('/api/decks', deck);
  const slideIds = [];
  for (const slide of slides) slideIds.push((await post(`/api/decks/${made.id}/slides`, slide)).slide.id);
  const asked = { userQuestion: 'Are gutters included?', cannedAnswer: 'Yes, {{first_name}}.' };
  const { faq } = await post(`/api/decks/${made.id}/faqs`, asked);
  await post(`/api/decks/${made.id}/faqs`, { userQuestion: 'How long does it take?', cannedAnswer: 'Two days.' });
  await put(`/api/faqs/${faq.id}/translations/es`, { userQuestion: '¿Canalones?', cannedAnswer: 'Sí.' });
  return { deckId: made.id, slideIds, faqId: faq.id };
}

/** Presents it. */
async function present({ post }, { deckId }) {
  const { presentation } = await post(`/api/decks/${deckId}/presentations`, homeowner);
  const at = `/api/presentations/${presentation.id}/links`;
  const { link, token } = await post(at, { name: 'Tablet in the kitchen', scope: 'view_and_sign' });
  return { presentationId: presentation.id, linkId: link.id, link: token };
}

/** The homeowner opens the link, watches, asks, chooses. */
async function watch({ post, put }, [welcome, prices]) {
  await post('/api/guest/visits');
  await post('/api/guest/engagement', {
    browserId: '5f0c1d3e-0b1a-4c2d-8e3f-1a2b3c4d5e6f',
    openCount: 1,
    slides: [
      { sourceSlideId: welcome, seconds: 12.5, isCompleted: true },
      { sourceSlideId: prices, seconds: 40, tiers: ['good', 'better'] },
    ],
  });
  await post('/api/guest/questions', { question: 'Is the chimney part of it?', sourceSlideId: prices });
  await post('/api/guest/faqs/search', { text: 'solar carport' });
  await put('/api/guest/tier', { tier: 'better' });
  await put('/api/guest/add-ons', { addOns: ['shield'] });
}

/** One contract is signed, another one is open, and a third one a draft. */
async function agree({ post }, guest, { deckId, presentationId }) {
  const drafted = async (id) => (await post(`/api/presentations/${id}/contracts`)).contract.id;
  const sent = async (id) => (await post(`/api/contracts/${id}/send`, { expiresAt: far })).contract;
  const signed = await sent(await drafted(presentationId));
  await guest.post(`/api/guest/contracts/${signed.id}/sign`, {
    tier: 'better',
    signerName: 'Dana Whitaker',
    consent: true,
    documentHash: signed.documentHash,
  });
  const others = await post(`/api/decks/${deckId}/presentations/bulk`, { inputs: [homeowner, homeowner] });
  const [second, third] = others.results.map(({ presentationId: id }) => id);
  const { id: open } = await sent(await drafted(second));
  await post(`/api/contracts/${open}/mark-viewed`);
  return { signed: signed.id, open, draft: await drafted(third), others: [second, third] };
}

/** Everything that is done while the release delivers and speaks. @returns what the reads and the next release need */
export async function live(base, apiKey, target) {
  const office = clientOf(base, `Bearer ${apiKey}`);
  const webhook = (name, eventType, url, more = {}) =>
    office.post('/api/notifications/subscriptions', {
      name,
      eventType,
      channel: 'webhook',
      channelConfig: { url, ...more },
    });
  const arriving = await webhook('CRM', 'contract.*', `${target}/arrives`, { headers: { 'X-Team': 'roofs' } });
  const waiting = await webhook('ERP that is down', 'order.*', `${target}/down`);
  await office.put(`/api/notifications/subscriptions/${waiting.id}/policy`, { retryDelays: [20, 3_600] });
  const { subscriptionSecret } = await office.get(`/api/notifications/subscriptions/${waiting.id}/secret`);
  const { apiKey: made, token: key } = await office.post('/api/keys', {
    name: 'Dashboard',
    scopes: ['decks:read', 'presentations:read', 'contracts:read', 'events:read', 'notifications:read'],
  });
  const authored = await author(office);
  const presented = await present(office, authored);
  const guest = clientOf(base, `Link ${presented.link}`);
  await until(
    'The narration',
    async () => (await office.get(`/api/presentations/${presented.presentationId}`)).presentation,
    ({ status }) => status !== 'narrating',
  );
  await watch(guest, authored.slideIds);
  const { latestCursor } = await office.get('/api/events/latest-cursor');
  const contracts = await agree(office, guest, { ...authored, ...presented });
  for (let number = 1; number <= 4; number += 1) await office.post('/api/events', orderOf(authored, number));
  await office.send('GET', `/api/decks/${crypto.randomUUID()}`);
  await clientOf(base, 'Bearer a-key-that-nobody-has').send('GET', '/api/decks');
  await until(
    'The narration of all',
    async () => (await office.get('/api/presentations?limit=10')).presentations,
    (all) => all.every(({ status }) => status !== 'narrating'),
  );
  const deliveriesOf = async ({ id }) =>
    (await office.get(`/api/notifications/subscriptions/${id}/deliveries?limit=50`)).deliveries;
  await until(
    'A failed attempt',
    () => deliveriesOf(waiting),
    (all) => all.length === 4 && all.some(({ attemptCount }) => attemptCount === 1),
  );
  await until(
    'The delivery of what was agreed',
    () => deliveriesOf(arriving),
    (all) => all.length === 4 && all.every(({ status }) => status === 'delivered'),
  );
  return {
    ...authored,
    ...presented,
    contracts,
    key,
    keyId: made.id,
    cursor: latestCursor.cursor,
    arrivingId: arriving.id,
    waitingId: waiting.id,
    waitingSecret: subscriptionSecret.secret,
  };
}

/** An event that a receiver waits for. */
const orderOf = ({ deckId }, number) => ({ type: 'order.placed', deckId, data: { number } });

/** What is begun when no worker runs: events without deliveries, a narration without a voice. */
export async function leaveUnfinished(base, apiKey, facts) {
  const office = clientOf(base, `Bearer ${apiKey}`);
  for (let number = 5; number <= 6; number += 1) await office.post('/api/events', orderOf(facts, number));
  const other = { ...homeowner, homeowner: { first_name: 'Robin', last_name: 'Lee' } };
  const { presentation } = await office.post(`/api/decks/${facts.deckId}/presentations`, other);
  const { events } = await office.get('/api/events?types=order.placed');
  return { ...facts, unspokenId: presentation.id, ordered: events.map(({ id }) => id) };
}
