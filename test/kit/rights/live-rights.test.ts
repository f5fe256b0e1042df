import { describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import type { EventAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { use } from '../../helpers/use.ts';

const apiKey = 'a-key-of-sixteen-or-more';
const app = useApp({ API_KEY: apiKey });

interface Issued {
  apiKey: { id: string };
  token: string;
}

async function makeKey(more: object = {}): Promise<Issued> {
  const { status, body } = await app.rest.post<Issued>('/api/keys', {
    name: 'Board',
    scopes: ['events:read'],
    ...more,
  });
  expect(status).toBe(201);
  return body;
}

/** A dashboard: one socket and one stream of server-sent events that follow all events by a key. */
async function follow(base: string, token: string) {
  const authorization = `Bearer ${token}`;
  let code: number | null = null;
  const received: unknown[] = [];
  const client = createClient({
    url: `${base.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization },
    retryAttempts: 0,
    on: { closed: (event) => (code = (event as { code: number }).code) },
  });
  client.subscribe(
    { query: 'subscription { events { type } }' },
    { next: (row) => received.push(row), error: () => {}, complete: () => {} },
  );
  const stream = await EventStream.open<EventAnswer & { code?: string }>(`${base}/api/events/stream`, {
    authorization,
  });
  const hasBegun = async (): Promise<boolean> => {
    await app.rest.post('/api/events', { type: 'board.opened', data: {} });
    return received.length > 0 && stream.received.length > 0;
  };
  await eventually(hasBegun, { what: 'an event at both' });
  return {
    received,
    stream,
    closedWith: () => code,
    close: async () => {
      stream.close();
      await client.dispose();
    },
  };
}

type Dashboard = Awaited<ReturnType<typeof follow>>;

/** Both were told why they end, and nothing came after that. */
async function expectEnd({ stream, closedWith, received, close }: Dashboard): Promise<void> {
  await eventually(() => closedWith() !== null && stream.ended === 'complete', { what: 'the end of both' });
  expect(closedWith()).toBe(4403);
  expect(stream.received.at(-1)).toMatchObject({
    event: 'problem',
    data: { code: 'FORBIDDEN', reason: 'right_ended' },
  });
  const arrived = [received.length, stream.received.length];
  await app.rest.post('/api/events', { type: 'board.closed', data: {} });
  await app.logSettled();
  expect([received.length, stream.received.length]).toEqual(arrived);
  await close();
}

describe('a socket and a stream of server-sent events', () => {
  test('end when their key is revoked, and those of another key go on', async () => {
    const [revoked, kept] = [await makeKey(), await makeKey()];
    const [ends, goesOn] = [await follow(app.base, revoked.token), await follow(app.base, kept.token)];
    expect((await app.rest.delete(`/api/keys/${revoked.apiKey.id}`)).status).toBe(204);
    await expectEnd(ends);
    const before = goesOn.received.length;
    await app.rest.post('/api/events', { type: 'board.asked', data: {} });
    await eventually(() => goesOn.received.length > before, { what: 'the next event at the other key' });
    expect(goesOn.closedWith()).toBeNull();
    await goesOn.close();
  });

  test('end when their key expires', async () => {
    const { token } = await makeKey({ expiresAt: new Date(Date.now() + 2_500).toISOString() });
    await expectEnd(await follow(app.base, token));
  });

  test('end when their key expires earlier than it did when they began', async () => {
    const { apiKey: key, token } = await makeKey();
    const dashboard = await follow(app.base, token);
    const expiresAt = new Date(Date.now() + 1_000).toISOString();
    expect((await app.rest.put(`/api/keys/${key.id}`, { expiresAt })).status).toBe(200);
    await expectEnd(dashboard);
  });

  test('end when their key has other scopes', async () => {
    const { apiKey: key, token } = await makeKey();
    const dashboard = await follow(app.base, token);
    await app.rest.put(`/api/keys/${key.id}`, { scopes: ['decks:read'] });
    await expectEnd(dashboard);
  });

  test('end when their key is rotated without an overlap, and go on while the old value is valid', async () => {
    const { apiKey: key, token } = await makeKey();
    const dashboard = await follow(app.base, token);
    await app.rest.post(`/api/keys/${key.id}/rotate`, { overlapSeconds: 60 });
    const before = dashboard.received.length;
    await app.rest.post('/api/events', { type: 'board.asked', data: {} });
    await eventually(() => dashboard.received.length > before, { what: 'the next event' });
    await app.rest.post(`/api/keys/${key.id}/rotate`, { overlapSeconds: 0 });
    await expectEnd(dashboard);
  });
});

describeOnPostgres('with two processes', () => {
  const other = new TestApp();
  use(async () => {
    await other.start({ API_KEY: apiKey }, app);
    return () => other.stop();
  });

  test('a revocation at one ends the streams of the other', async () => {
    const { apiKey: key, token } = await makeKey();
    const dashboard = await follow(other.base, token);
    await app.rest.delete(`/api/keys/${key.id}`);
    await expectEnd(dashboard);
  });
});
