import { beforeAll, describe, expect, test } from '@jest/globals';
import type { DeckAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSlide } from '../../helpers/factories.ts';
import type { LiveStream } from '../../helpers/live-client.ts';
import { useApp } from '../../helpers/test-app.ts';

interface Shown {
  readonly events: { readonly data: { readonly at: number }; readonly deck: unknown } | null;
}

const app = useApp();
let decks: DeckAnswer[] = [];

beforeAll(async () => {
  decks = [await createDeck(app.rest), await createDeck(app.rest)];
  for (const { id } of decks) await createSlide(app.rest, id, { title: 'First' });
});

/** A subscriber that has come to the end of the log. */
async function subscriber(deckFields: string): Promise<LiveStream<Shown>> {
  const { body } = await app.rest.get<{ latestCursor: { cursor: string } }>('/api/events/latest-cursor');
  const { cursor } = body.latestCursor;
  const query = `subscription ($after: String) { events(types: ["loaded.*"], after: $after) { data: payload deck { ${deckFields} } } }`;
  const stream = app.live().subscribe<Shown>(query, { after: cursor });
  await app.rest.post('/api/events', { type: 'loaded.first', data: { at: -1 } });
  await eventually(() => stream.received.length === 1, { what: 'the first event' });
  stream.received.length = 0;
  return stream;
}

/** Records so many events of the decks, one transaction for all, and waits until they are received. */
async function record(count: number, { received }: LiveStream<Shown>): Promise<typeof received> {
  const events = Array.from({ length: count }, (_, at) => ({
    type: 'loaded.next',
    deckId: decks[at % decks.length]?.id,
    data: { at },
  }));
  await app.rest.post('/api/events/batch', { events });
  await eventually(() => received.length === count, { what: 'the events of the batch' });
  return received.splice(0);
}

/** The tables that statements of the work read for fields. */
async function tablesRead(work: () => Promise<unknown>): Promise<string[]> {
  app.database.statements.splice(0);
  await work();
  return app.database.statements
    .splice(0)
    .flatMap((statement) => /^\s*select .* from "?(deck|slide)\b/s.exec(statement)?.[1] ?? [])
    .toSorted();
}

describe('events that come together', () => {
  test('load what their documents ask for in one statement', async () => {
    const stream = await subscriber('name slides { title }');
    // Who records events reads their decks as well.
    expect(await tablesRead(() => record(10, stream))).toEqual(['deck', 'deck', 'slide']);
    expect(await tablesRead(() => record(10, stream))).toEqual(['deck', 'deck']);
    const shown = await record(2, stream);
    expect(shown.map(({ data }) => data?.events)).toEqual(
      decks.map(({ name }, at) => ({ data: { at }, deck: { name, slides: [{ title: 'First' }] } })),
    );
  });

  test('show what was stored before them, and never what an earlier event has loaded', async () => {
    const stream = await subscriber('slides { title } whole: slides { title deck { id } }');
    for (const title of ['Second', 'Third']) {
      for (const { id } of decks) {
        const { body } = await app.rest.get<{ slides: { id: string }[] }>(`/api/decks/${id}/slides`);
        await app.rest.put(`/api/slides/${body.slides[0]?.id}`, { title });
      }
      const shown = await record(4, stream);
      // The text of the first is kept, the other one is read by resolvers.
      const expected = shown.map((_, at) => ({
        slides: [{ title }],
        whole: [{ title, deck: { id: decks[at % decks.length]?.id } }],
      }));
      expect(shown.map(({ data }) => data?.events?.deck)).toEqual(expected);
    }
  });

  test('may each show as much as an operation', async () => {
    const words = Array.from({ length: 8_000 }, (_, at) => ({ word: 'word', startTime: at, endTime: at + 1 }));
    for (const { id } of decks) await createSlide(app.rest, id, { wordTimings: words });
    const stream = await subscriber('slides { deck { id } wordTimings { word } }');
    const shown = await record(14, stream);
    expect(shown.map(({ errors }) => errors)).toEqual(shown.map(() => undefined));
  });
});
