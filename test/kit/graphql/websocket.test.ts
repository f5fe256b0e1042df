import { once } from 'node:events';
import { type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { publish } from '../../delivery/deliveries.ts';
import type { ProblemAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { describeBehindNginx, type Nginx, startNginx } from '../../helpers/nginx.ts';
import { openSocket } from '../../helpers/open-socket.ts';
import { useApp } from '../../helpers/test-app.ts';
import { askForSocket } from '../../helpers/upgrade.ts';
import { use } from '../../helpers/use.ts';

const apiKey = 'a-key-that-is-long-enough';

interface Refusal {
  readonly message: string;
  readonly extensions?: { readonly code?: string; readonly problem?: ProblemAnswer };
}

/** What an upgrade request is answered with when it is not let through. */
const refusedUpgrade = async (...asked: Parameters<typeof askForSocket>): Promise<number> =>
  (await askForSocket(...asked)).status;

async function closeCode(socket: WebSocket): Promise<number> {
  const [code] = (await once(socket, 'close')) as [number];
  return code;
}

describe('without a key', () => {
  const app = useApp();

  /** Runs an operation over the socket; gives what the client is told in the end. */
  async function run(query: string, variables: Record<string, unknown> = {}) {
    const client = app.live();
    const stream = client.subscribe<{ createDeck?: { deck: { id: string } } }>(query, variables);
    await eventually(() => stream.ended(), { what: 'the end of the operation' });
    await client.close();
    return { received: stream.received, ended: stream.ended() };
  }

  test('a client of subscriptions-transport-ws is closed with the name of the right protocol', async () => {
    const fix = expect.stringMatching(/graphql-transport-ws .*subscriptions-transport-ws is not served/);
    for (const [protocol, reported] of [
      ['graphql-ws', [{ type: 'connection_error', payload: { message: fix } }]],
      ['', []],
    ] as const) {
      const socket = new WebSocket(`${app.base.replace('http', 'ws')}/graphql`, protocol === '' ? [] : [protocol]);
      const received: unknown[] = [];
      socket.on('message', (message: Buffer) => received.push(JSON.parse(message.toString())));
      const [code, reason] = (await once(socket, 'close')) as [number, Buffer];
      expect([socket.protocol, code, reason.toString()]).toEqual([protocol, 4406, fix]);
      expect(received).toEqual(reported);
    }
    const both = new WebSocket(`${app.base.replace('http', 'ws')}/graphql`, ['graphql-ws', 'graphql-transport-ws']);
    await once(both, 'open');
    expect(both.protocol).toBe('graphql-transport-ws');
    both.close();
  });

  test('a client of graphql-sse is refused with the name of the right protocol, before anything runs', async () => {
    const accept = 'text/event-stream';
    const before = await app.rowCounts();
    for (const query of [
      'subscription { events { id } }',
      'mutation { createDeck(input: { name: "Unseen" }) { deck { id } } }',
    ]) {
      const response = await fetch(`${app.base}/graphql`, {
        method: 'POST',
        headers: { accept, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      });
      expect([response.status, await response.text()]).toEqual([400, expect.stringContaining('graphql-transport-ws')]);
    }
    const reserved = await fetch(`${app.base}/graphql`, { method: 'PUT', headers: { accept } });
    expect([reserved.status, await reserved.text()]).toEqual([405, expect.stringContaining('graphql-transport-ws')]);
    expect(await app.rowCounts()).toEqual(before);
  });

  test('an upgrade at another path is answered 404', async () => {
    expect(await refusedUpgrade(app.base, '/api/decks')).toBe(404);
    expect(await refusedUpgrade(app.base, '/graphql/more')).toBe(404);
    expect(await refusedUpgrade(app.base, '/graphql')).toBe(101);
    expect(await refusedUpgrade(app.base, '/graphql/')).toBe(101);
  });

  test('a refused upgrade ends the connection, also of a client that does not end its side', async () => {
    const { port } = new URL(app.base);
    const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
    const ended = once(socket.resume(), 'end');
    const lost = once(socket, 'error', { signal: AbortSignal.timeout(10_000) });
    socket.write('GET /api/decks HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    await ended;
    // Only a connection that is closed on both sides refuses what is written to it.
    const writing = setInterval(() => socket.write('x'), 20);
    try {
      expect(await lost).toMatchObject([{ code: expect.stringMatching(/^(EPIPE|ECONNRESET)$/) }]);
    } finally {
      clearInterval(writing);
      socket.destroy();
    }
  });

  test('a page of another origin is refused, one of this origin is let in', async () => {
    const { host } = new URL(app.base);
    expect(await refusedUpgrade(app.base, '/graphql', { origin: 'https://evil.example' })).toBe(403);
    expect(await refusedUpgrade(app.base, '/graphql', { origin: 'null' })).toBe(403);
    expect(await refusedUpgrade(app.base, '/graphql', { host: 'rebound.example' })).toBe(403);
    expect(await refusedUpgrade(app.base, '/graphql', { origin: `http://${host}` })).toBe(101);
  });

  test('a request target that is no URL ends nothing but its own connection', async () => {
    expect(await refusedUpgrade(app.base, '//')).toBe(404);
    expect((await app.rest.get('/api/decks')).status).toBe(200);
  });

  test('queries and mutations work over the socket', async () => {
    const created = await run(
      'mutation ($input: CreateDeckInput!) { createDeck(input: $input) { deck { id name } } }',
      {
        input: { name: 'Over the socket' },
      },
    );
    expect(created).toMatchObject({
      received: [{ data: { createDeck: { deck: { name: 'Over the socket' } } } }],
      ended: 'complete',
    });
    const id = created.received[0]?.data?.createDeck?.deck.id;
    const read = await run('query ($id: ID!) { deck(id: $id) { name slideCount } }', { id });
    expect(read).toEqual({
      received: [{ data: { deck: { name: 'Over the socket', slideCount: 0 } } }],
      ended: 'complete',
    });
  });

  test('an error of a field carries the code and the problem that HTTP gives', async () => {
    const mutation = 'mutation ($input: CreateDeckInput!) { createDeck(input: $input) { deck { id } } }';
    const variables = { input: { name: '' } };
    const { received } = await run(mutation, variables);
    const { errors } = await app.graphql.send(mutation, variables);
    const refusal = received[0]?.errors?.[0] as Refusal | undefined;
    expect(refusal?.extensions?.code).toBe('INVALID_INPUT');
    expect(refusal?.message).toBe(errors?.[0]?.message);
    expect(refusal?.extensions?.problem?.errors).toEqual(errors?.[0]?.extensions.problem.errors);
  });

  const nested = (depth: number): string => (depth === 0 ? 'id' : `deck { slides { ${nested(depth - 1)} } }`);
  test.each([
    ['a variable of the wrong type', 'query ($id: ID!) { deck(id: $id) { id } }', { id: { a: 1 } }],
    ['a missing variable', 'query ($id: ID!) { deck(id: $id) { id } }', {}],
    [
      'an unknown field of an input',
      'mutation ($i: CreateDeckInput!) { createDeck(input: $i) { deck { id } } }',
      { i: { nam: 1 } },
    ],
    ['NUL in a variable', 'query ($id: ID!) { deck(id: $id) { id } }', { id: '\u0000' }],
    ['an unknown field', '{ nothing }', {}],
    ['a document that cannot be parsed', '{ deck(', {}],
    ['a document that is too deep', `{ decks { nodes { slides { ${nested(8)} } } } }`, {}],
    [
      'a document with too many aliases',
      `{ ${Array.from({ length: 200 }, (_, n) => `a${n}: decks { nodes { id } }`).join(' ')} }`,
      {},
    ],
    ['a document with too many tokens', `{ ${'__typename '.repeat(3_000)} }`, {}],
    ['two operations and no name', 'query A { __typename } query B { __typename }', {}],
  ])('%s is an error message with the code of HTTP', async (_what, query, variables) => {
    const { received, ended } = await run(query, variables);
    const { status, errors } = await app.graphql.send(query, variables);
    const [refusal] = ended as Refusal[];
    expect([received, status]).toEqual([[], 400]);
    expect(refusal?.message).not.toBe('');
    expect(refusal?.extensions?.code).toBe(errors?.[0]?.extensions.code);
    expect(refusal?.extensions?.problem?.code).toBe('INVALID_INPUT');
  });

  test.each([
    ['a deck id that is none', { deckId: 'nonsense' }, '/deckId'],
    ['a pattern that is none', { types: ['contract.*', 'contract*'] }, '/types/1'],
  ])('a subscription with %s is refused by its pointer', async (_what, variables, pointer) => {
    const subscription =
      'subscription ($after: String, $deckId: ID, $types: [String!]) { events(after: $after, deckId: $deckId, types: $types) { id } }';
    const { received, ended } = await run(subscription, variables);
    const refusal = (Array.isArray(ended) ? ended[0] : received[0]?.errors?.[0]) as Refusal | undefined;
    expect(refusal?.extensions?.code).toBe('INVALID_INPUT');
    expect(refusal?.extensions?.problem?.errors[0]?.pointer).toBe(pointer);
  });

  test('a subscription with an invalid cursor is refused with a cursor to begin anew from', async () => {
    const { received, ended } = await run('subscription { events(after: "nonsense") { id } }');
    const refusal = (Array.isArray(ended) ? ended[0] : received[0]?.errors?.[0]) as Refusal | undefined;
    const { body } = await app.rest.get('/api/events?after=nonsense');
    expect(refusal?.extensions?.code).toBe('CURSOR_EXPIRED');
    expect(refusal?.extensions?.problem).toMatchObject({ status: 410, errors: body.errors });
    expect(refusal?.extensions?.problem?.firstCursor).toBe(body.firstCursor);
  });

  test('a message over the limit closes the socket with 1009, and hurts no other', async () => {
    const bystander = await openSocket(app.base);
    expect(bystander.extensions).toBe('');
    const socket = await openSocket(app.base);
    const closed = closeCode(socket);
    socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(262_144) } }));
    expect(await closed).toBe(1009);
    expect(bystander.readyState).toBe(WebSocket.OPEN);
    bystander.close();
  });

  test('what is no message of the protocol closes the socket with 4400', async () => {
    const socket = await openSocket(app.base);
    const closed = closeCode(socket);
    socket.send('{"type":');
    expect(await closed).toBe(4400);
  });
});

describe('with a key', () => {
  const app = useApp({ API_KEY: apiKey, SOCKET_COMPRESSION: 'on' });

  test.each([
    ['none', undefined],
    ['a wrong one', { authorization: 'Bearer another-key-of-that-length' }],
    ['one without its scheme', { authorization: apiKey }],
    ['one that is no text', { authorization: { Bearer: apiKey } }],
  ])('connectionParams with %s are closed with 4403', async (_what, connectionParams) => {
    const client = app.live(connectionParams);
    const { received } = client.subscribe('{ __typename }');
    await eventually(() => client.closeCode !== undefined);
    expect([client.closeCode, received]).toEqual([4403, []]);
  });

  test.each(['authorization', 'Authorization'])('the right key opens the socket as %s', async (name) => {
    const client = app.live({ [name]: `Bearer ${apiKey}` });
    const { received } = client.subscribe('{ decks { nodes { id } } }');
    await eventually(() => received.length > 0);
    expect(received).toEqual([{ data: { decks: { nodes: [] } } }]);
  });

  test('large messages are compressed where that is wanted, and events stay whole and in order', async () => {
    const socket = new WebSocket(`${app.base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const [{ socket: connection }] = (await once(socket, 'upgrade')) as [IncomingMessage];
    const received: { type: string; payload?: { data: { events: { data: object } } } }[] = [];
    socket.on('message', (data: Buffer) => received.push(JSON.parse(data.toString()) as (typeof received)[number]));
    expect(socket.extensions).toBe('permessage-deflate');
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${apiKey}` } }));
    await eventually(() => received.length === 1);
    const { cursor } = await publish(app, 'squeezed.start');
    const query = `subscription { events(types: ["squeezed.*"], after: "${cursor}") { data: payload } }`;
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
    const texts = ['short', 'long '.repeat(10_000)];
    const sent = Array.from({ length: 12 }, (_, at) => ({ at, text: texts[at % 2] }));
    for (const data of sent) await publish(app, 'squeezed.event', { data });
    await eventually(() => received.length === 1 + sent.length);
    expect(received.slice(1).map(({ payload }) => payload?.data.events.data)).toEqual(sent);
    expect(connection.bytesRead).toBeLessThan(JSON.stringify(sent).length / 10);
    socket.close();
  });

  test('a small message that expands beyond the limit closes the socket with 1009', async () => {
    const socket = new WebSocket(`${app.base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(socket, 'open');
    expect(socket.extensions).toBe('permessage-deflate');
    const closed = closeCode(socket);
    socket.send(JSON.stringify({ type: 'ping', payload: { text: 'x'.repeat(2_000_000) } }));
    expect(await closed).toBe(1009);
  });

  test('a stop closes all sockets with 1001', async () => {
    const client = app.live({ authorization: `Bearer ${apiKey}` });
    client.subscribe('subscription { events { id } }');
    await eventually(() => client.connected === 1);
    const silent = new WebSocket(`${app.base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    await once(silent, 'open');
    const closed = closeCode(silent);
    await app.stop();
    await eventually(() => client.closeCode !== undefined);
    expect([client.closeCode, await closed]).toEqual([1001, 1001]);
  });
});

describe('limits of sockets', () => {
  const app = useApp({ SOCKETS_PER_CLIENT: '60' });

  test('one address has so many sockets and no more, until one is closed', async () => {
    const sockets = await Promise.all(Array.from({ length: 60 }, () => openSocket(app.base)));
    expect(await refusedUpgrade(app.base, '/graphql')).toBe(429);
    sockets[0]?.terminate();
    await eventually(async () => (await refusedUpgrade(app.base, '/graphql')) === 101);
    for (const socket of sockets) socket.terminate();
  });

  test('a stop closes many sockets one after the other, and lets nobody in meanwhile', async () => {
    await eventually(async () => (await refusedUpgrade(app.base, '/graphql')) === 101);
    const sockets: WebSocket[] = [];
    while (sockets.length < 59) {
      const socket = await openSocket(app.base).catch(() => null);
      if (socket !== null) sockets.push(socket);
    }
    const codes: number[] = [];
    let lastClosedAt = 0;
    /** Sockets that were open when each one closed. */
    const open: number[] = [];
    for (const socket of sockets) {
      socket.once('close', (code) => {
        codes.push(code);
        lastClosedAt = performance.now();
        open.push(sockets.filter(({ readyState }) => readyState === WebSocket.OPEN).length);
      });
    }
    const stopsAt = performance.now();
    const stopping = app.stop();
    await eventually(() => codes.length > 0);
    expect(await refusedUpgrade(app.base, '/graphql').catch(() => 503)).toBe(503);
    await stopping;
    await eventually(() => codes.length === sockets.length);
    expect(new Set(codes)).toEqual(new Set([1001]));
    expect(open[0]).toBeGreaterThan(0);
    // Between three groups are two pauses of 50 ms, of which Node may begin the end a little early.
    expect(lastClosedAt - stopsAt).toBeGreaterThan(90);
  });
});

describeBehindNginx('behind a proxy that forwards no upgrade', () => {
  const app = useApp({ API_KEY: apiKey });
  let nginx: Nginx;
  use(async () => {
    nginx = await startNginx(`location / { proxy_pass ${app.base}; }`);
    return () => nginx.stop();
  });

  test('a socket is refused for it, and needs no key', async () => {
    expect(await refusedUpgrade(nginx.base, '/graphql')).toBe(426);
    const direct = await fetch(`${app.base}/graphql`, { headers: { 'sec-websocket-key': 'a' } });
    expect([direct.status, direct.headers.get('upgrade')]).toEqual([426, 'websocket']);
    expect(await direct.json()).toMatchObject({
      errors: [
        {
          message: expect.stringContaining('Upgrade and Connection'),
          extensions: { code: 'UPGRADE_REQUIRED', reason: 'upgrade_lost' },
        },
      ],
    });
  });
});
