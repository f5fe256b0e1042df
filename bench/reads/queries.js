// What is asked: the same fields of every peer. PostGraphile names them by its tables, so it has documents of its own.
import { deckId, decksRead } from './data.js';

const nested = `nodes { id name slides { id title bullets narrationScript orderIndex } faqs { id userQuestion cannedAnswer } }`;
const slideOrder = 'orderBy: [ORDER_INDEX_ASC, CREATED_AT_ASC, ROW_ID_ASC]';
const faqOrder = 'orderBy: [CREATED_AT_ASC, ROW_ID_ASC]';
const nestedOfTables = `nodes { id: rowId name
  slides: slidesByDeckIdList(${slideOrder}) { id: rowId title bullets narrationScript orderIndex }
  faqs: faqsByDeckIdList(${faqOrder}) { id: rowId userQuestion cannedAnswer } }`;
const pageOfTables = (first, content) =>
  `query { decks: allDecks(first: ${first}, orderBy: [CREATED_AT_ASC, ROW_ID_ASC]) { ${content} } }`;

const deckFields = 'name description brandName currency defaultLanguage timeZone variables version createdAt updatedAt';
const slideFields = `deckId slideId title bullets narrationScript slideContext audioUrl isAudioStale heroImg orderIndex
  slideType version createdAt updatedAt`;
const faqFields = 'deckId userQuestion cannedAnswer relatedSlideId audioUrl version createdAt updatedAt';
const timings = 'wordTimings { word startTime endTime }';

/** Each has its variables for the number of a deck; `isSame` says that the number changes nothing. */
export const cases = {
  '1 deck nested': {
    isSame: true,
    document: `query { decks(first: 1) { ${nested} } }`,
    ofTables: pageOfTables(1, nestedOfTables),
  },
  '20 decks nested': {
    isSame: true,
    document: `query { decks(first: 20) { ${nested} } }`,
    ofTables: pageOfTables(20, nestedOfTables),
  },
  '50 decks with counts': {
    isSame: true,
    document: 'query { decks(first: 50) { nodes { id name slideCount } pageInfo { hasNextPage } } }',
    ofTables: pageOfTables(
      50,
      'nodes { id: rowId name slideCount: slidesByDeckId { totalCount } } pageInfo { hasNextPage }',
    ),
  },
  '1 deck with everything': {
    variables: (at) => ({ id: deckId(at) }),
    document: `query ($id: ID!) { deck(id: $id) { id ${deckFields} slides { id ${slideFields} ${timings} } faqs { id ${faqFields} ${timings} } } }`,
    ofTables: `query ($id: UUID!) { deck: deckByRowId(rowId: $id) { id: rowId ${deckFields}
      slides: slidesByDeckIdList(${slideOrder}) { id: rowId ${slideFields} wordTimings }
      faqs: faqsByDeckIdList(${faqOrder}) { id: rowId ${faqFields} wordTimings } } }`,
  },
  'deck of 20 presentations': {
    variables: (at) => ({ id: deckId(at) }),
    document:
      'query ($id: ID!) { presentations(deckId: $id, first: 20) { nodes { id status version deck { id name currency } } } }',
    ofTables: `query ($id: UUID!) { presentations: allPresentations(condition: { deckId: $id }, first: 20,
      orderBy: [CREATED_AT_DESC, ROW_ID_DESC]) { nodes { id: rowId status version deck: deckByDeckId { id: rowId name currency } } } }`,
  },
  'REST: FAQs of a deck': { route: (at) => `/api/decks/${deckId(at)}/faqs` },
  'REST: slides of a deck': { route: (at) => `/api/decks/${deckId(at)}/slides` },
};

/** What only Deckcast is asked. */
export const conditional = 'REST: deck, If-None-Match';
export const healthz = '/healthz';

const json = { 'content-type': 'application/json' };
const numbers = ({ isSame }) => Array.from({ length: isSame ? 1 : decksRead }, (_, at) => at + 1);
const graphql = (query, variables) => ({
  method: 'POST',
  path: '/graphql',
  headers: json,
  body: JSON.stringify({ query, variables }),
});

/** The requests of a case in the form that a peer understands; none where it has no such API. */
export function requestsOf(name, peer) {
  const { document, ofTables, route, variables } = cases[name];
  if (peer === 'Koa') return [];
  return numbers(cases[name]).flatMap((at) => {
    if (peer === 'one SQL' || peer === 'constant') {
      return [{ method: 'GET', path: `/${encodeURIComponent(name)}/${at}`, headers: {} }];
    }
    if (route !== undefined) {
      return peer === 'Deckcast' || peer === 'Mercurius' ? [{ method: 'GET', path: route(at), headers: {} }] : [];
    }
    return [graphql(peer === 'PostGraphile' ? ofTables : document, variables?.(at))];
  });
}

const input = { slideId: 'UNIQUE', title: 'A new slide', narrationScript: 'What is new.', bullets: ['One', 'Two'] };
const mutation =
  'mutation ($id: ID!, $input: CreateSlideInput!) { createSlide(deckId: $id, input: $input) { slide { id slideId orderIndex } } }';

/** Writes into the last half of the decks, which nobody reads. UNIQUE is replaced in each request. */
export const writes = {
  'create slide, GraphQL': (id) => graphql(mutation, { id, input }),
  'create slide, REST': (id) => ({
    method: 'POST',
    path: `/api/decks/${id}/slides`,
    headers: json,
    body: JSON.stringify(input),
  }),
};
export const writeRequests = (name, peer, decks) =>
  Array.from({ length: Math.min(500, Math.floor(decks / 2)) }, (_, at) => {
    const id = deckId(decks - at);
    return peer === 'Deckcast'
      ? writes[name](id)
      : { method: 'POST', path: `/create/${id}`, headers: json, body: JSON.stringify(input) };
  });

const enums = new Set(['slideType', 'status']);
const dates = new Set(['createdAt', 'updatedAt']);

/** One form of values that PostGraphile writes in another: enums, times, counts. */
export function normalised(value, key) {
  if (Array.isArray(value)) return value.map((one) => normalised(one));
  if (value === null || typeof value !== 'object') {
    if (value === null) return value;
    if (enums.has(key)) return value.toUpperCase();
    return dates.has(key) ? new Date(value).toISOString() : value;
  }
  if (key === 'slideCount') return value.totalCount;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, normalised(one, name)]));
}
