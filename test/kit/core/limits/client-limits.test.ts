import { once } from 'node:events';
import { describe, expect, test } from '@jest/globals';
import type { ProblemAnswer } from '../../../helpers/answers.ts';
import { EventStream } from '../../../helpers/event-stream.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { type HeldRequest, holdRequest, plainGet } from '../../../helpers/held-request.ts';
import { openSocket } from '../../../helpers/open-socket.ts';
import { useApp } from '../../../helpers/test-app.ts';
import { unharmed } from '../../../helpers/unharmed.ts';
import { askForSocket } from '../../../helpers/upgrade.ts';

const decks = '/api/decks';

describe('requests of one address', () => {
  const app = useApp({ REQUESTS_PER_CLIENT: '4' });

  /** As many as one address may have under way: the next one is refused. */
  const holdAll = () => Promise.all(Array.from({ length: 4 }, () => holdRequest(app.base, decks)));

  test('beyond the limit are answered 429 with Retry-After until one of those under way is answered', async () => {
    const held = await holdAll();
    const { status, headers, body } = await app.rest.get(decks);
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect(body).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      reason: 'too_many_under_way',
      detail: 'One address may have 4 requests under way: wait for some of their answers.',
    });
    expect((await held[0]?.finish())?.status).toBe(201);
    await eventually(async () => (await app.rest.get(decks)).status === 200);
    expect((await Promise.all(held.slice(1).map((one) => one.finish()))).map((one) => one.status)).toEqual([
      201, 201, 201,
    ]);
  });

  test('beyond the limit are GraphQL errors of the same code, over HTTP and in a socket that is open', async () => {
    const held = await holdAll();
    const { status, errors } = await app.graphql.send('{ decks { nodes { id } } }');
    expect([status, errors?.[0]?.extensions.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(errors?.[0]?.extensions.problem.status).toBe(429);
    const asked = app.live().subscribe('{ decks { nodes { id } } }');
    await eventually(() => asked.ended() !== undefined);
    expect(asked.received).toMatchObject([
      { data: null, errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', problem: { status: 429 } } }] },
    ]);
    for (const one of held) one.abandon();
    await eventually(async () => (await app.graphql.send('{ decks { nodes { id } } }')).status === 200);
  });

  test('beyond the limit harm neither health checks nor other addresses', async () => {
    const held = await holdAll();
    for (const path of ['/healthz', '/readyz']) expect((await app.rest.get(path)).status).toBe(200);
    expect((await plainGet(app.base, decks, '127.0.0.2')).status).toBe(200);
    for (const one of held) one.abandon();
    await eventually(async () => (await app.rest.get(decks)).status === 200);
  });

  test('that end with a refusal or a lost connection take no place for longer', async () => {
    for (let round = 0; round < 3; round += 1) {
      const held = await holdAll();
      await held[0]?.finish();
      for (const one of held) one.abandon();
      await eventually(async () => (await app.rest.get(decks)).status === 200);
    }
    const refusals = await Promise.all(Array.from({ length: 3 }, () => app.rest.get(`${decks}/unknown`)));
    expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400]);
    expect((await app.rest.get(decks)).status).toBe(200);
  });

  test('in a socket take one place each and give it back once', async () => {
    const held = await Promise.all(Array.from({ length: 3 }, () => holdRequest(app.base, decks)));
    const live = app.live();
    for (let round = 0; round < 5; round += 1) {
      const asked = live.subscribe('{ decks { nodes { id } } }');
      await eventually(() => asked.ended() === 'complete');
      expect(asked.received).toMatchObject([{ data: { decks: {} } }]);
    }
    held.push(await holdRequest(app.base, decks));
    expect((await app.rest.get(decks)).status).toBe(429);
    for (const one of held) one.abandon();
    await eventually(async () => (await app.rest.get(decks)).status === 200);
  });

  test('in a socket that are completed before they begin give their places back', async () => {
    const socket = await openSocket(app.base);
    const query = '{ decks { nodes { id } } }';
    const frames = Array.from({ length: 8 }, (_, id) => [
      JSON.stringify({ id: `${id}`, type: 'subscribe', payload: { query } }),
      JSON.stringify({ id: `${id}`, type: 'complete' }),
    ]).flat();
    const answered = once(socket, 'pong');
    // At once, so that each end is read together with its beginning.
    for (const frame of frames) socket.send(frame);
    socket.ping();
    await answered;
    await eventually(async () => (await app.rest.get(decks)).status === 200);
    const held = await holdAll();
    expect((await app.rest.get(decks)).status).toBe(429);
    for (const one of held) one.abandon();
    socket.terminate();
    await eventually(async () => (await app.rest.get(decks)).status === 200);
  });
});

describe('streams and sockets of one address', () => {
  const app = useApp({ SOCKETS_PER_CLIENT: '3', REQUESTS_PER_CLIENT: '2' });

  test('share one limit, apart from that of requests', async () => {
    const streams = [
      await EventStream.open(`${app.base}/api/events/stream`),
      await EventStream.open(`${app.base}/api/events/stream`),
    ];
    const socket = await openSocket(app.base);
    const { status, headers, body } = await app.rest.get('/api/events/stream');
    expect([status, headers.get('retry-after')]).toEqual([429, '1']);
    expect(body).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      reason: 'too_many_streams',
      detail: 'One address may have 3 sockets and streams open: close some, or share one.',
    });
    expect(await askForSocket(app.base, '/graphql')).toMatchObject({ status: 429, headers: { 'retry-after': '1' } });
    expect((await app.rest.get(decks)).status).toBe(200);

    streams[0]?.close();
    await eventually(async () => (await askForSocket(app.base, '/graphql')).status === 101);
    streams[1]?.close();
    const closed = once(socket, 'close');
    socket.close();
    await closed;
  });
});

describe('requests of a process', () => {
  const app = useApp({ REQUESTS_PER_CLIENT: '0' });

  test('beyond 1,024 under way are answered 503 with Retry-After, and health checks with 200', async () => {
    // The clients are on this thread as well.
    const limits = { p99Ms: 300 };
    const all = await unharmed(
      app,
      async () => {
        const held: HeldRequest[] = [];
        // Some at a time: they come from the thread that answers them.
        while (held.length < 1_024) {
          held.push(...(await Promise.all(Array.from({ length: 8 }, () => holdRequest(app.base, decks)))));
        }
        const { status, headers, body } = await app.rest.get<ProblemAnswer>(decks);
        expect([status, headers.get('retry-after')]).toEqual([503, '2']);
        expect(body.detail).toBe('The server has 1024 requests under way, as many as it takes: try again shortly.');
        return held;
      },
      limits,
    );
    // Not measured: to leave 1,024 connections at once is work for the thread of the test.
    for (const one of all) one.abandon();
    await eventually(async () => (await app.rest.get(decks)).status === 200);
  }, 60_000);
});
