import { beforeEach, describe, expect, test } from '@jest/globals';
import { type Client, createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { publish } from '../delivery/deliveries.ts';
import type { DeckAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { fromDocuments } from '../helpers/cache-clients.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../helpers/factories.ts';
import type { LiveStream } from '../helpers/live-client.ts';
import { useApp } from '../helpers/test-app.ts';
import { limitedKey } from '../kit/rights/sight/limited-key.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });
const authorization = `Bearer ${apiKey}`;

interface Listed {
  id: string;
  status: string;
  pricing: { offers: { selectedTier: string | null }[] };
}

interface Message {
  cursor: string;
  isSnapshot: boolean;
  presentations: Listed[];
  deletedIds: string[];
}

const query = `subscription ($deckId: ID, $first: Int, $after: String) {
  presentationsChanged(deckId: $deckId, first: $first, after: $after) {
    cursor isSnapshot presentations { id status pricing { offers { selectedTier } } } deletedIds
  }
}`;

type Stream = LiveStream<{ presentationsChanged: Message }>;

/** A client that keeps a list as the documents say: a snapshot replaces it, other messages change it. */
class ListKeeper {
  readonly #stream: Stream;

  constructor(variables: Record<string, unknown>, holder = authorization) {
    this.#stream = app.live({ authorization: holder }).subscribe(query, variables);
  }

  get messages(): readonly Message[] {
    return this.#stream.received.flatMap(({ data }) => data?.presentationsChanged ?? []);
  }

  get list(): Map<string, Listed> {
    const list = new Map<string, Listed>();
    for (const { isSnapshot, presentations, deletedIds } of this.messages) {
      if (isSnapshot) list.clear();
      for (const presentation of presentations) list.set(presentation.id, presentation);
      for (const id of deletedIds) list.delete(id);
    }
    return list;
  }

  get codes(): readonly unknown[] {
    const errors = this.#stream.received[0]?.errors ?? (this.#stream.ended() as { extensions: unknown }[] | undefined);
    return (errors ?? []).map(({ extensions }) => (extensions as { code: string }).code);
  }

  async until(isSo: (list: Map<string, Listed>) => boolean): Promise<void> {
    await eventually(() => this.messages.length > 0 && isSo(this.list), { what: 'the state of the list' });
  }

  stop(): void {
    this.#stream.stop();
  }
}

let deck: DeckAnswer;
beforeEach(async () => {
  deck = await createDeck(app.rest);
  await createSlide(app.rest, deck.id, {
    slideType: 'product_pricing_v1',
    productData: { good: { name: 'Good', price: '100' } },
  });
});

const make = (deckId = deck.id): Promise<PresentationAnswer> => createPresentation(app.rest, deckId);
const select = ({ id }: { id: string }) => app.rest.put(`/api/presentations/${id}/tier`, { tier: 'good' });
const erase = ({ id }: { id: string }) => app.rest.delete(`/api/presentations/${id}`);

const hasTier = (list: Map<string, Listed>, { id }: { id: string }): boolean =>
  list.get(id)?.pricing.offers[0]?.selectedTier === 'GOOD';

describe('presentationsChanged', () => {
  test('sends the newest at once, then each that is made, changes or is deleted', async () => {
    const [oldest, middle, newest] = [await make(), await make(), await make()];
    const keeper = new ListKeeper({ deckId: deck.id, first: 2 });
    await keeper.until((list) => list.size >= 2);
    expect(keeper.messages[0]).toMatchObject({ isSnapshot: true, deletedIds: [] });
    expect(keeper.messages[0]?.presentations.map(({ id }) => id)).toEqual([newest.id, middle.id]);
    const made = await make();
    await keeper.until((list) => list.has(made.id));
    await select(middle);
    await keeper.until((list) => hasTier(list, middle));
    await erase(newest);
    await keeper.until((list) => !list.has(newest.id));
    await select(oldest);
    await keeper.until((list) => hasTier(list, oldest));
    expect(keeper.messages.filter(({ isSnapshot }) => isSnapshot)).toHaveLength(1);
  });

  test('resumes behind a cursor with what has changed since, and without a snapshot', async () => {
    const [kept, changed, erased] = [await make(), await make(), await make()];
    const first = new ListKeeper({ deckId: deck.id });
    await first.until((list) => list.size === 3);
    first.stop();
    const after = first.messages.at(-1)?.cursor;
    const made = await make();
    await select(changed);
    await erase(erased);
    const resumed = new ListKeeper({ deckId: deck.id, after });
    await eventually(() => resumed.messages.some(({ deletedIds }) => deletedIds.includes(erased.id)));
    expect(resumed.messages.some(({ isSnapshot }) => isSnapshot)).toBe(false);
    expect([...resumed.list.keys()].toSorted()).toEqual([changed.id, made.id].toSorted());
    expect(resumed.list.has(kept.id)).toBe(false);
    const last = resumed.messages.at(-1)?.cursor;
    const none = new ListKeeper({ deckId: deck.id, after: last });
    await select(made);
    await none.until((list) => list.has(made.id));
    expect(none.messages.every(({ presentations }) => presentations.every(({ id }) => id === made.id))).toBe(true);
  });

  test('gives each of two equal subscribers a snapshot of its own, and both every change', async () => {
    const before = await make();
    const one = new ListKeeper({ deckId: deck.id });
    await one.until((list) => list.size === 1);
    const made = await make();
    await one.until((list) => list.has(made.id));
    const two = new ListKeeper({ deckId: deck.id });
    await two.until((list) => list.size === 2);
    expect(two.messages[0]?.isSnapshot).toBe(true);
    await erase(before);
    for (const keeper of [one, two]) await keeper.until((list) => !list.has(before.id) && list.has(made.id));
  });

  test('misses nothing that is made while subscribers come', async () => {
    const makers = Promise.all(Array.from({ length: 12 }, () => make()));
    const keepers: ListKeeper[] = [];
    for (let count = 0; count < 6; count += 1) keepers.push(new ListKeeper({ deckId: deck.id }));
    const made = (await makers).map(({ id }) => id);
    for (const keeper of keepers) await keeper.until((list) => made.every((id) => list.has(id)));
    expect(keepers.map(({ list }) => list.size)).toEqual(keepers.map(() => made.length));
  });

  test('sends the changes of one presentation that come together as one', async () => {
    const [busy, quiet] = [await make(), await make()];
    const first = new ListKeeper({ deckId: deck.id });
    await first.until((list) => list.size === 2);
    first.stop();
    const after = first.messages.at(-1)?.cursor;
    const viewed = { type: 'presentation.viewed', deckId: deck.id, data: { presentationId: busy.id } };
    await app.rest.post('/api/events/batch', { events: Array.from({ length: 90 }, () => viewed) });
    await select(quiet);
    const resumed = new ListKeeper({ deckId: deck.id, after });
    await resumed.until((list) => hasTier(list, quiet));
    expect(resumed.messages.length).toBeLessThan(10);
    expect(resumed.list.has(busy.id)).toBe(true);
  });

  test('is of one deck, or of all', async () => {
    const other = await createDeck(app.rest);
    const [own, all] = [new ListKeeper({ deckId: deck.id }), new ListKeeper({})];
    await Promise.all([own, all].map((keeper) => keeper.until(() => true)));
    const [elsewhere, here] = [await make(other.id), await make()];
    await all.until((list) => list.has(elsewhere.id) && list.has(here.id));
    await own.until((list) => list.has(here.id));
    expect(own.list.has(elsewhere.id)).toBe(false);
  });

  test('shows the holder of a key for some decks nothing of others, also where an event names it', async () => {
    const other = await createDeck(app.rest);
    const foreign = await make(other.id);
    const keeper = new ListKeeper({}, await limitedKey(app, [deck.id]));
    await keeper.until((list) => list.size === 0);
    for (const presentationId of [foreign.id, 'nothing', 7]) {
      await publish(app, 'presentation.viewed', { deckId: deck.id, data: { presentationId } });
    }
    const made = await make();
    await keeper.until((list) => list.has(made.id));
    expect([...keeper.list.keys()]).toEqual([made.id]);
  });

  test('takes no presentation of another deck into the list of one', async () => {
    const foreign = await make((await createDeck(app.rest)).id);
    const keeper = new ListKeeper({ deckId: deck.id });
    await keeper.until(() => true);
    await publish(app, 'presentation.viewed', { deckId: deck.id, data: { presentationId: foreign.id } });
    const made = await make();
    await keeper.until((list) => list.has(made.id));
    expect([...keeper.list.keys()]).toEqual([made.id]);
  });

  test.each([
    [{ deckId: '01900000-0000-7000-8000-00000000dead' }, 'NOT_FOUND'],
    [{ deckId: 'nothing' }, 'INVALID_INPUT'],
    [{ after: '9' }, 'CURSOR_EXPIRED'],
    [{ first: 0 }, 'INVALID_INPUT'],
  ])('with %j is refused with %s', async (variables, code) => {
    const keeper = new ListKeeper(variables);
    await eventually(() => keeper.codes.length > 0);
    expect(keeper.codes).toEqual([code]);
  });
});

test('the class of the documents keeps its list over lost connections', async () => {
  interface LiveList {
    readonly presentations: Map<string, Listed>;
    follow(client: Client, deckId: string): Promise<void>;
  }
  const { LiveList: List } = await fromDocuments<{ LiveList: new () => LiveList }>('live-list.ts');
  const list = new List();
  const connect = (): Client =>
    createClient({
      url: `${app.base.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      connectionParams: { authorization },
      retryAttempts: 0,
    });
  const [first, second] = [connect(), connect()];
  const [kept, erased] = [await make(), await make()];
  const lost = list.follow(first, deck.id).catch(() => 'lost');
  await eventually(() => list.presentations.size === 2);
  first.terminate();
  expect(await lost).toBe('lost');
  const made = await make();
  await erase(erased);
  const goesOn = list.follow(second, deck.id);
  await eventually(() => list.presentations.has(made.id) && !list.presentations.has(erased.id));
  expect([...list.presentations.keys()].toSorted()).toEqual([kept.id, made.id].toSorted());
  await second.dispose();
  await goesOn;
});

describe('watchDeck', () => {
  interface Watched {
    cursor: string;
    deck: { name: string; slideCount: number } | null;
    event: { type: string; payload: object } | null;
  }
  const watch = `subscription ($id: ID!, $after: String) {
    watchDeck(deckId: $id, after: $after) { cursor deck { name slideCount } event { type payload } }
  }`;
  const subscribe = (id: string, after?: string) => {
    const { received } = app.live({ authorization }).subscribe<{ watchDeck: Watched }>(watch, { id, after });
    return () => received.flatMap(({ data }) => data?.watchDeck ?? []);
  };

  test('sends the deck at once, then each event with the deck, and resumes behind a cursor', async () => {
    const messages = subscribe(deck.id);
    await eventually(() => messages().length > 0);
    await app.logSettled();
    expect(messages()[0]).toMatchObject({ deck: { name: deck.name, slideCount: 1 }, event: null });
    await createSlide(app.rest, deck.id);
    await eventually(() => messages().at(-1)?.deck?.slideCount === 2);
    expect(messages().at(-1)?.event?.type).toBe('slide.created');
    const after = messages().at(-1)?.cursor;
    const { id } = await make();
    await app.rest.put(`/api/decks/${deck.id}`, { name: 'After' });
    const resumed = subscribe(deck.id, after);
    const types = (): (string | undefined)[] => resumed().map(({ event }) => event?.type);
    await eventually(() => types().includes('deck.updated'));
    expect(types().filter((type) => type !== 'presentation.ready')).toEqual(['presentation.created', 'deck.updated']);
    expect(resumed()[0]).toMatchObject({ deck: { name: 'After' }, event: { payload: { presentationId: id } } });
    await app.rest.delete(`/api/decks/${deck.id}`);
    await eventually(() => types().includes('deck.deleted'));
    expect(resumed().at(-1)?.deck).toBeNull();
    const refused = app.live({ authorization }).subscribe(watch, { id: deck.id, after });
    const errors = await eventually(() => refused.received[0]?.errors ?? refused.ended());
    expect(errors).toMatchObject([{ extensions: { code: 'NOT_FOUND' } }]);
  });

  test('needs the right to both the deck and its events', async () => {
    for (const scopes of [['decks:read'], ['events:read']]) {
      const key = await limitedKey(app, [deck.id], scopes);
      const refused = app.live({ authorization: key }).subscribe(watch, { id: deck.id });
      const errors = await eventually(() => refused.received[0]?.errors ?? refused.ended());
      expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    }
  });
});
