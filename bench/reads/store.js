// What a hand-written server reads: whole rows, by prepared statements, over as many connections as Deckcast has.
import pg from 'pg';

// A peer that waits for its turn gives its connections back: together all peers would need more than a database allows.
export const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16, idleTimeoutMillis: 1_000 });
pool.on('error', (error) => console.error(error.message));

const deck = `id, name, description, brand_name as "brandName", currency, default_language as "defaultLanguage",
  time_zone as "timeZone", variables, version, created_at as "createdAt", updated_at as "updatedAt"`;
const slide = `id, deck_id as "deckId", slide_id as "slideId", title, bullets, narration_script as "narrationScript",
  slide_context as "slideContext", audio_url as "audioUrl", is_audio_stale as "isAudioStale", hero_img as "heroImg",
  word_timings as "wordTimings", order_index as "orderIndex", slide_type as "slideType", product_data as "productData",
  translations, version, created_at as "createdAt", updated_at as "updatedAt"`;
const faq = `id, deck_id as "deckId", user_question as "userQuestion", canned_answer as "cannedAnswer",
  related_slide_id as "relatedSlideId", audio_url as "audioUrl", word_timings as "wordTimings", translations, version,
  created_at as "createdAt", updated_at as "updatedAt"`;

const texts = {
  decks: `select ${deck} from deck order by deck.created_at, id limit $1`,
  decksById: `select ${deck} from deck where id = any($1)`,
  slides: `select ${slide} from slide where deck_id = any($1) order by order_index, slide.created_at, id`,
  faqs: `select ${faq} from faq where deck_id = any($1) order by faq.created_at, id`,
  shownSlides: `select id, slide_id as "slideId", title, bullets, narration_script as "narrationScript",
    slide_context as "slideContext", audio_url as "audioUrl", hero_img as "heroImg", word_timings as "wordTimings",
    order_index as "orderIndex", slide_type as "slideType", product_data as "productData"
    from slide where deck_id = $1 order by order_index, created_at, id`,
  shownFaqs: `select id, deck_id as "deckId", user_question as "userQuestion", canned_answer as "cannedAnswer",
    related_slide_id as "relatedSlideId", audio_url as "audioUrl", word_timings as "wordTimings",
    created_at as "createdAt", updated_at as "updatedAt" from faq where deck_id = $1 order by faq.created_at, id`,
  counts: 'select deck_id as "deckId", count(*)::int as count from slide where deck_id = any($1) group by deck_id',
  presentations: `select id, deck_id as "deckId", status, homeowner, pricing, warnings, version from presentation
    where deck_id = $1 order by presentation.created_at desc, id desc limit $2`,
};
const read = async (name, ...values) => (await pool.query({ name, text: texts[name], values })).rows;

const grouped = (name) => async (ids) => {
  const groups = Map.groupBy(await read(name, ids), (row) => row.deckId);
  return ids.map((id) => groups.get(id) ?? []);
};

export const slidesOf = grouped('slides');
export const faqsOf = grouped('faqs');
/** The lists as REST shows them. */
export const shownSlides = (deckId) => read('shownSlides', deckId);
export const shownFaqs = (deckId) => read('shownFaqs', deckId);
export const countsOf = async (ids) => {
  const counts = new Map((await read('counts', ids)).map((row) => [row.deckId, row.count]));
  return ids.map((id) => counts.get(id) ?? 0);
};
export const decksOf = async (ids) => {
  const decks = new Map((await read('decksById', ids)).map((row) => [row.id, row]));
  return ids.map((id) => decks.get(id) ?? null);
};

/** The root fields. One row more than asked for shows whether there is a next page. */
export const roots = {
  decks: async (_root, { first }) => {
    const rows = await read('decks', first + 1);
    return { nodes: rows.slice(0, first), pageInfo: { hasNextPage: rows.length > first } };
  },
  deck: async (_root, { id }) => (await decksOf([id]))[0],
  presentations: async (_root, { deckId, first }) => ({ nodes: await read('presentations', deckId, first) }),
};

/** Enums are stored in lower case, as in Deckcast. */
export const enums = {
  Slide: { slideType: (row) => row.slideType.toUpperCase() },
  Presentation: { status: (row) => row.status.toUpperCase() },
};

export const typeDefs = `
  scalar DateTimeISO
  scalar JSONObject
  enum SlideType { STANDARD PRODUCT_PRICING_V1 }
  enum PresentationStatus { NARRATING READY FAILED }
  type Query {
    decks(first: Int!): DeckConnection
    deck(id: ID!): Deck
    presentations(deckId: ID!, first: Int!): PresentationConnection
  }
  type PageInfo { hasNextPage: Boolean! }
  type DeckConnection { nodes: [Deck!]! pageInfo: PageInfo! }
  type PresentationConnection { nodes: [Presentation!]! }
  type Presentation { id: ID! status: PresentationStatus! version: Int! deck: Deck }
  type Deck {
    id: ID! name: String! description: String brandName: String currency: String! defaultLanguage: String!
    timeZone: String variables: JSONObject! version: Int! createdAt: DateTimeISO! updatedAt: DateTimeISO!
    slideCount: Int! slides: [Slide!]! faqs: [FAQ!]!
  }
  type Slide {
    id: ID! deckId: ID! slideId: String! title: String! bullets: [String!]! narrationScript: String! slideContext: String
    audioUrl: String isAudioStale: Boolean! heroImg: String wordTimings: [WordTiming!]! orderIndex: Int!
    slideType: SlideType! translations: JSONObject! version: Int! createdAt: DateTimeISO! updatedAt: DateTimeISO!
  }
  type FAQ {
    id: ID! deckId: ID! userQuestion: String! cannedAnswer: String! relatedSlideId: String audioUrl: String
    wordTimings: [WordTiming!]! translations: JSONObject! version: Int! createdAt: DateTimeISO! updatedAt: DateTimeISO!
  }
  type WordTiming { word: String! startTime: Float! endTime: Float! }`;
