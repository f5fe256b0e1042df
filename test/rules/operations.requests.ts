import { anyPng } from '../helpers/png.ts';
import type { World } from './operations.world.ts';

/** One valid request, as REST and as GraphQL take it. */
export interface Asked {
  /** Parameters of the path. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Arguments of the field. */
  readonly values?: Readonly<Record<string, unknown>>;
  /** Makes a live field send something, where it sends nothing by itself. */
  readonly stir?: () => Promise<unknown>;
}

/** Stands for the credential of whoever asks. */
export const ownCredential = 'own credential';

/** Makes a valid request, with rows of its own where the request changes or removes them. */
type Maker = (world: World) => Asked | Promise<Asked>;

/** An object that the path of REST and the argument `id` of GraphQL name. */
const one = (parameter: string, id: string): Asked => ({ path: { [parameter]: id }, values: { id } });
/** The same with a body, which is the argument `input`. */
const changed = (parameter: string, id: string, input: object): Asked => ({
  path: { [parameter]: id },
  body: input,
  values: { id, input },
});
/** Something new in an object, which the argument has the same name for as the path. */
const within = (parameter: string, id: string, input: object): Asked => ({
  path: { [parameter]: id },
  body: input,
  values: { [parameter]: id, input },
});
/** Something new in nothing. */
const created = (input: object): Asked => ({ body: input, values: { input } });

const homeowner = { homeowner: { first_name: 'Dana', last_name: 'Whitaker' } };
const homeownerInput = { homeowner: { firstName: 'Dana', lastName: 'Whitaker' } };
const deckFile = { format: 'deckcast.deck', formatVersion: 1, deck: { name: 'New' }, slides: [], faqs: [], images: [] };
const slideTexts = { title: 'Hola', bullets: [], narrationScript: 'Hola.' };
const faqTexts = { userQuestion: '¿Sí?', cannedAnswer: 'Sí.' };
const subscription = { name: 'New', eventType: 'table.nothing', channel: 'console', channelConfig: {} };

const newPosition = () => ({
  presenterId: crypto.randomUUID(),
  sequence: 1,
  slideIndex: 0,
  positionSeconds: 0,
  isPlaying: false,
  isFinal: true,
});

const deckMakers: Record<string, Maker> = {
  createDeck: () => created({ name: 'New' }),
  duplicateDeck: ({ deckId }) => within('deckId', deckId, { name: 'Another' }),
  exportDeck: ({ deckId }) => ({ path: { deckId }, values: { deckId } }),
  importDeck: () => ({ body: deckFile, values: { input: { file: deckFile } } }),
  listDecks: () => ({}),
  getDeck: (world) => one('deckId', world.deckId),
  updateDeck: async (world) => changed('deckId', (await world.deck()).id, { name: 'Changed' }),
  deleteDeck: async (world) => one('deckId', (await world.deck()).id),
  streamDeck: ({ deckId }) => ({ path: { deckId }, values: { deckId } }),
  createDeckStreamLink: ({ deckId }) => ({ path: { deckId } }),
  'Subscription.watchDeck': ({ deckId }) => ({ values: { deckId } }),
  listPlaceholders: (world) => one('deckId', world.deckId),
  translateDeck: ({ partsDeckId: deckId }) => ({
    path: { deckId, language: 'fr' },
    values: { deckId, language: 'fr' },
  }),
  createSlide: ({ partsDeckId }) =>
    within('deckId', partsDeckId, { slideId: crypto.randomUUID(), title: 'New', narrationScript: 'New.' }),
  createSlides: ({ partsDeckId }) =>
    within('deckId', partsDeckId, {
      slides: [{ slideId: crypto.randomUUID(), title: 'New', narrationScript: 'New.' }],
    }),
  uploadImage: ({ partsDeckId: deckId }) => {
    const file = anyPng();
    return { path: { deckId }, body: file, values: { deckId, input: { data: file.toString('base64') } } };
  },
  listImages: ({ deckId }) => ({ path: { deckId } }),
  listSlides: (world) => one('deckId', world.deckId),
  getSlide: (world) => one('slideId', world.slideId),
  updateSlide: async (world) => changed('slideId', (await world.slide()).id, { title: 'Changed' }),
  deleteSlide: async (world) => one('slideId', (await world.slide()).id),
  reorderSlides: ({ partsDeckId, app }) => reordered(partsDeckId, app),
  listSlideTranslations: (world) => one('slideId', world.slideId),
  getSlideTranslation: ({ slideId }) => ({ path: { slideId, language: 'es' } }),
  setSlideTranslation: async (world) => ({
    path: { slideId: (await world.slide()).id, language: 'es' },
    body: slideTexts,
  }),
  deleteSlideTranslation: async (world) => ({ path: { slideId: (await world.slide()).id, language: 'es' } }),
  createFaq: ({ partsDeckId }) => within('deckId', partsDeckId, { userQuestion: 'New?', cannedAnswer: 'New.' }),
  listFaqs: (world) => one('deckId', world.deckId),
  getFaq: (world) => one('faqId', world.faqId),
  updateFaq: async (world) => changed('faqId', (await world.faq()).id, { cannedAnswer: 'Changed.' }),
  deleteFaq: async (world) => one('faqId', (await world.faq()).id),
  listFaqTranslations: (world) => one('faqId', world.faqId),
  getFaqTranslation: ({ faqId }) => ({ path: { faqId, language: 'es' } }),
  setFaqTranslation: async (world) => ({ path: { faqId: (await world.faq()).id, language: 'es' }, body: faqTexts }),
  deleteFaqTranslation: async (world) => ({ path: { faqId: (await world.faq()).id, language: 'es' } }),
};

async function reordered(deckId: string, { rest }: World['app']): Promise<Asked> {
  const { slides } = (await rest.get<{ slides: { id: string }[] }>(`/api/decks/${deckId}/slides`)).body;
  const slideIds = slides.map(({ id }) => id).toReversed();
  return { path: { deckId }, body: { slideIds }, values: { deckId, slideIds } };
}

const presentationMakers: Record<string, Maker> = {
  createPresentation: ({ deckId }) => ({
    path: { deckId },
    body: homeowner,
    values: { deckId, input: homeownerInput },
  }),
  createPresentations: ({ deckId }) => ({
    path: { deckId },
    body: { inputs: [homeowner] },
    values: { deckId, inputs: [homeownerInput] },
  }),
  previewPresentation: ({ deckId }) => ({
    path: { deckId },
    body: homeowner,
    values: { deckId, input: homeownerInput },
  }),
  previewOffer: ({ deckId }) => within('deckId', deckId, { productData: {} }),
  previewSpeech: ({ deckId, slideId }) => within('deckId', deckId, { slideId }),
  getPresentation: (world) => one('presentationId', world.presentationId),
  listPresentations: ({ deckId }) => ({ path: { deckId } }),
  listAllPresentations: () => ({}),
  updatePresentation: async (world) => {
    const { id: presentationId } = await world.presentation();
    return { path: { presentationId }, body: homeowner, values: { id: presentationId, input: homeownerInput } };
  },
  selectTier: async (world) => {
    const { id: presentationId } = await world.presentation();
    return { path: { presentationId }, body: { tier: 'better' }, values: { presentationId, tier: 'BETTER' } };
  },
  selectAddOns: async (world) => {
    const { id: presentationId } = await world.presentation();
    return { path: { presentationId }, body: { addOns: [] }, values: { presentationId, addOns: [] } };
  },
  retryNarration: async (world) => {
    await world.narrationFailed();
    return one('presentationId', world.silentId);
  },
  createPresentationLink: ({ presentationId }) => within('presentationId', presentationId, { name: 'New' }),
  listPresentationLinks: ({ presentationId }) => ({ path: { presentationId }, values: { presentationId } }),
  getPresentationLink: async (world) => one('linkId', await world.link()),
  updatePresentationLink: async (world) => changed('linkId', await world.link(), { name: 'Changed' }),
  revokePresentationLink: async (world) => one('linkId', await world.link()),
  setPresenterPosition: ({ presentationId }) =>
    changed('presentationId', presentationId, { ...newPosition(), isTakeover: true }),
  createGuestVisit: () => ({}),
  getGuestPresentation: () => ({}),
  streamGuestPresentation: () => ({}),
  selectGuestTier: () => ({ body: { tier: 'better' }, values: { tier: 'BETTER' } }),
  searchGuestFaqs: () => created({ text: 'how long' }),
  selectGuestAddOns: () => ({ body: { addOns: [] }, values: { addOns: [] } }),
  askGuestQuestion: () => created({ question: 'New?' }),
  recordGuestEngagement: () => created({ browserId: '01900000-0000-4000-8000-000000000001', openCount: 1, slides: [] }),
  getPresentationEngagement: (world) => one('presentationId', world.presentationId),
  listUnansweredQuestions: ({ deckId }) => ({ path: { deckId } }),
  listAllUnansweredQuestions: () => ({}),
  listGuestContracts: () => ({}),
  signGuestContract: async (world) => {
    const { id, signature } = await world.guestContract();
    return { path: { contractId: id }, body: signature, values: { id, input: { ...signature, tier: 'BETTER' } } };
  },
  declineGuestContract: async (world) => changed('contractId', (await world.declinableContract()).id, {}),
  rescindGuestContract: async (world) => {
    const { id, signature } = await world.guestContract();
    await world.contracts.move(id, 'sign', signature);
    return one('contractId', id);
  },
  streamPresentation: ({ presentationId }) => ({ path: { presentationId }, values: { presentationId } }),
  createPresentationStreamLink: (world) => one('presentationId', world.presentationId),
  'Subscription.presentationsChanged': ({ deckId }) => ({ values: { deckId } }),
  getPresentationDrift: (world) => one('presentationId', world.presentationId),
  deletePresentation: async (world) => one('presentationId', (await world.presentation()).id),
  eraseHomeowner: async (world) => created({ presentationId: (await world.presentation()).id }),
  exportHomeowner: ({ presentationId }) => ({ body: { presentationId } }),
  getImage: ({ imageKey }) => ({ path: { imageKey } }),
  getLogo: ({ logoId }) => ({ path: { logoId } }),
  getAudio: ({ audioKey }) => ({ path: { audioKey } }),
  getCaptions: ({ presentationId, presentationSlideId }) => ({
    path: { presentationId, slideId: presentationSlideId },
  }),
  getFaqCaptions: ({ presentationId, presentationFaqId }) => ({
    path: { presentationId, faqId: presentationFaqId },
  }),
  listContracts: (world) => one('presentationId', world.presentationId),
  listAllContracts: () => ({}),
  getContract: (world) => one('contractId', world.contractId),
  streamContract: ({ contractId }) => ({ path: { contractId }, values: { contractId } }),
  createContractStreamLink: (world) => one('contractId', world.contractId),
  getContractPdf: (world) => one('contractId', world.contractId),
  createContract: async (world) => within('presentationId', (await world.presentation()).id, {}),
  updateContract: async (world) => changed('contractId', (await world.contract('draft')).id, { coSigner: 'Robin Doe' }),
  sendContract: async (world) => changed('contractId', (await world.contract('draft')).id, {}),
  markContractViewed: async (world) => one('contractId', (await world.contract('sent')).id),
  signContract: async (world) => {
    const { id } = await world.contract('sent');
    const signature = await world.contracts.signature(id);
    return { ...changed('contractId', id, signature), values: { id, input: { ...signature, tier: 'BETTER' } } };
  },
  rescindContract: async (world) => one('contractId', (await world.contract('signed')).id),
  declineContract: async (world) => changed('contractId', (await world.contract('sent')).id, {}),
  voidContract: async (world) => one('contractId', (await world.contract('draft')).id),
};

const notificationMakers: Record<string, Maker> = {
  createSubscription: () => ({ body: subscription, values: { input: { ...subscription, channel: 'CONSOLE' } } }),
  listSubscriptions: () => ({}),
  getSubscription: (world) => one('subscriptionId', world.subscriptionId),
  updateSubscription: async (world) => changed('subscriptionId', (await world.subscription()).id, { name: 'Changed' }),
  deleteSubscription: async (world) => one('subscriptionId', (await world.subscription()).id),
  getSubscriptionSecret: (world) => one('subscriptionId', world.subscriptionId),
  rotateSubscriptionSecret: async (world) => changed('subscriptionId', (await world.subscription()).id, {}),
  getSubscriptionHealth: (world) => one('subscriptionId', world.subscriptionId),
  getDeliveryPolicy: (world) => one('subscriptionId', world.subscriptionId),
  updateDeliveryPolicy: async (world) =>
    within('subscriptionId', (await world.subscription()).id, { timeoutMs: 5_000 }),
  getSubscriptionFilter: (world) => one('subscriptionId', world.subscriptionId),
  tryFilter: () => ({ body: { eventType: 'table.*' }, values: { eventType: 'table.*' } }),
  previewEmail: ({ eventId }) => created({ eventId }),
  testSubscription: async (world) => one('subscriptionId', (await world.subscription()).id),
  recoverDeliveries: async (world) =>
    within('subscriptionId', (await world.subscription()).id, { since: '2026-01-01T00:00:00Z' }),
  listSubscriptionDeliveries: (world) => one('subscriptionId', world.subscriptionId),
  listDeliveries: () => ({}),
  getDeliveryStatistics: () => ({}),
  createPlaygroundReceiver: async (world) => {
    // Leaves room for those of one key.
    await world.receiver();
    return { body: { answer: 'gone' }, values: { input: { answer: 'GONE' } } };
  },
  listPlaygroundReceivers: () => ({}),
  getPlaygroundReceiver: async (world) => one('receiverId', await world.receiver()),
  listPlaygroundRequests: async (world) => one('receiverId', await world.receiver()),
  updatePlaygroundReceiver: async (world) => changed('receiverId', await world.receiver(), { delaySeconds: 7 }),
  deletePlaygroundReceiver: async (world) => one('receiverId', await world.receiver()),
  getDelivery: (world) => one('deliveryId', world.deliveryId),
  resendDelivery: (world) => one('deliveryId', world.deliveryId),
  explainDelivery: ({ eventId, subscriptionId }) => ({
    query: { eventId, subscriptionId },
    values: { eventId, subscriptionId },
  }),
  'Subscription.deliveryAttempts': ({ subscriptionId, app }) => ({
    values: { subscriptionId },
    stir: () => app.rest.post(`/api/notifications/subscriptions/${subscriptionId}/test`),
  }),
  getFanOut: ({ deadEventId: eventId }) => ({ path: { eventId }, values: { eventId } }),
  retryFanOut: async (world) => {
    await world.giveUpFanOut();
    return { path: { eventId: world.deadEventId }, values: { eventId: world.deadEventId } };
  },
};

const otherMakers: Record<string, Maker> = {
  listEventTypes: () => ({}),
  getEventTypeSchema: () => one('eventType', 'contract.signed'),
  getAsyncApiDocument: () => ({}),
  publishEvent: () => created({ type: 'table.nothing', data: {} }),
  publishEvents: () => created({ events: [{ type: 'table.nothing', data: {} }] }),
  listEvents: () => ({}),
  getEvent: (world) => one('eventId', world.eventId),
  getLatestEventCursor: () => ({}),
  streamEvents: ({ cursor, otherDeckId: deckId, app }) => ({
    query: { after: cursor },
    values: { after: cursor },
    // For who sees no event of those behind the cursor.
    stir: () => app.rest.post('/api/events', { type: 'table.nothing', deckId }),
  }),
  createEventStreamLink: () => ({}),
  listDeadJobs: () => ({}),
  getDeadJob: async (world) => one('jobId', await world.deadJob()),
  retryDeadJob: async (world) => one('jobId', await world.deadJob()),
  createApiKey: () => ({
    body: { name: 'New', scopes: ['decks:read'] },
    values: { input: { name: 'New', scopes: ['DECKS_READ'] } },
  }),
  listApiKeys: () => ({}),
  getApiKey: async (world) => one('keyId', await world.apiKey()),
  updateApiKey: async (world) => changed('keyId', await world.apiKey(), { name: 'Changed' }),
  rotateApiKey: async (world) => changed('keyId', await world.apiKey(), {}),
  revokeApiKey: async (world) => one('keyId', await world.apiKey()),
  createSession: () => ({}),
  getSession: () => ({}),
  deleteSession: () => ({}),
  'Mutation.refreshAuthorization': () => ({ values: { authorization: ownCredential } }),
  listAuditEntries: () => ({}),
  'Query.auditHead': () => ({}),
  exportAudit: () => ({}),
  listUsage: () => ({}),
  getStatus: () => ({}),
  'Query.node': ({ deckId }) => ({ values: { id: deckId } }),
  'Query.nodes': ({ deckId, slideId }) => ({ values: { ids: [deckId, slideId] } }),
  getOpenApiDocument: () => ({}),
  getGraphqlSchema: () => ({}),
  checkLiveness: () => ({}),
  checkReadiness: () => ({}),
  getService: () => ({}),
  getApi: () => ({}),
  'page:graphiql': () => ({}),
  'page:assets': () => ({}),
  'page:home': () => ({}),
  'page:reference': () => ({}),
};

/** How each operation of the table is asked for, by the first name of its row. */
export const requestMakers: Readonly<Record<string, Maker>> = {
  ...deckMakers,
  ...presentationMakers,
  ...notificationMakers,
  ...otherMakers,
};
