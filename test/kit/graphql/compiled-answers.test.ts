import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { buildSchema, getNamedType, isLeafType, isObjectType } from 'graphql';
import type { DeckAnswer, FaqAnswer, SlideAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createSlide } from '../../helpers/factories.ts';
import { forGraphqlJs } from '../../helpers/graphql-js.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { scrape } from '../../helpers/scrape.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { limitedKey } from '../rights/sight/limited-key.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey, HEALTH_PORT: '0', LOG_LEVEL: 'error' });
const schema = buildSchema(readFileSync(path.join(import.meta.dirname, '..', '..', '..', 'schema.graphql'), 'utf8'));
const recorded = {
  audioUrl: `/api/audio/${'a'.repeat(64)}.mp3`,
  wordTimings: [{ word: 'Hello "all"', startTime: 0, endTime: 0.4 }],
};

let [deck, slide, faq] = [{} as DeckAnswer, {} as SlideAnswer, {} as FaqAnswer];
beforeAll(async () => {
  deck = await createDeck(app.rest, { variables: { ' id': 'no identity', "it's": 1 } });
  slide = await createSlide(app.rest, deck.id, {
    title: 'Überdachung \u2028 "neu"',
    bullets: ['One', 'Two'],
    slideType: 'product_pricing_v1',
    productData: { title: 'Roof', disclaimer: 'Small print', good: { name: 'Good', price: '100' } },
    translations: { es: { title: 'Hola', bullets: ['Uno', 'Dos'], narrationScript: 'Hola.' } },
  });
  await createSlide(app.rest, deck.id);
  faq = await createFaq(app.rest, deck.id, { relatedSlideId: slide.slideId });
});

/** All that a type shows without arguments, but for methods, which lead to rows or shape stored JSON. */
function plainFields(name: string): string {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(name);
  const fields = Object.values(type.getFields()).flatMap((field) => {
    const of = getNamedType(field.type);
    if (isLeafType(of)) return [field.name];
    const isStored = isObjectType(of) && of.getInterfaces().some(({ name: one }) => one === 'Node');
    return isStored || ['translations', 'translationStates', 'warnings'].includes(field.name) || of.name === 'OfferTier'
      ? []
      : [`${field.name} { ${plainFields(of.name)} }`];
  });
  return ['__typename', ...fields].join(' ');
}

/** What graphql-js answers. */
async function executed(query: string): Promise<Record<string, unknown>> {
  const { __schema, ...data } = await app.graphql.data<Record<string, unknown>>(forGraphqlJs(query));
  return data;
}

/** The tables whose rows an operation reads. */
async function tablesRead(work: () => Promise<unknown>): Promise<string[]> {
  app.database.statements.splice(0);
  await work();
  const tables = app.database.statements
    .splice(0)
    .flatMap((statement) => /^\s*select .* from "?(deck|slide|faq)\b/s.exec(statement)?.[1] ?? []);
  return tables.toSorted();
}

const view = `{ deck(id: "%") { name slides { ${plainFields('Slide')} } faqs { ${plainFields('Faq')} } slideCount } }`;
const viewOf = (id = deck.id): string => view.replace('%', id);

describe('texts of answers that are kept', () => {
  test.each([
    viewOf('%'),
    '{ deck(id: "%") { slides { ...A ... on Node { id } title: slideId } slides { heroImg } all: slides { title } } } fragment A on Slide { b: bullets ... { wordTimings { word } wordTimings { endTime } } }',
    '{ decks(first: 1) { nodes { ...D } edges { node { n: slideCount variables faqs { id } } } } } fragment D on Deck { slides { id } name }',
    '{ a: deck(id: "%") { slides { id deck { name slides { title } } } faqs { deck { slideCount } } } b: deck(id: "%") { slides { title } } }',
    '{ node(id: "%") { ... on Deck { slides { id } } id } deck(id: "01900000-0000-7000-8001-000000000000") { slides { id } } }',
    '{ slide(id: "%") { deck { slides { title } } } }',
  ])('equal what graphql-js gives for %s', async (template) => {
    const query = template.replaceAll('%', template.includes('slide(id') ? slide.id : deck.id);
    const whole = await executed(query);
    const text = async (): Promise<string> => JSON.stringify(await app.graphql.data(query));
    expect(await text()).toBe(JSON.stringify(whole));
    expect(await text()).toBe(JSON.stringify(whole));
  });

  test('an answer to an unchanged deck reads the row of the deck alone', async () => {
    const read = (): Promise<unknown> => app.graphql.data(viewOf());
    await read();
    expect(await tablesRead(read)).toEqual(['deck']);
    const lists = async (): Promise<unknown> => [
      await app.rest.get(`/api/decks/${deck.id}/slides`),
      await app.rest.get(`/api/decks/${deck.id}/faqs`),
    ];
    await lists();
    expect(await tablesRead(lists)).toEqual(['deck', 'deck']);
  });

  test('equal selections of several documents share their texts', async () => {
    const selection = 'slides { heading: title id }';
    await app.graphql.data(`{ deck(id: "${deck.id}") { ${selection} } }`);
    const others = [
      `query ($all: Boolean = true) { one: deck(id: "${deck.id}") { name ${selection} faqs @skip(if: $all) { id } } }`,
      `{ deck(id: "${deck.id}") { ...S } } fragment S on Deck { slides { heading: title } slides { id } }`,
    ];
    for (const other of others) expect(await tablesRead(() => app.graphql.data(other))).toEqual(['deck']);
    const another = `{ deck(id: "${deck.id}") { slides { heading: slideContext id } } }`;
    expect(await tablesRead(() => app.graphql.data(another))).toEqual(['deck', 'slide']);
  });

  test('outlast compiled operations, which are dropped together where they take too much', async () => {
    const read = (): Promise<unknown> => app.graphql.data(viewOf());
    const before = await read();
    const decks = Array.from({ length: 30 }, (_, at) => `d${at}: deck(id: "${deck.id}") { ...Deck }`).join(' ');
    const fragment = viewOf()
      .replace(/^.*?\)/, 'fragment Deck on Deck')
      .slice(0, -1);
    for (let number = 0; number < 45; number += 1) await app.graphql.data(`query Q${number} { ${decks} } ${fragment}`);
    expect(await tablesRead(async () => expect(await read()).toEqual(before))).toEqual(['deck']);
  });

  test('decks of a page whose texts are missing cost one statement for each field', async () => {
    const own = await Promise.all([createDeck(app.rest), createDeck(app.rest)]);
    for (const { id } of own) await createSlide(app.rest, id);
    const page = '{ decks { nodes { id slides { title bullets } slideCount } } }';
    expect(await tablesRead(() => app.graphql.data(page))).toEqual(['deck', 'slide', 'slide']);
    await app.rest.put(`/api/decks/${own[0].id}`, { name: 'Another' });
    expect(await tablesRead(() => app.graphql.data(page))).toEqual(['deck', 'slide', 'slide']);
    expect(await tablesRead(() => app.graphql.data(page))).toEqual(['deck']);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['a changed slide', () => app.rest.put(`/api/slides/${slide.id}`, { title: 'New' })],
    ['a recording', () => app.rest.put(`/api/slides/${slide.id}`, recorded)],
    [
      'a script that outdates its recording',
      () => app.rest.put(`/api/slides/${slide.id}`, { narrationScript: 'New.' }),
    ],
    [
      'a changed offer',
      () => app.rest.put(`/api/slides/${slide.id}`, { productData: { title: 'New', good: { name: 'G', price: '1' } } }),
    ],
    [
      'a translation of a slide',
      () =>
        app.rest.put(`/api/slides/${slide.id}/translations/de`, {
          title: 'Neu',
          bullets: ['A', 'B'],
          narrationScript: 'Neu.',
        }),
    ],
    ['a deleted translation', () => app.rest.delete(`/api/slides/${slide.id}/translations/de`)],
    ['a new slide', () => createSlide(app.rest, deck.id)],
    [
      'another order',
      async () => {
        const { body } = await app.rest.get<{ slides: { id: string }[] }>(`/api/decks/${deck.id}/slides`);
        return app.rest.put(`/api/decks/${deck.id}/slides/order`, {
          slideIds: body.slides.map(({ id }) => id).toReversed(),
        });
      },
    ],
    ['a changed FAQ', () => app.rest.put(`/api/faqs/${faq.id}`, { cannedAnswer: 'New.' })],
    ['a recording of a FAQ', () => app.rest.put(`/api/faqs/${faq.id}`, recorded)],
    [
      'a translation of a FAQ',
      () => app.rest.put(`/api/faqs/${faq.id}/translations/de`, { userQuestion: 'Wann?', cannedAnswer: 'Neu' }),
    ],
    ['a new FAQ', () => createFaq(app.rest, deck.id)],
    ['a deleted FAQ', () => app.rest.delete(`/api/faqs/${faq.id}`)],
    ['a deleted slide', () => app.rest.delete(`/api/slides/${slide.id}`)],
  ])('%s is in the next answers', async (_, change) => {
    const lists = ['slides', 'faqs'].map((name) => `/api/decks/${deck.id}/${name}`);
    const answers = async (): Promise<unknown> => [
      await app.graphql.data(viewOf()),
      ...(await Promise.all(lists.map(async (list) => (await app.rest.get(list)).body))),
    ];
    const before = await answers();
    const changed = (await change()) as { status?: number };
    expect(changed.status ?? 200).toBeLessThan(300);
    const after = await answers();
    expect(after).not.toEqual(before);
    expect((after as unknown[])[0]).toEqual(await executed(viewOf()));
    for (const [at, list] of lists.entries()) {
      const name = list.endsWith('faqs') ? 'faqs' : 'slides';
      const { body } = await app.rest.get<Record<string, { id: string }[]>>(
        `${list}${name === 'faqs' ? '?limit=100' : ''}`,
      );
      expect((after as unknown[])[at + 1]).toEqual(body);
    }
  });

  test('links in them are signed for whoever reads them', async () => {
    const own = await createDeck(app.rest);
    const spoken = await createSlide(app.rest, own.id, recorded);
    const query = `{ deck(id: "${own.id}") { slides { audioUrl } } }`;
    type Links = { deck: { slides: [{ audioUrl: string }] } };
    for (const repeated of [1, 2]) {
      const { deck: read } = await app.graphql.data<Links>(query);
      expect([repeated, read.slides[0].audioUrl]).toEqual([repeated, expect.stringContaining('&signature=')]);
    }
    const { body } = await app.rest.get<{ slides: SlideAnswer[] }>(`/api/decks/${own.id}/slides`);
    expect(body.slides).toMatchObject([{ id: spoken.id, audioUrl: expect.stringContaining('&signature=') }]);
  });

  test('a key that is limited to another deck gets nothing of those that were kept for others', async () => {
    const own = await createDeck(app.rest);
    await createSlide(app.rest, own.id, { title: 'Mine' });
    const page = '{ decks { nodes { id slides { title } } } }';
    await app.graphql.data(page);
    const headers = { authorization: await limitedKey(app, [own.id]), 'content-type': 'application/json' };
    const ask = async (query: string): Promise<unknown> => {
      const answer = await fetch(`${app.base}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) });
      return ((await answer.json()) as { data: unknown }).data;
    };
    expect(await ask(page)).toEqual({ decks: { nodes: [{ id: own.id, slides: [{ title: 'Mine' }] }] } });
    expect(await ask(`{ deck(id: "${deck.id}") { slides { title } } }`)).toEqual({ deck: null });
    const list = await fetch(`${app.base}/api/decks/${deck.id}/slides`, { headers });
    expect(list.status).toBe(404);
  });

  test('a stored object with the names of an identity is shown as it is', async () => {
    const { deck: read } = await app.graphql.data<{ deck: unknown }>(
      `{ deck(id: "${deck.id}") { variables slideCount } }`,
    );
    expect(read).toMatchObject({ variables: { ' id': 'no identity' } });
  });
});

describe('an answer from texts that cannot be made', () => {
  test('is not tried again after an error, which has the path of its field', async () => {
    const { kysely } = app.database.connection;
    const query = `{ deck(id: "${deck.id}") { id slides { speakerNotes: slideContext } } }`;
    await sql`alter table slide rename column slide_context to slide_context_gone`.execute(kysely);
    try {
      app.database.statements.splice(0);
      const { data, errors } = await app.graphql.send(query);
      expect(errors).toMatchObject([{ path: ['deck', 'slides'], extensions: { code: 'INTERNAL' } }]);
      expect(data).toEqual({ deck: null });
      expect(app.database.statements.filter((statement) => statement.includes('slide_context'))).toHaveLength(1);
    } finally {
      await sql`alter table slide rename column slide_context_gone to slide_context`.execute(kysely);
    }
    expect((await app.graphql.send(query)).errors).toBeUndefined();
  });

  test('fails once, with one line in the log, where an object cannot be read', async () => {
    const { kysely } = app.database.connection;
    const own = await createSlide(app.rest, deck.id);
    const query = `{ deck(id: "${deck.id}") { name slides { id } } slide(id: "${own.id}") { title } }`;
    const logged = app.log.length;
    await sql`alter table deck rename column name to name_gone`.execute(kysely);
    try {
      app.database.statements.splice(0);
      const { data, errors } = await app.graphql.send<{ slide: unknown }>(query);
      expect(errors).toMatchObject([{ path: ['deck'], extensions: { code: 'INTERNAL', reason: 'internal_error' } }]);
      expect(data).toEqual({ deck: null, slide: { title: own.title } });
      expect(app.database.statements.filter((statement) => statement.includes('from "deck"'))).toHaveLength(1);
    } finally {
      await sql`alter table deck rename column name_gone to name`.execute(kysely);
    }
    expect(app.log.slice(logged).filter((line) => line.includes('a GraphQL field failed'))).toHaveLength(1);
    expect((await app.graphql.send(query)).errors).toBeUndefined();
  });

  test('is given up once while the database refuses, and not asked for again', async () => {
    const { kysely } = app.database.connection;
    const query = `{ deck(id: "${deck.id}") { slides { keyPoints: title } } }`;
    await sql`alter table slide rename to slide_behind`.execute(kysely);
    await sql`create function no_room() returns boolean language plpgsql volatile as
      $$ begin raise exception 'full' using errcode = '53300'; end $$`.execute(kysely);
    await sql`create view slide as select * from slide_behind where no_room()`.execute(kysely);
    try {
      app.database.statements.splice(0);
      const { errors } = await app.graphql.send(query);
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(['UNAVAILABLE']);
      expect(app.database.statements.filter((statement) => statement.includes('"slide"'))).toHaveLength(1);
    } finally {
      await sql`drop view slide`.execute(kysely);
      await sql`drop function no_room`.execute(kysely);
      await sql`alter table slide_behind rename to slide`.execute(kysely);
    }
  });

  test('is null as a whole where a row of a subscription cannot be read', async () => {
    const { kysely } = app.database.connection;
    await sql`alter table presentation rename column status to status_gone`.execute(kysely);
    try {
      const { received, stop, ended } = app
        .live({ authorization: `Bearer ${apiKey}` })
        .subscribe('subscription { presentationsChanged { isSnapshot presentations { id status } } }');
      await eventually(() => received.length > 0 || ended() !== undefined);
      stop();
      const errors = [{ path: ['presentationsChanged'], extensions: { code: 'INTERNAL' } }];
      expect(received).toMatchObject([{ data: null, errors }]);
    } finally {
      await sql`alter table presentation rename column status_gone to status`.execute(kysely);
    }
  });

  test('is left to graphql-js where a stored value is none of its type, kept or not', async () => {
    const { kysely } = app.database.connection;
    const own = await createDeck(app.rest);
    const { id } = await createSlide(app.rest, own.id, { bullets: ['One'] });
    await sql`update slide set bullets = '{"one": 1}' where id = ${id}`.execute(kysely);
    for (const query of [
      `{ slide(id: "${id}") { title bullets } status { version } }`,
      `{ deck(id: "${own.id}") { name slides { bullets } } }`,
    ]) {
      const { data, errors } = await app.graphql.send<Record<string, unknown>>(query);
      const reference = await app.graphql.send<Record<string, unknown>>(forGraphqlJs(query));
      expect(errors).toMatchObject([{ message: expect.any(String), extensions: { code: 'INTERNAL' } }]);
      expect(errors?.map(({ path: at }) => at)).toEqual(reference.errors?.map(({ path: at }) => at));
      expect({ ...data, __schema: { __typename: '__Schema' } }).toEqual(reference.data);
    }
  });
});

describe('executions', () => {
  const countedOf = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
    const counts = async (): Promise<number[]> => {
      const { series } = await scrape(app.healthBase);
      return ['compiled', 'graphql_js'].map(
        (executor) => series.get(`deckcast_graphql_executions_total{executor="${executor}"}`) ?? 0,
      );
    };
    const before = await counts();
    await work();
    const [compiled = 0, graphqlJs = 0] = (await counts()).map((count, at) => count - (before[at] ?? 0));
    return { compiled, graphqlJs };
  };

  test.each([
    ['a query', viewOf('%'), { compiled: 1, graphqlJs: 0 }],
    ['a query of pages', '{ decks { nodes { id } totalCount } }', { compiled: 1, graphqlJs: 0 }],
    ['a query with a refusal', '{ deck(id: "no-uuid") { id } }', { compiled: 1, graphqlJs: 0 }],
    ['a query about the schema', '{ __schema { __typename } deck(id: "%") { id } }', { compiled: 0, graphqlJs: 1 }],
    ['a mutation', 'mutation { updateDeck(id: "%", input: {}) { deck { id } } }', { compiled: 0, graphqlJs: 1 }],
  ])('of %s are counted by what executes it', async (_, template, expected) => {
    expect(await countedOf(() => app.graphql.send(template.replaceAll('%', deck.id)))).toEqual(expected);
  });

  test('of more combinations of conditions than are compiled are left to graphql-js', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const query = `query (${names.map((name) => `$${name}: Boolean!`).join(' ')}) { deck(id: "${deck.id}") { id ${names
      .map((name) => `${name}: name @include(if: $${name})`)
      .join(' ')} } }`;
    const combinations = Array.from({ length: 16 }, (_, bits) =>
      Object.fromEntries(names.map((name, at) => [name, (bits & (1 << at)) > 0])),
    );
    const ask = async (): Promise<void> => {
      for (const variables of combinations) {
        const { deck: read } = await app.graphql.data<{ deck: object }>(query, variables);
        expect(Object.keys(read)).toEqual(['id', ...names.filter((name) => variables[name])]);
      }
    };
    expect(await countedOf(ask)).toEqual({ compiled: 8, graphqlJs: 8 });
    expect(await countedOf(ask)).toEqual({ compiled: 8, graphqlJs: 8 });
  });
});

/** Reads of the test of freshness; FRESHNESS_READS asks for more. */
const mostReads = Number(process.env['FRESHNESS_READS'] ?? 500);

describe('a read that starts after a change was acknowledged', () => {
  /** Reads at one instance while another changes. @returns what reads showed that was too old */
  const changing = async (writer: TestApp, reader: TestApp): Promise<unknown[]> => {
    const decks = await Promise.all(Array.from({ length: 2 }, () => createDeck(writer.rest)));
    const slides = await Promise.all(decks.map(({ id }) => createSlide(writer.rest, id, { title: '0' })));
    const state = { acknowledged: slides.map(() => 0), reads: 0, stale: [] as unknown[] };
    const write = async (at: number): Promise<void> => {
      for (let count = 1; state.reads < mostReads; count += 1) {
        const { status } = await writer.rest.put(`/api/slides/${slides[at]?.id}`, { title: String(count) });
        if (status !== 200) throw new Error(`A change was answered ${status}`);
        state.acknowledged[at] = count;
      }
    };
    const query = `{ ${decks.map(({ id }, at) => `d${at}: deck(id: "${id}") { slides { title } }`).join(' ')} }`;
    type Shown = { slides: [{ title: string }] };
    const ways: (() => Promise<Shown[]>)[] = [
      async () => Object.values(await reader.graphql.data<Record<string, Shown>>(query)),
      () => Promise.all(decks.map(async ({ id }) => (await reader.rest.get<Shown>(`/api/decks/${id}/slides`)).body)),
    ];
    const read = async (ask: () => Promise<Shown[]>): Promise<void> => {
      for (; state.reads < mostReads; state.reads += 1) {
        const least = [...state.acknowledged];
        for (const [at, { slides: shown }] of (await ask()).entries()) {
          if (!(Number(shown[0].title) >= (least[at] ?? 0))) state.stale.push([shown[0].title, least[at]]);
        }
      }
    };
    await Promise.all([...slides.map((_, at) => write(at)), ...[...ways, ...ways].map(read)]);
    expect(state.acknowledged.every((count) => count > 1)).toBe(true);
    return state.stale;
  };
  const longest = 60_000 + mostReads * 20;

  test(
    'sees it, at the instance that made it',
    async () => {
      expect(await changing(app, app)).toEqual([]);
    },
    longest,
  );

  testOnPostgres(
    'sees it, at another instance',
    async () => {
      const other = await new TestApp().start({ API_KEY: apiKey }, app);
      try {
        expect(await changing(app, other)).toEqual([]);
      } finally {
        await other.stop();
      }
    },
    longest,
  );
});
