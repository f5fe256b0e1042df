import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { pino } from 'pino';
import { Deck } from '../../../src/authoring/decks/deck.entity.ts';
import { decksById } from '../../../src/authoring/decks/deck.reader.ts';
import { slidesById } from '../../../src/authoring/slides/slide.reader.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { operationLimits, withinLimits } from '../../../src/kit/core/limits/budget.ts';
import { openOrm } from '../../../src/kit/data/orm.ts';
import { selectPage } from '../../../src/kit/data/page.ts';
import { select } from '../../../src/kit/data/reads.ts';
import { Readers } from '../../../src/kit/data/readers.ts';
import { wholeSight } from '../../../src/kit/rights/sight.ts';
import { createDeck, createSlide } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

const app = useApp();
let readers: Readers;
let decks: { readonly id: string; readonly name: string }[];
let ids: string[];

beforeAll(async () => {
  const { em } = await openOrm(app.database.connection, catalogue.entities, pino({ level: 'silent' }));
  readers = new Readers(em);
  decks = [];
  for (let at = 0; at < 20; at += 1) decks.push(await createDeck(app.rest));
  ids = decks.map(({ id }) => id);
});

const names = new Set<keyof Deck>(['name']);

/** What each of the ids gives a request of its own, all at the same moment. */
async function requestEach(wanted: readonly string[], limited: readonly string[] | null = null): Promise<unknown[]> {
  const em = readers.of({ decks: limited });
  const rows = await Promise.all(wanted.map((id) => decksById(em, [id], names)));
  return rows.map(([deck]) => deck?.name ?? null);
}

function readsOf(table: string): string[] {
  return app.database.statements.filter((text) => text.includes(`from "${table}"`));
}

test('requests for decks that come together share a statement, and each gets its own', async () => {
  app.database.statements.length = 0;
  expect(await requestEach(ids)).toEqual(decks.map(({ name }) => name));
  expect(readsOf('deck')).toHaveLength(1);
  const answers = await Promise.all(
    ids.map((id) => app.graphql.data('query ($id: ID!) { deck(id: $id) { id name } }', { id })),
  );
  expect(answers).toEqual(decks.map(({ id, name }) => ({ deck: { id, name } })));
});

test('an id that no row has gives null beside those that have one', async () => {
  const unknown = '01900000-0000-7000-8000-00000000dead';
  expect(await requestEach([ids[0] ?? '', unknown])).toEqual([decks[0]?.name, null]);
});

test('a request that sees one deck alone finds no other in what requests read beside it', async () => {
  const [first = '', second = ''] = ids;
  const found = await Promise.all([requestEach([first, second]), requestEach([first, second], [first])]);
  expect(found).toEqual([
    [decks[0]?.name, decks[1]?.name],
    [decks[0]?.name, null],
  ]);
});

test('a change is seen by each request that comes after it', async () => {
  const [id = ''] = ids;
  for (const name of ['Roof', 'Roof and solar', 'Roof, solar and gutters']) {
    const reading = requestEach(ids);
    await app.rest.put(`/api/decks/${id}`, { name });
    expect(await requestEach([id])).toEqual([name]);
    await reading;
  }
  await app.rest.put(`/api/decks/${id}`, { name: decks[0]?.name });
});

test('a request that may read no more ends alone, and those beside it get their rows', async () => {
  const read = (limit: number, id: string) =>
    withinLimits({ ...operationLimits, read: limit }, () => decksById(readers.of(wholeSight), [id]));
  const [first = '', second = '', third = ''] = ids;
  const [before, refused, beside] = await Promise.allSettled([
    read(10_000, first),
    read(10, second),
    read(10_000, third),
  ]);
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'OVER_BUDGET' } });
  expect([before, beside]).toMatchObject([
    { status: 'fulfilled', value: [{ id: first }] },
    { status: 'fulfilled', value: [{ id: third }] },
  ]);
});

test('rows that are too large to be read together are read by each request alone', async () => {
  const wordTimings = Array.from({ length: 9_000 }, (_, at) => ({
    word: 'x'.repeat(50),
    startTime: at,
    endTime: at + 1,
  }));
  const slides = [];
  for (let at = 0; at < 8; at += 1) slides.push(await createSlide(app.rest, ids[at] ?? '', { wordTimings }));
  app.database.statements.length = 0;
  const reader = readers.of(wholeSight);
  const rows = await Promise.all(slides.map(({ id }) => slidesById(reader, [id])));
  expect(rows.map(([slide]) => [slide?.id, slide?.wordTimings.length])).toEqual(slides.map(({ id }) => [id, 9_000]));
  expect(readsOf('slide')).toHaveLength(1 + slides.length);
});

describe('equal lists', () => {
  const list = () => selectPage(readers.of(wholeSight), Deck, [], { first: 5 });
  const namesOf = ({ edges }: Awaited<ReturnType<typeof list>>) => edges.map(({ node }) => node.name);

  test('that come behind another one share a statement', async () => {
    app.database.statements.length = 0;
    const pages = await Promise.all(Array.from({ length: 10 }, list));
    expect(readsOf('deck')).toHaveLength(2);
    expect(pages.map(namesOf)).toEqual(pages.map(() => decks.slice(0, 5).map(({ name }) => name)));
  });

  test('are read after a change that came before them', async () => {
    const reading = Promise.all([list(), list()]);
    await app.rest.put(`/api/decks/${ids[0]}`, { name: 'Roof' });
    const pages = await Promise.all([list(), list(), list()]);
    expect(pages.map((page) => namesOf(page)[0])).toEqual(['Roof', 'Roof', 'Roof']);
    await reading;
    await app.rest.put(`/api/decks/${ids[0]}`, { name: decks[0]?.name });
  });

  test('count what they have read for each request', async () => {
    const within = (limit: number) => withinLimits({ ...operationLimits, read: limit }, list);
    const [first, refused, beside] = await Promise.allSettled([within(10_000), within(10), within(10_000)]);
    expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'OVER_BUDGET' } });
    expect([first?.status, beside?.status]).toEqual(['fulfilled', 'fulfilled']);
  });

  test('fail each with the error of a statement of its own', async () => {
    const missing = () => select(readers.of(wholeSight), Deck, sql`order by gone`);
    const failed = await Promise.allSettled([missing(), missing(), missing()]);
    const error = { status: 'rejected', reason: { message: expect.stringContaining('"gone" does not exist') } };
    expect(failed).toMatchObject([error, error, error]);
    expect(app.database.statements.filter((text) => text.includes('order by gone'))).toHaveLength(4);
  });
});
