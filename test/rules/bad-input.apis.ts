/** What the cases speak of: rows that exist before any of them runs. */
export interface World {
  deckId: string;
  /** Id and client key of the only slide of that deck. */
  slideId: string;
  slideKey: string;
  fullDeckId: string;
  faqId: string;
  consoleId: string;
  webhookId: string;
  draftId: string;
  sentId: string;
  sentHash: string;
  presentationId: string;
}

/** How one use case is reached through both APIs. `id` stands in the path, or is the mutation's own argument. */
export interface Apis {
  method: 'POST' | 'PUT';
  path: (id: string) => string;
  mutation: string;
  id: (world: World) => string;
  /** A body that would be accepted. */
  good: Record<string, unknown>;
}

export const apis = {
  createDeck: {
    method: 'POST',
    path: () => '/api/decks',
    mutation: 'mutation ($input: CreateDeckInput!) { createDeck(input: $input) { deck { id } } }',
    id: () => '',
    good: { name: 'Bad' },
  },
  updateDeck: {
    method: 'PUT',
    path: (id) => `/api/decks/${id}`,
    mutation: 'mutation ($id: ID!, $input: UpdateDeckInput!) { updateDeck(id: $id, input: $input) { deck { id } } }',
    id: (world) => world.deckId,
    good: {},
  },
  createSlide: {
    method: 'POST',
    path: (id) => `/api/decks/${id}/slides`,
    mutation:
      'mutation ($id: ID!, $input: CreateSlideInput!) { createSlide(deckId: $id, input: $input) { slide { id } } }',
    id: (world) => world.deckId,
    good: { slideId: 'bad', title: 'Bad', narrationScript: 'Bad.' },
  },
  updateSlide: {
    method: 'PUT',
    path: (id) => `/api/slides/${id}`,
    mutation: 'mutation ($id: ID!, $input: UpdateSlideInput!) { updateSlide(id: $id, input: $input) { slide { id } } }',
    id: (world) => world.slideId,
    good: {},
  },
  reorderSlides: {
    method: 'PUT',
    path: (id) => `/api/decks/${id}/slides/order`,
    mutation:
      'mutation ($id: ID!, $slideIds: [ID!]!) { reorderSlides(deckId: $id, slideIds: $slideIds) { deck { id } } }',
    id: (world) => world.deckId,
    good: {},
  },
  createFaq: {
    method: 'POST',
    path: (id) => `/api/decks/${id}/faqs`,
    mutation: 'mutation ($id: ID!, $input: CreateFaqInput!) { createFaq(deckId: $id, input: $input) { faq { id } } }',
    id: (world) => world.deckId,
    good: { userQuestion: 'Bad?', cannedAnswer: 'Bad.' },
  },
  updateFaq: {
    method: 'PUT',
    path: (id) => `/api/faqs/${id}`,
    mutation: 'mutation ($id: ID!, $input: UpdateFaqInput!) { updateFaq(id: $id, input: $input) { faq { id } } }',
    id: (world) => world.faqId,
    good: {},
  },
  createPresentation: {
    method: 'POST',
    path: (id) => `/api/decks/${id}/presentations`,
    mutation: `mutation ($id: ID!, $input: CreatePresentationInput!) {
      createPresentation(deckId: $id, input: $input) { presentation { id } }
    }`,
    id: (world) => world.deckId,
    good: { homeowner: { first_name: 'Dana', last_name: 'Whitaker' } },
  },
  sendContract: {
    method: 'POST',
    path: (id) => `/api/contracts/${id}/send`,
    mutation:
      'mutation ($id: ID!, $input: SendContractInput!) { sendContract(id: $id, input: $input) { contract { id } } }',
    id: (world) => world.draftId,
    good: {},
  },
  signContract: {
    method: 'POST',
    path: (id) => `/api/contracts/${id}/sign`,
    mutation:
      'mutation ($id: ID!, $input: SignContractInput!) { signContract(id: $id, input: $input) { contract { id } } }',
    id: (world) => world.sentId,
    good: { tier: 'good', signerName: 'Dana Whitaker', consent: true, documentHash: '0'.repeat(64) },
  },
  rescindContract: {
    method: 'POST',
    path: (id) => `/api/contracts/${id}/rescind`,
    mutation:
      'mutation ($id: ID!, $input: RescindContractInput!) { rescindContract(id: $id, input: $input) { contract { id } } }',
    id: (world) => world.sentId,
    good: {},
  },
  declineContract: {
    method: 'POST',
    path: (id) => `/api/contracts/${id}/decline`,
    mutation:
      'mutation ($id: ID!, $input: DeclineContractInput!) { declineContract(id: $id, input: $input) { contract { id } } }',
    id: (world) => world.sentId,
    good: {},
  },
  previewPresentation: {
    method: 'POST',
    path: (id) => `/api/decks/${id}/presentations/preview`,
    mutation: `query ($id: ID!, $input: CreatePresentationInput!) {
      previewPresentation(deckId: $id, input: $input) { warnings { code } }
    }`,
    id: (world) => world.deckId,
    good: { homeowner: { first_name: 'Dana', last_name: 'Whitaker' } },
  },
  createPresentations: {
    method: 'POST',
    path: (id) => `/api/decks/${id}/presentations/bulk`,
    mutation: `mutation ($id: ID!, $inputs: [CreatePresentationInput!]!) {
      createPresentations(deckId: $id, inputs: $inputs) { results { presentationId } }
    }`,
    id: (world) => world.deckId,
    good: {},
  },
  selectTier: {
    method: 'PUT',
    path: (id) => `/api/presentations/${id}/tier`,
    mutation:
      'mutation ($id: ID!, $tier: PricingTier!) { selectTier(presentationId: $id, tier: $tier) { presentation { id } } }',
    id: (world) => world.presentationId,
    good: { tier: 'good' },
  },
  selectAddOns: {
    method: 'PUT',
    path: (id) => `/api/presentations/${id}/add-ons`,
    mutation:
      'mutation ($id: ID!, $addOns: [String!]!) { selectAddOns(presentationId: $id, addOns: $addOns) { presentation { id } } }',
    id: (world) => world.presentationId,
    good: { addOns: [] },
  },
  createSubscription: {
    method: 'POST',
    path: () => '/api/notifications/subscriptions',
    mutation:
      'mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) { subscription { id } } }',
    id: () => '',
    good: { name: 'Bad', eventType: 'contract.signed', channel: 'console', channelConfig: {} },
  },
  updateSubscription: {
    method: 'PUT',
    path: (id) => `/api/notifications/subscriptions/${id}`,
    mutation: `mutation ($id: ID!, $input: UpdateSubscriptionInput!) {
      updateSubscription(id: $id, input: $input) { subscription { id } }
    }`,
    id: (world) => world.consoleId,
    good: {},
  },
  publishEvent: {
    method: 'POST',
    path: () => '/api/events',
    mutation: 'mutation ($input: PublishEventInput!) { publishEvent(input: $input) { event { id } } }',
    id: () => '',
    good: { type: 'contract.signed' },
  },
  publishEvents: {
    method: 'POST',
    path: () => '/api/events/batch',
    mutation: 'mutation ($input: PublishEventsInput!) { publishEvents(input: $input) { results { isNew } } }',
    id: () => '',
    good: { events: [{ type: 'contract.signed' }] },
  },
  previewEmail: {
    method: 'POST',
    path: () => '/api/notifications/email/preview',
    mutation: 'query ($input: PreviewEmailInput!) { previewEmail(input: $input) { subject } }',
    id: () => '',
    good: { eventType: 'contract.signed' },
  },
  tryFilter: {
    method: 'POST',
    path: () => '/api/notifications/filter/try',
    mutation: `query (
      $eventType: String!, $deckId: ID, $filter: JSONObject, $since: DateTimeISO, $until: DateTimeISO, $after: String, $first: Int
    ) {
      tryFilter(
        eventType: $eventType, deckId: $deckId, filter: $filter, since: $since, until: $until, after: $after, first: $first
      ) { matchedCount }
    }`,
    id: () => '',
    good: { eventType: 'contract.signed' },
  },
} satisfies Record<string, Apis>;
