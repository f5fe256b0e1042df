import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildSchema, getNamedType, type GraphQLField, isLeafType, isObjectType } from 'graphql';
import { createDeck, createFaq, createPresentation, createSlide } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

// The executor answers all of it.
const app = useApp({ ANSWER_CACHE_MB: '0' });
const schema = buildSchema(readFileSync(path.join(import.meta.dirname, '..', '..', '..', 'schema.graphql'), 'utf8'));
const ids: Record<string, string> = {};

/** Every way to read a part of a row, by its type. `%` is what is asked of it, `#Type` an id. */
const places: Readonly<Record<string, readonly string[]>> = {
  Deck: [
    'deck(id: "#Deck") { % }',
    'decks { nodes { % } }',
    'decks { edges { node { % } } }',
    'slide(id: "#Slide") { deck { % } }',
    'node(id: "#Faq") { ... on Faq { deck { % } } }',
    'presentation(id: "#Presentation") { deck { % } }',
    'events(deckId: "#Deck", first: 1) { nodes { deck { % } } }',
  ],
  Slide: ['slide(id: "#Slide") { % }', 'deck(id: "#Deck") { slides { % } }'],
  Faq: ['deck(id: "#Deck") { faqs { % } }'],
  Presentation: [
    'presentation(id: "#Presentation") { % }',
    'presentations(deckId: "#Deck") { nodes { % } }',
    'deck(id: "#Deck") { presentations { nodes { % } } }',
    'deck(id: "#Deck") { presentations { edges { node { % } } } }',
  ],
  PresentationSlide: ['presentation(id: "#Presentation") { slides { % } }'],
  PresentationFaq: ['presentation(id: "#Presentation") { faqs { % } }'],
};

const recorded = {
  audioUrl: '/a.mp3',
  wordTimings: [{ word: 'Hello', startTime: 0, endTime: 0.4 }],
};

beforeAll(async () => {
  const deck = await createDeck(app.rest, {
    description: 'For the summer',
    brandName: 'Summit',
    timeZone: 'America/Denver',
    variables: { warranty_years: 25 },
  });
  const slide = await createSlide(app.rest, deck.id, {
    ...recorded,
    narrationScript: 'Hello {{homeowner.first_name}}, {{warranty_years}} years.',
    bullets: ['One', 'Two'],
    slideContext: 'Smile',
    heroImg: '/h.png',
    slideType: 'product_pricing_v1',
    productData: { title: 'Roof', disclaimer: 'Small print', good: { name: 'Good', price: '100' } },
    translations: { es: { title: 'Hola', bullets: ['Uno', 'Dos'], narrationScript: 'Hola.' } },
  });
  const faq = await createFaq(app.rest, deck.id, {
    ...recorded,
    relatedSlideId: slide.slideId,
    translations: { es: { userQuestion: '¿Cuándo?', cannedAnswer: 'Sí.' } },
  });
  const presentation = await createPresentation(app.rest, deck.id, {
    languageSettings: { languageCode: 'en-US' },
    priceInputs: {},
  });
  Object.assign(ids, { Deck: deck.id, Slide: slide.id, Faq: faq.id, Presentation: presentation.id });
  const parts = `{ presentation(id: "${presentation.id}") { slides { id } faqs { id } } }`;
  const { presentation: made } = await app.graphql.data<{ presentation: Record<string, [{ id: string }]> }>(parts);
  Object.assign(ids, { PresentationSlide: made['slides']?.[0].id, PresentationFaq: made['faqs']?.[0].id });
});

/** What a field is asked for: itself, or the plain fields of what it gives, without arguments that must be given. */
function asked({ name, type, args }: GraphQLField<unknown, unknown>): string[] {
  if (args.some((argument) => argument.type.toString().endsWith('!'))) return [];
  const named = getNamedType(type);
  if (isLeafType(named)) return [name];
  if (!isObjectType(named)) return [];
  const plain = Object.values(named.getFields()).flatMap((field) => {
    if (isLeafType(getNamedType(field.type))) return [field.name];
    return field.name === 'nodes' ? ['nodes { id }'] : [];
  });
  return [plain.length === 0 ? `${name} { __typename }` : `${name} { ${plain.join(' ')} }`];
}

const fieldsOf = (type: string): string[] => {
  const named = schema.getType(type);
  return isObjectType(named) ? Object.values(named.getFields()).flatMap(asked) : [];
};

const filled = (query: string, selection: string): string =>
  `{ ${query.replaceAll(/#(\w+)/g, (_, type: string) => String(ids[type])).replace('%', selection)} }`;

/** The one row within an answer, below lists, pages and the fields that lead to it. */
function rowWithin(answer: unknown, depth: number): unknown {
  if (Array.isArray(answer)) return rowWithin(answer[0], depth);
  if (depth === 0) return answer;
  return rowWithin(Object.values(answer as object)[0], depth - 1);
}

async function rowAt(place: string, selection: string): Promise<unknown> {
  const depth = place.replaceAll(/\([^)]*\)|\.\.\. on \w+ \{/g, '').split('{').length - 1;
  return rowWithin(await app.graphql.data<object>(filled(place, selection)), depth);
}

/** Columns of a table whose values the statements of some work read. */
async function columnsOf(table: string, work: () => Promise<unknown>): Promise<string[][]> {
  app.database.statements.splice(0);
  await work();
  return app.database.statements
    .splice(0)
    .filter((statement) => statement.trimStart().startsWith('select') && statement.includes(`from "${table}"`))
    .map((statement) => {
      const [list = ''] = statement.split(' from ');
      return [...new Set([...list.matchAll(/(?<!case when not )"(\w+)"(?!\.)/g)].map(([, name]) => String(name)))];
    });
}

const columnsRead = (table: string, query: string, variables?: object): Promise<string[][]> =>
  columnsOf(table, () => app.graphql.data(query, variables));

const small = ['id', 'created_at', 'updated_at', 'version'];

describe('the columns of nested reads', () => {
  for (const [type, ways] of Object.entries(places)) {
    test.each(fieldsOf(type))(`a ${type} gives the same when it is asked for nothing but %s`, async (selection) => {
      // `node` reads whole rows.
      const whole = await rowAt(`node(id: "#${type}") { ... on ${type} { % } }`, selection);
      expect(whole).toBeDefined();
      for (const place of ways) expect(await rowAt(place, selection)).toEqual(whole);
    });
  }

  test('text and JSON are read only where they are asked for', async () => {
    const query = '{ decks { nodes { id name slides { id title orderIndex } faqs { userQuestion } } } }';
    expect(await columnsRead('slide', query)).toEqual([
      expect.arrayContaining([...small, 'title', 'deck_id', 'order_index']),
    ]);
    const [ofSlides = []] = await columnsRead('slide', query);
    for (const heavy of ['word_timings', 'translations', 'translation_sources', 'product_data', 'narration_script']) {
      expect(ofSlides).not.toContain(heavy);
    }
    expect((await columnsRead('faq', query))[0]).not.toContain('canned_answer');
    const [ofDecks = []] = await columnsRead('deck', query);
    expect(ofDecks).toContain('name');
    expect(ofDecks).not.toContain('variables');
  });

  test('a list in REST reads what it shows', async () => {
    const [columns = []] = await columnsOf('slide', () => app.rest.get(`/api/decks/${ids['Deck']}/slides`));
    expect(columns).toEqual(expect.arrayContaining(['word_timings', 'product_data', 'narration_script']));
    expect(columns).not.toContain('translations');
    expect(columns).not.toContain('translation_sources');
  });

  test('fragments, aliases and skipped fields add their columns', async () => {
    const query = `query ($is: Boolean!) { deck(id: "${ids['Deck']}") { slides { ...Part } slides { heroImg @skip(if: $is) } } }
      fragment Part on Slide { text: narrationScript ... on Slide { bullets } }`;
    const [columns = []] = await columnsRead('slide', query, { is: true });
    expect(columns).toEqual(expect.arrayContaining(['narration_script', 'bullets', 'hero_img']));
    expect(columns).not.toContain('title');
  });

  test('aliases that ask for other columns of the same level share one statement', async () => {
    const query = `{ a: deck(id: "${ids['Deck']}") { name } b: deck(id: "${ids['Deck']}") { description } }`;
    const reads = await columnsRead('deck', query);
    expect(reads).toEqual([expect.arrayContaining(['name', 'description'])]);
  });

  test('a deeper level that asks for more of the same row reads it again, and one that asks for less does not', async () => {
    const of = (outer: string, inner: string): string =>
      `{ deck(id: "${ids['Deck']}") { ${outer} slides { deck { ${inner} } } } }`;
    expect(await columnsRead('deck', of('name', 'description'))).toHaveLength(2);
    expect(await columnsRead('deck', of('name description', 'name'))).toHaveLength(1);
    const answer = await app.graphql.data(of('name', 'name description'));
    expect(answer).toMatchObject({ deck: { slides: [{ deck: { description: 'For the summer' } }] } });
  });

  test('a field that works on the whole row shares the statement of the others', async () => {
    const reads = await columnsRead(
      'slide',
      `{ deck(id: "${ids['Deck']}") { slides { title } placeholders { name } } }`,
    );
    expect(reads).toEqual([expect.arrayContaining(['title', 'word_timings', 'translations'])]);
  });
});
