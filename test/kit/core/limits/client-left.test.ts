import { request } from 'node:http';
import { expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { eventually } from '../../../helpers/eventually.ts';
import { createDeck } from '../../../helpers/factories.ts';
import { describeOnPostgres } from '../../../helpers/on-postgres.ts';
import { useApp } from '../../../helpers/test-app.ts';
import { use } from '../../../helpers/use.ts';
import { HeldTable } from './held-table.ts';

const query = '{ decks { nodes { id } } }';

describeOnPostgres('a statement that waits', () => {
  const app = useApp({ ROLES: 'web' });
  /** Has connections of its own: each of the many requests of a test needs one. */
  // As many connections as requests that wait at once.
  const second = useApp({ ROLES: 'web', DATABASE_POOL_SIZE: '8' }, app);
  let table: HeldTable;

  use(async () => {
    table = await new HeldTable(app.database.url).open();
    return () => table.close();
  });

  /** Sends a request whose client leaves when it is told to. */
  function send(method: string, path: string, body?: object): () => void {
    const sent = request(`${app.base}${path}`, { method, headers: { 'content-type': 'application/json' } });
    sent.on('error', () => undefined);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
    return () => sent.destroy();
  }

  async function expectEndAfter(leave: () => void): Promise<void> {
    await table.waited(1);
    leave();
    await table.waited(0, 2_000);
  }

  test.each([
    ['GET', '/api/decks', undefined],
    ['GET', `/graphql?query=${encodeURIComponent(query)}`, undefined],
    ['POST', '/graphql', { query }],
    [
      'POST',
      '/api/decks/01900000-0000-7000-8000-000000000001/presentations/preview',
      { homeowner: { first_name: 'A', last_name: 'B' } },
    ],
  ])('ends when the client of %s %s leaves', async (method, path, body) => {
    await table.whileHeld(() => expectEndAfter(send(method, path, body)));
  });

  test('ends when its operation on a socket is completed', async () => {
    await table.whileHeld(async () => {
      const stream = app.live().subscribe(query);
      await expectEndAfter(stream.stop);
    });
  });

  test('ends when its socket is closed', async () => {
    await table.whileHeld(async () => {
      const socket = new WebSocket(`${app.base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      socket.on('open', () => socket.send('{"type":"connection_init"}'));
      socket.once('message', () => socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } })));
      await expectEndAfter(() => socket.terminate());
    });
  });

  test('leaves its connection to the next request', async () => {
    await table.whileHeld(async () => {
      // Equal ones would share a statement.
      const leaves = Array.from({ length: 6 }, (_, at) => send('GET', `/api/decks?limit=${at + 1}`));
      await table.waited(6);
      for (const leave of leaves) leave();
      await table.waited(0, 2_000);
    });
    expect((await app.rest.get('/api/decks')).status).toBe(200);
    expect(await app.graphql.data(query)).toEqual({ decks: { nodes: [] } });
  });

  test('that clients share ends when all of them have left', async () => {
    await table.whileHeld(async () => {
      const leaves = Array.from({ length: 4 }, () => send('GET', '/api/decks'));
      // The first one has a statement of its own.
      await table.waited(2);
      for (const leave of leaves) leave();
      await table.waited(0, 2_000);
    });
    expect((await app.rest.get('/api/decks')).status).toBe(200);
  });

  test.each([
    ['REST', '/api/decks', { name: 'Written by REST' }],
    [
      'GraphQL',
      '/graphql',
      { query: 'mutation { createDeck(input: { name: "Written by GraphQL" }) { deck { id } } }' },
    ],
  ])('of a change goes on when its client has left %s', async (api, path, body) => {
    await table.whileHeld(async () => {
      const leave = send('POST', path, body);
      await table.waited(1);
      leave();
      // Another request comes and goes meanwhile, so that the change would have ended as well.
      const leaveToo = send('GET', '/api/decks');
      await table.waited(2);
      leaveToo();
      await table.waited(1);
    });
    const search = `/api/decks?search=Written%20by%20${api}`;
    const stored = await eventually(async () => {
      const { decks } = (await app.rest.get<{ decks: { name: string }[] }>(search)).body;
      return decks.length > 0 && decks.map(({ name }) => name);
    });
    expect(stored).toEqual([`Written by ${api}`]);
  });

  test('of a change goes on when its operation on a socket is completed', async () => {
    await table.whileHeld(async () => {
      const change = app
        .live()
        .subscribe('mutation { createDeck(input: { name: "Written on a socket" }) { deck { id } } }');
      await table.waited(1);
      change.stop();
      // A query that is completed as well shows that the change would have ended by now.
      const read = app.live().subscribe(query);
      await table.waited(2);
      read.stop();
      await table.waited(1);
    });
    await eventually(async () => {
      const { body } = await app.rest.get<{ decks: object[] }>('/api/decks?search=Written%20on%20a%20socket');
      return body.decks.length === 1;
    });
    const { decks } = (await app.rest.get<{ decks: object[] }>('/api/decks?search=Written%20on%20a%20socket')).body;
    expect(decks).toHaveLength(1);
  });

  test('for too long makes its operation unavailable in every API, and is not taken for a large one', async () => {
    const deck = await createDeck(app.rest);
    const event = { type: 'held.event' };
    const keyedDeck = () => second.rest.post('/api/decks', { name: 'Made' }, { 'Idempotency-Key': 'a' });
    const keyedEvent = () => second.rest.post('/api/events', event, { 'Idempotency-Key': 'b' });
    const made = await keyedDeck();
    const askAll = async () => {
      const onSocket = app.live().subscribe<null>(query);
      const subscribed = app.live().subscribe<null>(`subscription { deckChanged(deckId: "${deck.id}") { id } }`);
      const requests = Promise.all([
        app.rest.get('/api/decks'),
        app.rest.post('/api/decks', { name: 'Too slow' }),
        app.rest.get(`/api/decks/${deck.id}/stream`),
        second.rest.get('/api/events'),
        second.rest.post('/api/events', event),
        second.rest.post('/api/events/batch', { events: [event, event] }),
        keyedEvent(),
        keyedDeck(),
      ]);
      const [asked, changed, published] = await Promise.all([
        app.graphql.send(query),
        app.graphql.send('mutation { createDeck(input: { name: "Too slow" }) { deck { id } } }'),
        second.graphql.send('mutation { publishEvent(input: { type: "held.event" }) { event { id } } }'),
      ]);
      const [first] = await eventually(() => onSocket.received.length > 0 && onSocket.received);
      const [refused] = await eventually(() => subscribed.received.length > 0 && subscribed.received);
      return {
        problems: (await requests).map(({ body }) => body),
        waits: (await requests).map(({ headers }) => headers.get('Retry-After')),
        errors: [asked, changed, published, first, refused].map((answer) => answer?.errors?.[0]),
        data: [asked.data, changed.data, published.data, first?.data],
      };
    };
    const lock = 'lock table deck, event in access exclusive mode; select from idempotency_key for update';
    const answers = await table.whileHeld(askAll, lock);
    const problem = { status: 503, code: 'UNAVAILABLE', detail: expect.stringContaining('not done within 10,000 ms') };
    expect(new Set(answers.waits)).toEqual(new Set(['2']));
    for (const reported of answers.problems) expect(reported).toMatchObject(problem);
    for (const error of answers.errors) expect(error).toMatchObject({ extensions: { code: 'UNAVAILABLE', problem } });
    expect(answers.data).toEqual([{ decks: null }, { createDeck: null }, { publishEvent: null }, { decks: null }]);
    const { body } = await app.rest.get<{ decks: object[] }>('/api/decks?search=Too%20slow');
    expect(body.decks).toEqual([]);
    expect((await keyedDeck()).body).toEqual(made.body);
    expect((await keyedEvent()).status).toBe(201);
    const { events } = (await app.rest.get<{ events: object[] }>('/api/events?types=held.event')).body;
    expect(events).toHaveLength(1);
  }, 30_000);
});
