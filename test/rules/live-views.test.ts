import { afterEach, describe, expect, test } from '@jest/globals';
import type { DeckAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { publish } from '../delivery/deliveries.ts';
import { EventStream } from '../helpers/event-stream.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';

const app = useApp();
const nowhere = '01900000-0000-7000-8000-00000000dead';

interface LiveDeck {
  deckChanged: { name: string; slideCount: number; faqs: { userQuestion: string }[] } | null;
}
const watchDeck = 'subscription ($id: ID!) { deckChanged(deckId: $id) { name slideCount faqs { userQuestion } } }';

/** On PostgreSQL the creation itself may be seen a moment later, and the first state is then sent twice. */
function withoutRepeats(received: readonly unknown[]): string[] {
  const texts = received.map((it) => JSON.stringify(it));
  return texts[0] === texts[1] ? texts.slice(1) : texts;
}

describe('deckChanged', () => {
  test('sends the deck as it is at once, and after each change of it or of what is in it', async () => {
    const deck = await createDeck(app.rest, { name: 'Before' });
    const { received } = app.live().subscribe<LiveDeck>(watchDeck, { id: deck.id });
    const last = (): LiveDeck['deckChanged'] | undefined => received.at(-1)?.data?.deckChanged;
    await eventually(() => last()?.name === 'Before');
    await app.rest.put(`/api/decks/${deck.id}`, { name: 'After' });
    await eventually(() => last()?.name === 'After');
    await createSlide(app.rest, deck.id);
    await eventually(() => last()?.slideCount === 1);
    await createFaq(app.rest, deck.id, { userQuestion: 'How long?' });
    await eventually(() => last()?.faqs.length === 1);
    await app.rest.delete(`/api/decks/${deck.id}`);
    await eventually(() => last() === null);
    expect(withoutRepeats(received)).toHaveLength(5);
  });

  test('coalesces changes that follow each other fast, and ends with the last', async () => {
    const deck = await createDeck(app.rest);
    const clients = [app.live(), app.live()];
    const streams = clients.map((client) => client.subscribe<LiveDeck>(watchDeck, { id: deck.id }));
    await eventually(() => streams.every(({ received }) => received.length === 1));
    const names = Array.from({ length: 60 }, (_, at) => `Name ${at}`);
    await Promise.all(names.map((name) => app.rest.put(`/api/decks/${deck.id}`, { name })));
    await app.rest.put(`/api/decks/${deck.id}`, { name: 'The last' });
    const isLast = (data: LiveDeck | null | undefined): boolean => data?.deckChanged?.name === 'The last';
    await eventually(() => streams.every(({ received }) => isLast(received.at(-1)?.data)));
    for (const { received } of streams) expect(received.length).toBeLessThan(names.length);
  });

  test('receives nothing of another deck', async () => {
    const [deck, other] = [await createDeck(app.rest), await createDeck(app.rest)];
    await app.logSettled();
    const { received } = app.live().subscribe<LiveDeck>(watchDeck, { id: deck.id });
    await eventually(() => received.length === 1);
    await createSlide(app.rest, other.id);
    await createSlide(app.rest, deck.id);
    await eventually(() => received.at(-1)?.data?.deckChanged?.slideCount === 1);
    expect(withoutRepeats(received)).toHaveLength(2);
  });

  test.each([
    [nowhere, 'NOT_FOUND'],
    ['nothing', 'INVALID_INPUT'],
  ])('of the deck %s is refused with %s', async (id, code) => {
    const { ended, received } = app.live().subscribe(watchDeck, { id });
    await eventually(() => received.length > 0 || ended() !== undefined);
    const [error] = (received[0]?.errors ?? ended()) as { extensions: { code: string } }[];
    expect(error?.extensions.code).toBe(code);
  });
});

describe('presentationChanged', () => {
  const watch = 'subscription ($id: ID!) { presentationChanged(presentationId: $id) { id status } }';

  test('sends the presentation as it is at once, and after what happened to it and no other', async () => {
    const deck = await createDeck(app.rest);
    const { id } = await createPresentation(app.rest, deck.id);
    await app.logSettled();
    const { received } = app.live().subscribe<{ presentationChanged: object | null }>(watch, { id });
    await eventually(() => received.length === 1);
    expect(received[0]?.data).toEqual({ presentationChanged: { id, status: 'READY' } });
    await publish(app, 'presentation.viewed', { deckId: deck.id, data: { presentationId: deck.id } });
    await publish(app, 'presentation.viewed', { deckId: deck.id, data: { presentationId: id } });
    await eventually(() => received.length > 1);
    expect(received).toHaveLength(2);
  });

  test('of a presentation that does not exist is refused', async () => {
    const { ended, received } = app.live().subscribe(watch, { id: nowhere });
    await eventually(() => received.length > 0 || ended() !== undefined);
    const [error] = (received[0]?.errors ?? ended()) as { extensions: { code: string } }[];
    expect(error?.extensions.code).toBe('NOT_FOUND');
  });
});

describe('a stream of server-sent events of one thing', () => {
  const open: EventStream<unknown>[] = [];
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });

  async function follow<Data>(path: string): Promise<EventStream<Data>> {
    const stream = await EventStream.open<Data>(`${app.base}${path}`);
    open.push(stream);
    return stream;
  }

  test('sends the deck as it is at once and after each change of what is in it, and ends with null', async () => {
    const { id } = await createDeck(app.rest, { name: 'Before' });
    const stream = await follow<DeckAnswer | null>(`/api/decks/${id}/stream`);
    await eventually(() => stream.received.length > 0);
    const { headers, body } = await app.rest.get<{ deck: DeckAnswer }>(`/api/decks/${id}`);
    expect(stream.received[0]).toEqual({ id: '1', event: 'message', data: body.deck });
    expect(headers.get('etag')).toBe('"1"');
    await createSlide(app.rest, id);
    await eventually(() => stream.lastEventId === '2');
    await app.rest.put(`/api/decks/${id}`, { name: 'After' });
    await eventually(() => stream.received.at(-1)?.data?.name === 'After');
    await app.rest.delete(`/api/decks/${id}`);
    await eventually(() => stream.ended);
    expect([stream.ended, stream.received.at(-1)?.data, stream.lastEventId]).toEqual(['complete', null, '3']);
    expect((await app.rest.get(`/api/decks/${id}/stream`)).status).toBe(404);
  });

  test('coalesces changes that follow each other fast, and sends the last', async () => {
    const deck = await createDeck(app.rest);
    const stream = await follow<DeckAnswer>(`/api/decks/${deck.id}/stream`);
    await eventually(() => stream.received.length > 0);
    const names = Array.from({ length: 60 }, (_, at) => `Name ${at}`);
    await Promise.all(names.map((name) => app.rest.put(`/api/decks/${deck.id}`, { name })));
    await app.rest.put(`/api/decks/${deck.id}`, { name: 'The last' });
    await eventually(() => stream.received.at(-1)?.data.name === 'The last');
    expect(stream.received.length).toBeLessThan(names.length);
  });

  test('sends the presentation as it is at once, and after what happened to it and no other', async () => {
    const deck = await createDeck(app.rest);
    const [{ id }, other] = [await createPresentation(app.rest, deck.id), await createPresentation(app.rest, deck.id)];
    await app.logSettled();
    const stream = await follow<PresentationAnswer>(`/api/presentations/${id}/stream`);
    await eventually(() => stream.received.length > 0);
    await publish(app, 'presentation.viewed', { deckId: deck.id, data: { presentationId: other.id } });
    await publish(app, 'presentation.viewed', { deckId: deck.id, data: { presentationId: id } });
    await eventually(() => stream.received.length > 1);
    const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`);
    expect(stream.received.map(({ data }) => data)).toEqual([body.presentation, body.presentation]);
  });

  test.each(['decks', 'presentations'])('is refused where there are no such %s, before it begins', async (things) => {
    const refused = [
      await app.rest.get(`/api/${things}/${nowhere}/stream`),
      await app.rest.get(`/api/${things}/x/stream`),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [404, 'NOT_FOUND'],
      [400, 'INVALID_INPUT'],
    ]);
  });
});
