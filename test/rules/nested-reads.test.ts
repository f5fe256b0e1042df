import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { turns } from '../../src/kit/core/limits/turns.ts';
import { fannedOut } from '../delivery/deliveries.ts';
import type { DeckAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

// The executor answers all of it.
const app = useApp({ ANSWER_CACHE_MB: '0' });
const deckCount = 20;
const decks: DeckAnswer[] = [];
const table =
  /\bfrom "?(deck|slide|faq|presentation|presentation_slide|presentation_faq|notification_subscription|contract|presentation_link|event|delivery|delivery_attempt)\b/;

beforeAll(async () => {
  for (let index = 0; index < deckCount; index += 1) {
    const deck = await createDeck(app.rest);
    decks.push(deck);
    await Promise.all([createSlide(app.rest, deck.id), createSlide(app.rest, deck.id), createFaq(app.rest, deck.id)]);
    await Promise.all([
      createPresentation(app.rest, deck.id),
      createPresentation(app.rest, deck.id),
      createSubscription(app.rest, { deckId: deck.id, eventType: 'nested.read' }),
    ]);
  }
});

/** The reads of our tables that a query costs, by table. */
async function readsOf<Data>(
  query: (text: string) => Promise<Data>,
  text: string,
): Promise<{ data: Data; reads: string[] }> {
  await fannedOut(app);
  app.database.statements.splice(0);
  const data = await query(text);
  const reads = app.database.statements.splice(0).flatMap((statement) => {
    const [, name] = table.exec(statement) ?? [];
    return statement.trimStart().startsWith('select') && name !== undefined ? [name] : [];
  });
  return { data, reads: reads.toSorted() };
}

type Id = Readonly<{ id: string }>;

interface NestedDeck {
  slides: { deck: { name: string } }[];
  faqs: { deck: { name: string } }[];
  subscriptions: { nodes: { deck: { name: string } }[] };
  presentations: { nodes: { deck: { name: string } }[] };
  slideCount: number;
  name: string;
}

/** The safety polls of the live feed read events too: a query of decks counts none of them. */
const ofDecks = (reads: string[]): string[] => reads.filter((name) => name !== 'event' && !name.startsWith('delivery'));

const { longestMs } = turns;

afterEach(() => {
  turns.longestMs = longestMs;
});

describe('nested reads', () => {
  test('lists that wait for turns of the event loop are still read by one statement for each level', async () => {
    turns.longestMs = -1;
    const { reads } = await readsOf(
      (text) => app.graphql.data<object>(text),
      '{ decks(first: 20) { nodes { slides { deck { faqs { id } } } presentations { nodes { slides { id } } } } } }',
    );
    expect(ofDecks(reads)).toEqual(['deck', 'deck', 'faq', 'presentation', 'presentation_slide', 'slide']);
  });

  test('each list of an answer gives others a turn of the event loop', async () => {
    turns.longestMs = -1;
    const aliases = Array.from({ length: 28 }, (_, at) => `a${at}: bullets`).join(' ');
    app.database.statements.splice(0);
    let turnsSinceRead = 0;
    let isOver = false;
    const count = (): void => {
      if (app.database.statements.some((statement) => statement.includes('from "slide"'))) turnsSinceRead += 1;
      if (!isOver) setImmediate(count);
    };
    count();
    await app.graphql.data(`{ decks(first: 20) { nodes { slides { ${aliases} } } } }`);
    isOver = true;
    expect(turnsSinceRead).toBeGreaterThan(2 * deckCount * 28);
  });

  test('three levels below twenty decks cost one statement for each field', async () => {
    const { data, reads } = await readsOf(
      (text) => app.graphql.data<{ decks: { nodes: NestedDeck[] } }>(text),
      `{ decks(first: 20) { nodes { name slideCount
          slides { title deck { name } } faqs { userQuestion deck { name } }
          subscriptions { nodes { name deck { name } } }
          presentations(first: 2) { nodes { id deck { name } } } } } }`,
    );
    // The decks, then one each for slides, their count, FAQs, subscriptions, presentations, and the decks of all these.
    const expected = ['deck', 'deck', 'faq', 'notification_subscription', 'presentation', 'slide', 'slide'];
    expect(data.decks.nodes).toHaveLength(deckCount);
    for (const [index, deck] of data.decks.nodes.entries()) {
      expect(deck).toMatchObject({ name: decks[index]?.name, slideCount: 2 });
      expect(
        [deck.slides, deck.faqs, deck.subscriptions.nodes, deck.presentations.nodes].map((them) => them.length),
      ).toEqual([2, 1, 1, 2]);
      const children = [...deck.slides, ...deck.faqs, ...deck.subscriptions.nodes, ...deck.presentations.nodes];
      const parents = children.map((it) => it.deck.name);
      expect(new Set(parents)).toEqual(new Set([deck.name]));
    }
    expect(ofDecks(reads)).toEqual(expected);
  });

  test('slides and FAQs of presentations cost one statement each, and none where nobody asks for them', async () => {
    const list = (selection: string): string =>
      `{ decks(first: 20) { nodes { presentations(first: 2) { nodes { ${selection} } } } } }`;
    type Parts = { slideCount: number; slides: Id[]; faqs: Id[] };
    const { data, reads } = await readsOf(
      (text) => app.graphql.data<{ decks: { nodes: { presentations: { nodes: Parts[] } }[] } }>(text),
      list('slideCount slides { id title } faqs { id cannedAnswer }'),
    );
    expect(ofDecks(reads)).toEqual(['deck', 'presentation', 'presentation_faq', 'presentation_slide']);
    const all = data.decks.nodes.flatMap(({ presentations }) => presentations.nodes);
    expect(all.map(({ slideCount, slides, faqs }) => [slideCount, slides.length, faqs.length])).toEqual(
      Array.from({ length: 2 * deckCount }, () => [2, 2, 1]),
    );
    const without = await readsOf((text) => app.graphql.data<object>(text), list('id status slideCount'));
    expect(ofDecks(without.reads)).toEqual(['deck', 'presentation']);
    const rest = await readsOf((path) => app.rest.get(path), `/api/decks/${decks[0]?.id}/presentations`);
    expect(ofDecks(rest.reads)).toEqual(['presentation']);
  });

  test('contracts and links of presentations, with their counts, cost two statements each', async () => {
    const page = '(first: 2) { nodes { id } totalCount }';
    const { reads } = await readsOf(
      (text) => app.graphql.data<object>(text),
      `{ decks(first: 20) { nodes { presentations${page.replace('id', `contracts${page} links${page}`)} } } }`,
    );
    // Each count is a read from the keys of its level, with the table below.
    const of = (name: string): number => ofDecks(reads).filter((one) => one === name).length;
    expect([of('deck'), of('presentation'), of('contract'), of('presentation_link')]).toEqual([1, 2, 2, 2]);
  });

  test('a cycle back and forth costs one statement for each level', async () => {
    const { reads } = await readsOf(
      (text) => app.graphql.data<object>(text),
      '{ decks(first: 20) { nodes { slides { deck { slides { deck { faqs { id } } } } } } } }',
    );
    expect(ofDecks(reads).length).toBeLessThanOrEqual(6);
  });

  test('things asked for by their ids cost one statement to find them and one for each type', async () => {
    const { nodes } = (
      await app.graphql.data<{ decks: { nodes: { id: string; slides: Id[]; presentations: { nodes: Id[] } }[] } }>(
        '{ decks(first: 20) { nodes { id slides { id } presentations { nodes { id } } } } }',
      )
    ).decks;
    const ids = nodes.flatMap(({ id, slides, presentations }) =>
      [{ id }, ...slides, ...presentations.nodes].map((it) => it.id),
    );
    const half = ids.length / 2;
    const list = (some: string[]): string =>
      `nodes(ids: ${JSON.stringify(some)}) { id ... on Slide { deck { name } } }`;
    const { data, reads } = await readsOf(
      (text) => app.graphql.data<Record<'one' | 'other', Id[]>>(text),
      `{ one: ${list(ids.slice(0, half))} other: ${list(ids.slice(half))} node(id: "${ids[0]}") { id } }`,
    );
    expect([...data.one, ...data.other].map(({ id }) => id)).toEqual(ids);
    // What finds them begins with decks; then the decks, which those of the slides are, the slides and presentations.
    expect(ofDecks(reads)).toEqual(['deck', 'deck', 'presentation', 'slide']);
  });

  test('events with deliveries, attempts and subscriptions cost one statement for each field', async () => {
    await Promise.all(
      decks.map(({ id }) => app.rest.post('/api/events', { type: 'nested.read', deckId: id, data: {} })),
    );
    const query = `{ events(types: ["nested.read"], first: 50) { nodes { deck { name }
      deliveries { nodes { status event { id } attempts { number outcome } subscription { name deck { name } } } } } } }`;
    type Delivery = { status: string; attempts: object[]; subscription: { deck: object } };
    type Delivered = { deliveries: { nodes: Delivery[] } };
    await eventually(
      async () => {
        const { events } = await app.graphql.data<{ events: { nodes: Delivered[] } }>(query);
        const delivered = events.nodes.filter(({ deliveries }) => deliveries.nodes[0]?.status === 'DELIVERED');
        return delivered.length === deckCount;
      },
      { what: 'the delivery of all events' },
    );
    const { data, reads } = await readsOf((text) => app.graphql.data<{ events: { nodes: Delivered[] } }>(text), query);
    for (const { deliveries } of data.events.nodes) {
      expect(deliveries.nodes).toMatchObject([
        { attempts: [{ number: 1, outcome: 'DELIVERED' }], subscription: { deck: {} } },
      ]);
    }
    const counts = Object.entries(Object.groupBy(reads, (name) => name)).map(([name, all]) => [name, all?.length]);
    expect(Object.fromEntries(counts)).toEqual({
      event: 2,
      deck: 1,
      delivery: 1,
      delivery_attempt: 1,
      notification_subscription: 1,
    });
  });

  test('mutations of one request read what the ones before them did', async () => {
    const [{ id } = { id: '' }] = decks;
    const slide = (key: string): string => `{ slideId: "${key}", title: "T", narrationScript: "N" }`;
    const data = await app.graphql.data(
      `mutation ($id: ID!) {
        a: createSlide(deckId: $id, input: ${slide('a')}) { slide { deck { name slideCount } } }
        b: updateDeck(id: $id, input: { name: "Renamed" }) { deck { name slideCount } }
        c: createSlide(deckId: $id, input: ${slide('c')}) { slide { deck { name slideCount slides { slideId } } } }
        d: createFaq(deckId: $id, input: { userQuestion: "Q", cannedAnswer: "A" }) { faq { userQuestion } }
        e: updateDeck(id: $id, input: { name: "Again" }) { deck { slideCount faqs { userQuestion } slides { deck { name } } } }
      }`,
      { id },
    );
    expect(data).toMatchObject({
      a: { slide: { deck: { name: decks[0]?.name, slideCount: 3 } } },
      b: { deck: { name: 'Renamed', slideCount: 3 } },
      c: { slide: { deck: { name: 'Renamed', slideCount: 4 } } },
      e: {
        deck: {
          slideCount: 4,
          faqs: [{}, { userQuestion: 'Q' }],
          slides: [1, 2, 3, 4].map(() => ({ deck: { name: 'Again' } })),
        },
      },
    });
  });
});
