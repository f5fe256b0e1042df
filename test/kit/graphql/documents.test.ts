import { describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import type { EventAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck } from '../../helpers/factories.ts';
import { heldHeap } from '../../helpers/held-heap.ts';
import { useApp } from '../../helpers/test-app.ts';
import { unharmed } from '../../helpers/unharmed.ts';

const app = useApp({ ROLES: 'web' });

/** A document of about 6 kB and 2,000 tokens that no other is like. */
function largeDocument(at: number): string {
  const fields = ['id', 'name', 'currency', 'brandName', 'createdAt', 'updatedAt', 'version', 'description'];
  const lists = Array.from({ length: 28 }, (_, n) => `a${at}_${n}: nodes { ${`${fields.join(' ')} `.repeat(8)} }`);
  return `{ decks(first: 1) { ${lists.join(' ')} } }`;
}

/** Answers of so many documents over a socket. */
async function askOnSocket(from: number, count: number): Promise<unknown[]> {
  const live = app.live();
  const answers: unknown[] = [];
  for (let at = from; at < from + count; at += 1) {
    const { received } = live.subscribe(largeDocument(at));
    const [answer] = await eventually(() => received.length > 0 && received);
    answers.push(answer?.errors);
  }
  return answers;
}

test('documents that are remembered, in both APIs, take a bounded amount of memory', async () => {
  await createDeck(app.rest);
  const [first] = [await app.graphql.send(largeDocument(0)), await askOnSocket(1, 1)];
  expect(first.errors).toBeUndefined();
  const before = heldHeap();
  const errors: unknown[] = [];
  for (let at = 2; at < 38; at += 1) errors.push((await app.graphql.send(largeDocument(at))).errors);
  errors.push(...(await askOnSocket(38, 36)));
  expect(errors).toEqual(Array.from({ length: 72 }, () => undefined));
  // All of them would take about 40 MB.
  expect((heldHeap() - before) / 1_000_000).toBeLessThan(20);
}, 120_000);

describe('a variable that is not declared', () => {
  const deep = {
    code: 'INVALID_INPUT',
    errors: [{ pointer: expect.stringMatching(/^\/undeclared\/0/), code: 'unsafe' }],
  };
  /** As text, because most clients could not write it. */
  const payload = (query: string): string =>
    `{"query":${JSON.stringify(query)},"variables":{"undeclared":${'['.repeat(50_000)}${']'.repeat(50_000)}}}`;

  test('and is nested too deep is refused over HTTP', async () => {
    const body = payload('{ decks { nodes { id } } }');
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${app.base}/graphql`, { method: 'POST', headers, body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ extensions: { problem: deep } }] });
  });

  test('and is nested too deep is refused on a socket, which stays open', async () => {
    const socket = new WebSocket(`${app.base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
    const messages: { id?: string; type: string }[] = [];
    socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString()) as { type: string }));
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    const answerTo = (id: string, operation: string) => {
      socket.send(`{"id":"${id}","type":"subscribe","payload":${operation}}`);
      return eventually(() => messages.find((message) => message.id === id));
    };
    await eventually(() => messages.length > 0);
    const result = await unharmed(app, () => answerTo('1', payload('subscription { events { id } }')));
    expect(result).toMatchObject({ type: 'error', payload: [{ extensions: { problem: deep } }] });
    expect(await answerTo('2', '{"query":"{ __typename }"}')).toMatchObject({ type: 'next' });
    socket.terminate();
  });

  test('does not keep subscribers apart who ask for the same', async () => {
    const deck = await createDeck(app.rest);
    const live = app.live();
    const streams = [{}, { undeclared: 'x'.repeat(100_000) }].map((variables) =>
      live.subscribe('subscription { events(types: ["shared.*"]) { id deck { id } } }', variables),
    );
    const publish = async (): Promise<string> => {
      const { body } = await app.rest.post<{ event: EventAnswer }>('/api/events', {
        type: 'shared.event',
        deckId: deck.id,
      });
      return body.event.id;
    };
    const haveAll = (event: string) => streams.every(({ received }) => JSON.stringify(received).includes(event));
    await eventually(async () => (await publish()) && streams.every(({ received }) => received.length > 0));
    // What was published meanwhile has been read once this event is here.
    const last = await publish();
    await eventually(() => haveAll(last));
    app.database.statements.splice(0);
    const event = await publish();
    await eventually(() => haveAll(event));
    // One read for the publisher, and one for both subscribers.
    expect(app.database.statements.filter((text) => text.includes('from "deck"'))).toHaveLength(2);
  });
});

test('a text to search for is refused alike in both APIs when it is too long', async () => {
  const search = '𝒳'.repeat(201);
  const fault = { code: 'INVALID_INPUT', errors: [{ pointer: '/search', code: 'length' }] };
  const { status, body } = await app.rest.get(`/api/decks?search=${encodeURIComponent(search)}`);
  const query = 'query ($search: String) { decks(search: $search) { nodes { id } } }';
  const { errors } = await app.graphql.send(query, { search });
  expect([status, body]).toMatchObject([400, fault]);
  expect(errors?.[0]?.extensions.problem).toMatchObject({ ...fault, detail: body.detail });
  const longest = await app.graphql.send(query, { search: '𝒳'.repeat(200) });
  expect(longest.errors).toBeUndefined();
});
