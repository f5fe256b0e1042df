// What the soak of budgets writes through the APIs: rows at the limits of what is accepted.
import { textsOf } from './soak-budgets.texts.js';

/** @param known what is there already, by kind @returns writes by name; each gives a request, or null while it lacks what it needs */
export function writesOf(random, known) {
  const { below, pick } = random;
  const { text, many, variables, tier, filter, data } = textsOf(random);
  const anyOf = (kind) => (known[kind].length === 0 ? null : pick(known[kind]));
  const inDeck = (route, make) => {
    const deck = anyOf('decks');
    return deck === null ? null : { method: 'POST', path: `/api/decks/${deck}/${route}`, ...make() };
  };

  const homeowner = () => ({ first_name: 'Dana', last_name: 'W'.repeat(1 + below(100)), city: text(150) });
  const presentation = () => ({
    homeowner: homeowner(),
    price_inputs: { roof_squares: 1 + below(100), system_size_kw: 1 + below(20) },
    language_settings: { language_code: pick(['en-US', 'es-MX', 'de-DE', 'ar', 'zh-TW']) },
    missing: pick(['blank', 'keep']),
  });
  const slide = () => ({
    slideId: `slide-${below(1e9)}`,
    title: text(500),
    narrationScript: text(20_000),
    bullets: many(50, () => text(1_000)),
    slideContext: text(20_000),
  });
  const prices = () => ({
    slideType: 'product_pricing_v1',
    productData: { disclaimer: text(2_000), good: tier(), better: tier(), best: tier() },
  });
  const subscription = () => ({
    name: text(100),
    eventType: pick(['*', 'soak.*', 'soak.event', 'deck.*', 'presentation.*']),
    channel: 'console',
    channelConfig: {},
    deckId: below(2) ? anyOf('decks') : null,
    filter: below(3) ? filter() : null,
  });

  return {
    deck: () => ({
      method: 'POST',
      path: '/api/decks',
      body: { name: `Soak ${below(1e9)}`, description: text(2_000), variables: variables() },
      keeps: ['decks', ({ deck }) => [deck.id]],
    }),
    slide: () =>
      inDeck('slides', () => ({
        body: { ...slide(), ...(below(4) === 0 ? prices() : {}) },
        keeps: ['slides', ({ slide: { id } }) => [id]],
      })),
    faq: () => inDeck('faqs', () => ({ body: { userQuestion: text(2_000), cannedAnswer: text(20_000) } })),
    'slide change': () => {
      const id = anyOf('slides');
      const { slideId, ...changes } = slide();
      return id === null ? null : { method: 'PUT', path: `/api/slides/${id}`, body: changes, without: slideId };
    },
    presentation: () =>
      inDeck('presentations', () => ({
        body: presentation(),
        keeps: ['presentations', ({ presentation: { id } }) => [id]],
      })),
    'bulk of presentations': () => inDeck('presentations/bulk', () => ({ body: { inputs: many(40, presentation) } })),
    preview: () => inDeck('presentations/preview', () => ({ body: presentation() })),
    contract: () => {
      const id = anyOf('presentations');
      const keeps = ['contracts', ({ contract }) => [contract.id]];
      return id === null ? null : { method: 'POST', path: `/api/presentations/${id}/contracts`, keeps };
    },
    subscription: () =>
      known.subscriptions.length >= 60
        ? null
        : {
            method: 'POST',
            path: '/api/notifications/subscriptions',
            body: subscription(),
            keeps: ['subscriptions', ({ id }) => [id]],
          },
    event: () => ({
      method: 'POST',
      path: '/api/events',
      body: { type: pick(['soak.event', 'soak.other']), data: data(), deckId: below(2) ? anyOf('decks') : null },
      keeps: ['cursors', ({ event }) => [event.cursor]],
    }),
    'filter try': () => ({
      method: 'POST',
      path: '/api/notifications/filter/try',
      body: { eventType: pick(['*', 'soak.*']), filter: filter(), limit: 1 + below(100) },
    }),
  };
}
