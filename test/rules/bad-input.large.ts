import type { World } from './bad-input.apis.ts';

/** One refusal of what is long to read: a REST request, a GraphQL one or both, with the pointers of their first faults. */
export interface LargeInput {
  readonly kind: string;
  readonly rest?: { method: string; path: (world: World) => string; body?: object; pointer: string };
  readonly graphql?: { query: string; variables: (world: World) => object; pointer: string };
}

const size = 900_000;
/** Subtags that are all different: `Intl` holds each against all others. */
const tag = `en${Array.from({ length: size / 9 }, (_, index) => `-a${1_000_000 + index}`).join('')}`;
const items = <Item>(count: number, item: Item): Item[] => Array<Item>(count).fill(item);

const eventQuery = 'query ($types: [String!]) { events(types: $types) { nodes { id } } }';

function ofSlide(kind: string, body: object, pointer: string, inGraphQL = pointer): LargeInput {
  const query =
    'mutation ($id: ID!, $input: UpdateSlideInput!) { updateSlide(id: $id, input: $input) { slide { id } } }';
  return {
    kind,
    rest: { method: 'PUT', path: ({ slideId }) => `/api/slides/${slideId}`, body, pointer },
    graphql: { query, variables: ({ slideId }) => ({ id: slideId, input: body }), pointer: inGraphQL },
  };
}

export const largeInputs: readonly LargeInput[] = [
  {
    kind: `a language code of ${size}`,
    rest: {
      method: 'POST',
      path: ({ deckId }) => `/api/decks/${deckId}/presentations/preview`,
      body: {
        homeowner: { first_name: 'Dana', last_name: 'Whitaker' },
        language_settings: { language_code: tag },
      },
      pointer: '/language_settings/language_code',
    },
    graphql: {
      query:
        'mutation ($id: ID!, $tag: String!) { translateDeck(deckId: $id, language: $tag) { translation { language } } }',
      variables: ({ deckId }) => ({ id: deckId, tag }),
      pointer: '/language',
    },
  },
  {
    kind: `a deck's language of ${size}`,
    rest: {
      method: 'PUT',
      path: ({ deckId }) => `/api/decks/${deckId}`,
      body: { defaultLanguage: tag },
      pointer: '/defaultLanguage',
    },
    graphql: {
      query: 'mutation ($id: ID!, $input: UpdateDeckInput!) { updateDeck(id: $id, input: $input) { deck { id } } }',
      variables: ({ deckId }) => ({ id: deckId, input: { defaultLanguage: tag } }),
      pointer: '/defaultLanguage',
    },
  },
  ofSlide('200,000 timings that are none', { wordTimings: items(200_000, {}) }, '/wordTimings', '/wordTimings/0/word'),
  ofSlide(
    `the language ${size} characters long of a translation`,
    { translations: { [tag]: { title: 'T', bullets: [], narrationScript: 'N' } } },
    '/translations',
  ),
  ofSlide(
    '50 translations of which each has 5,000 bullets that are none',
    {
      translations: Object.fromEntries(
        items(50, 0).map((_, index) => [
          `de-x-a${index}`,
          { title: 'T', narrationScript: 'N', bullets: items(5_000, 1) },
        ]),
      ),
    },
    '/translations/de-x-a0/bullets',
  ),
  ofSlide(
    '100,000 texts below a key of 100,000',
    { productData: { good: { [`url${'a'.repeat(100_000)}`]: items(100_000, 'a') } } },
    '/productData/good',
  ),
  {
    kind: '70,000 event types',
    graphql: { query: eventQuery, variables: () => ({ types: items(70_000, 'a') }), pointer: '/types' },
  },
  {
    kind: '300,000 event types that are numbers',
    graphql: { query: eventQuery, variables: () => ({ types: items(300_000, 1) }), pointer: '/types/0' },
  },
  {
    kind: '101 event types in a query',
    rest: {
      method: 'GET',
      path: () => `/api/events?types=${items(101, 'a').join(',')}`,
      pointer: '/types',
    },
  },
];
