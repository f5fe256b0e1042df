import {
  getNamedType,
  type GraphQLField,
  type GraphQLOutputType,
  type GraphQLSchema,
  isInterfaceType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  isUnionType,
} from 'graphql';
import { anyPng } from '../../../helpers/png.ts';
import type { Named } from './marked-deck.ts';

/** A request of one API, with the objects that it names. */
export interface Asked {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const homeowner = { first_name: 'Dana', last_name: 'Whitaker' };
const texts = { title: 'Hola', bullets: [], narrationScript: 'Hola.' };
const slide = { slideId: 'new', title: 'New', narrationScript: 'New.' };
const picture = anyPng();
const subscription = { name: 'New', eventType: 'crossing.none', channel: 'console', channelConfig: {} };
const signature = { tier: 'better', signerName: 'Dana', consent: true, documentHash: 'a'.repeat(64) };

/** Valid bodies; `named` is what the request names, in bodies too. */
const bodies: Readonly<Record<string, (named: Named) => unknown>> = {
  createApiKey: () => ({ name: 'New', scopes: ['decks:read'] }),
  updateApiKey: () => ({ name: 'Changed' }),
  rotateApiKey: () => ({}),
  createDeck: () => ({ name: 'New' }),
  updateDeck: () => ({ name: 'Changed' }),
  duplicateDeck: () => ({ name: 'Another' }),
  importDeck: () => ({
    format: 'deckcast.deck',
    formatVersion: 1,
    deck: { name: 'New' },
    slides: [slide],
    faqs: [],
    images: [],
  }),
  createSlide: () => slide,
  createSlides: () => ({ slides: [slide] }),
  uploadImage: () => picture,
  updateSlide: () => ({ title: 'Changed' }),
  reorderSlides: ({ slideId }) => ({ slideIds: [slideId] }),
  createFaq: () => ({ userQuestion: 'New?', cannedAnswer: 'New.' }),
  updateFaq: () => ({ cannedAnswer: 'Changed.' }),
  createPresentation: () => ({ homeowner }),
  createPresentations: () => ({ inputs: [{ homeowner }] }),
  previewPresentation: () => ({ homeowner }),
  previewOffer: () => ({ productData: {} }),
  previewSpeech: ({ slideId }) => ({ slideId }),
  updatePresentation: () => ({ homeowner }),
  updatePresentationLink: () => ({ name: 'Changed' }),
  updateContract: () => ({ coSigner: 'Robin' }),
  selectTier: () => ({ tier: 'better' }),
  selectAddOns: () => ({ addOns: [] }),
  createPresentationLink: () => ({ name: 'New' }),
  setPresenterPosition: () => ({
    presenterId: '01900000-0000-4000-8000-000000000001',
    sequence: 1,
    slide: 0,
    second: 0,
    isPlaying: false,
  }),
  selectGuestTier: () => ({ tier: 'better' }),
  searchGuestFaqs: () => ({ text: 'new' }),
  recordGuestEngagement: ({ slideId }) => ({
    browserId: '01900000-0000-4000-8000-000000000001',
    openCount: 1,
    slides: [{ slideId, seconds: 1 }],
  }),
  selectGuestAddOns: () => ({ addOns: [] }),
  askGuestQuestion: () => ({ question: 'New?' }),
  signGuestContract: () => signature,
  declineGuestContract: () => ({}),
  setSlideTranslation: () => texts,
  setFaqTranslation: () => ({ userQuestion: '¿Sí?', cannedAnswer: 'Sí.' }),
  eraseHomeowner: ({ presentationId }) => ({ presentationId }),
  exportHomeowner: ({ presentationId }) => ({ presentationId }),
  createContract: () => ({}),
  sendContract: () => ({}),
  signContract: () => signature,
  declineContract: () => ({}),
  rescindContract: () => ({}),
  createPlaygroundReceiver: () => ({}),
  updatePlaygroundReceiver: () => ({ answer: 'gone' }),
  createSubscription: ({ deckId }) => ({ ...subscription, deckId }),
  updateSubscription: ({ deckId }) => ({ name: 'Changed', deckId }),
  rotateSubscriptionSecret: () => ({}),
  recoverDeliveries: () => ({ since: '2026-01-01T00:00:00Z' }),
  updateDeliveryPolicy: () => ({ timeoutMs: 5_000 }),
  previewEmail: ({ eventId }) => ({ eventId, template: { body: '{{homeowner.full_name}} {{deck.name}}' } }),
  tryFilter: ({ deckId }) => ({ eventType: '*', deckId }),
  publishEvent: ({ deckId }) => ({ type: 'crossing.published', deckId, data: {} }),
  publishEvents: ({ deckId }) => ({ events: [{ type: 'crossing.published', deckId, data: {} }] }),
};

/** The operation whose body the PATCH twin of a PUT takes. */
const twins: Readonly<Record<string, string>> = {
  patchApiKey: 'updateApiKey',
  patchDeck: 'updateDeck',
  patchSlide: 'updateSlide',
  patchSlideOrder: 'reorderSlides',
  patchFaq: 'updateFaq',
  patchPresentation: 'updatePresentation',
  patchPresentationLink: 'updatePresentationLink',
  patchContract: 'updateContract',
  patchTier: 'selectTier',
  patchGuestTier: 'selectGuestTier',
  patchAddOns: 'selectAddOns',
  patchGuestAddOns: 'selectGuestAddOns',
  patchSlideTranslation: 'setSlideTranslation',
  patchFaqTranslation: 'setFaqTranslation',
  patchSubscription: 'updateSubscription',
  patchPlaygroundReceiver: 'updatePlaygroundReceiver',
  patchDeliveryPolicy: 'updateDeliveryPolicy',
};

/** Path parameters that name no object. */
const constants: Readonly<Record<string, string>> = { eventType: 'contract.signed' };

/** Query parameters that name objects. */
const queries: Readonly<Record<string, readonly string[]>> = {
  listDeliveries: ['deckId', 'eventId', 'subscriptionId'],
  explainDelivery: ['eventId', 'subscriptionId'],
  getDeliveryStatistics: ['subscriptionId'],
  listEvents: ['deckId'],
  listAllContracts: ['deckId'],
  listAllPresentations: ['deckId'],
  listAllUnansweredQuestions: ['deckId'],
  listSubscriptions: ['deckId'],
  getSlide: ['deckId'],
};

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId: string }>>>>;
}

/** Every operation of the OpenAPI document but streams, asked of the named objects. */
export function restRequests({ paths }: Document, named: Named): Asked[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(() => !path.endsWith('/stream'))
      .map(([method, { operationId }]) => {
        const own = path.includes('fan-out') ? { ...named, eventId: named['deadEventId'] ?? '' } : named;
        const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => own[name] ?? constants[name] ?? '');
        const asks = (queries[operationId] ?? []).map((name) => `${name}=${own[name]}`);
        const body = bodies[twins[operationId] ?? operationId]?.(own);
        const given = body === undefined ? {} : { body };
        return {
          operation: operationId,
          method: method.toUpperCase(),
          path: `${filled}${asks.length > 0 ? `?${asks.join('&')}` : ''}`,
          ...given,
        };
      }),
  );
}

/** Arguments `id` of root fields, by the field. */
const idOf: Readonly<Record<string, string>> = {
  deck: 'deckId',
  slide: 'slideId',
  faq: 'faqId',
  event: 'eventId',
  presentation: 'presentationId',
  contract: 'contractId',
  subscription: 'subscriptionId',
  subscriptionSecret: 'subscriptionId',
  delivery: 'deliveryId',
  playgroundReceiver: 'receiverId',
  updatePlaygroundReceiver: 'receiverId',
  deletePlaygroundReceiver: 'receiverId',
  node: 'contractId',
  deadJob: 'jobId',
  retryDeadJob: 'jobId',
  apiKey: 'keyId',
  updateApiKey: 'keyId',
  rotateApiKey: 'keyId',
  revokeApiKey: 'keyId',
  updateDeck: 'deckId',
  deleteDeck: 'deckId',
  updateSlide: 'slideId',
  deleteSlide: 'slideId',
  updateFaq: 'faqId',
  deleteFaq: 'faqId',
  updateContract: 'contractId',
  sendContract: 'contractId',
  markContractViewed: 'contractId',
  signContract: 'contractId',
  declineContract: 'contractId',
  rescindContract: 'contractId',
  voidContract: 'contractId',
  retryNarration: 'presentationId',
  presentationLink: 'linkId',
  updatePresentation: 'presentationId',
  updatePresentationLink: 'linkId',
  revokePresentationLink: 'linkId',
  signGuestContract: 'contractId',
  rescindGuestContract: 'contractId',
  declineGuestContract: 'contractId',
  deletePresentation: 'presentationId',
  updateSubscription: 'subscriptionId',
  deleteSubscription: 'subscriptionId',
  rotateSubscriptionSecret: 'subscriptionId',
  testSubscription: 'subscriptionId',
  resendDelivery: 'deliveryId',
  presentationChanged: 'presentationId',
  setPresenterPosition: 'presentationId',
};

const graphqlHomeowner = { homeowner: { firstName: 'Dana', lastName: 'Whitaker' } };
/** Inputs that differ from REST's bodies. */
const inputs: Readonly<Record<string, unknown>> = {
  createPresentation: graphqlHomeowner,
  previewPresentation: graphqlHomeowner,
  updatePresentation: graphqlHomeowner,
  uploadImage: { data: picture.toString('base64') },
  signContract: { ...signature, tier: 'BETTER' },
  signGuestContract: { ...signature, tier: 'BETTER' },
  updatePlaygroundReceiver: { answer: 'GONE' },
};

/** A GraphQL operation of one root field, with what it leads to. */
export interface AskedField {
  readonly field: string;
  readonly root: 'query' | 'mutation' | 'subscription';
  readonly query: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Every root field of the schema, asked of the named objects. */
export function fieldRequests(schema: GraphQLSchema, named: Named, depth: number): AskedField[] {
  const roots = {
    query: schema.getQueryType(),
    mutation: schema.getMutationType(),
    subscription: schema.getSubscriptionType(),
  };
  return Object.entries(roots).flatMap(([root, type]) =>
    Object.values(type?.getFields() ?? {}).map((field) => asked(root as AskedField['root'], field, named, depth)),
  );
}

function asked(root: AskedField['root'], field: GraphQLField<unknown, unknown>, all: Named, depth: number): AskedField {
  const named = field.name.endsWith('anOut') ? { ...all, eventId: all['deadEventId'] ?? '' } : all;
  const values: Record<string, unknown> = {};
  for (const { name } of field.args) {
    const value = valueOf(field.name, name, named);
    if (value !== undefined) values[name] = value;
  }
  const given = field.args.filter(({ name }) => Object.hasOwn(values, name));
  const declared = given.map(({ name, type }) => `$${name}: ${type.toString()}`).join(', ');
  const passed = given.map(({ name }) => `${name}: $${name}`).join(', ');
  const list = (text: string): string => (text === '' ? '' : `(${text})`);
  const query = `${root} ${list(declared)} { ${field.name}${list(passed)} ${selection(field.type, depth)} }`;
  return { field: field.name, root, query, variables: values };
}

function valueOf(field: string, argument: string, named: Named): unknown {
  if (argument === 'id') return named[idOf[field] ?? ''];
  if (argument === 'ids') return Object.values(named).filter((value) => value.length === 36);
  if (argument === 'input') return inputs[field] ?? bodyFor(field, named);
  if (argument === 'authorization') return 'Bearer x';
  if (argument === 'inputs') return [graphqlHomeowner];
  if (argument === 'slideIds') return [named['slideId']];
  if (argument === 'tier') return 'BETTER';
  if (argument === 'language') return field === 'translateDeck' ? 'es' : undefined;
  if (argument === 'eventType') return field === 'tryFilter' ? '*' : undefined;
  if (argument === 'addOns') return [];
  if (field.startsWith('select') && argument === 'slideId') return undefined;
  return argument.endsWith('Id') ? named[argument] : undefined;
}

function bodyFor(field: string, named: Named): unknown {
  const body = bodies[field]?.(named) as Record<string, unknown> | undefined;
  if (body?.['scopes'] !== undefined) return { ...body, scopes: ['DECKS_READ'] };
  return body?.['channel'] === 'console' ? { ...body, channel: 'CONSOLE' } : body;
}

/** The fields without required arguments; of objects and lists to a depth. */
function selection(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (isLeafType(named)) return '';
  if (isUnionType(named)) return '{ __typename }';
  if (!isObjectType(named) && !isInterfaceType(named)) throw new Error(`${String(named)} has no fields.`);
  const fields = Object.values(named.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  const parts = fields.flatMap(({ name, type: of, args }) => {
    if (isLeafType(getNamedType(of))) return [name];
    if (depth === 0 || name === 'edges' || name === 'pageInfo') return [];
    const first = args.some((argument) => argument.name === 'first') ? '(first: 2)' : '';
    return [`${name}${first} ${selection(of, name === 'nodes' ? depth : depth - 1)}`];
  });
  return `{ __typename ${parts.join(' ')} }`;
}
