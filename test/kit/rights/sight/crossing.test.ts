import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { buildClientSchema, getIntrospectionQuery, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { insertDeadJob } from '../../../helpers/dead-job.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { EventStream } from '../../../helpers/event-stream.ts';
import { createSubscription } from '../../../helpers/factories.ts';
import type { LiveClient } from '../../../helpers/live-client.ts';
import { useApp } from '../../../helpers/test-app.ts';
import { useReceiver } from '../../../helpers/webhook-receiver.ts';
import { publish, settledDeliveries } from '../../../delivery/deliveries.ts';
import { type AskedField, fieldRequests, restRequests } from './crossing-requests.ts';
import { LimitedCaller } from './limited-caller.ts';
import { MarkedDeck, type Named } from './marked-deck.ts';
import { limitedKey } from './limited-key.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const receiver = useReceiver();
const app = useApp({ API_KEY: apiKey, WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8', LOG_LEVEL: 'debug' });
let [mine, foreign] = [{} as MarkedDeck, {} as MarkedDeck];
let caller: LimitedCaller;
let schema: GraphQLSchema;
let paths: Parameters<typeof restRequests>[0];
/** What no deck has. */
let whole: Named;

beforeAll(async () => {
  mine = await new MarkedDeck(app, 'Larkspur', receiver.url, 'a'.repeat(64)).open();
  foreign = await new MarkedDeck(app, 'Zanzibar', receiver.url, 'b'.repeat(64)).open();
  // What belongs to no deck, with the foreign mark.
  await createSubscription(app.rest, {
    name: 'Zanzibar',
    eventType: '*',
    channel: 'webhook',
    channelConfig: { url: `${receiver.url}/Zanzibar/all` },
  });
  await publish(app, 'crossing.deckless', { data: { note: 'Zanzibar' } });
  const last = await publish(app, 'crossing.of.mine', { deckId: mine.named['deckId'], data: { note: 'Larkspur' } });
  const jobId = await insertDeadJob(app, { data: { note: 'Zanzibar' } });
  const key = { name: 'Zanzibar', scopes: ['decks:read'] };
  const keyId = (await app.rest.post<{ apiKey: { id: string } }>('/api/keys', key)).body.apiKey.id;
  const made = await app.rest.post<{ receiver: { id: string } }>('/api/playground/receivers');
  whole = { jobId, keyId, receiverId: made.body.receiver.id };
  await settledDeliveries(app, last.id, 2);
  schema = buildClientSchema(await app.graphql.data<IntrospectionQuery>(getIntrospectionQuery()));
  paths = (await app.rest.get<typeof paths>('/api/openapi.json')).body;
  caller = new LimitedCaller(app, await limitedKey(app, [mine.named['deckId'] ?? '']));
}, 60_000);

/** Unknown objects in the place of known ones. */
function unknownInstead(named: Named): Named {
  const unknown = (name: string, value: string): string => {
    if (name === 'language') return value;
    if (name === 'audioKey') return 'c'.repeat(64);
    return name === 'imageKey' ? 'd'.repeat(64) : randomUUID();
  };
  return Object.fromEntries(Object.entries(named).map(([name, value]) => [name, unknown(name, value)]));
}

/** An answer without what differs between any two: the ids that were sent, those of requests, and sessions. */
function plain({ status, text }: { status: number; text: string }, named: Named): string {
  let answer = text;
  for (const [name, value] of Object.entries(named)) {
    if (name !== 'language') answer = answer.replaceAll(value, `<${name}>`);
  }
  return `${status} ${answer.replaceAll(/"(?:requestId|csrfToken|expiresAt)":"[^"]*"/g, '')}`;
}

/** The names of foreign objects, and of unknown ones in their places. */
function foreignAndUnknown(): [Named, Named] {
  const named = { ...foreign.named, ...whole };
  return [named, unknownInstead(named)];
}

/** What is answered to both alike; anything else is told with the operation. */
async function requireAlike(
  [known, unknown]: readonly [Named, Named],
  asks: readonly (readonly [what: string, ask: (isKnown: boolean) => Promise<{ status: number; text: string }>])[],
): Promise<string[]> {
  const differences: string[] = [];
  const answers: string[] = [];
  for (const [what, ask] of asks) {
    const [answer, other] = [plain(await ask(true), known), plain(await ask(false), unknown)];
    if (answer !== other) differences.push(`${what}: ${answer.slice(0, 500)} but unknown: ${other.slice(0, 500)}`);
    answers.push(answer);
  }
  expect(differences).toEqual([]);
  return answers;
}

/** Numbers that are the same in each run. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed;
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    yield state / 2 ** 32;
  }
}

const noLeaks = async (): Promise<void> => {
  expect(await caller.leaks(foreign.mark, mine.named['deckId'] ?? '')).toEqual([]);
};

test('the guest of a link is shown nothing of another deck, and changes nothing there', async () => {
  const before = await foreign.state();
  const guest = new LimitedCaller(app, mine.guest);
  for (const { method, path, body } of restRequests(paths, foreign.named)) await guest.rest(method, path, body);
  for (const { query, variables } of fieldRequests(schema, foreign.named, 2)) await guest.graphql(query, variables);
  expect((await guest.rest('GET', '/api/guest/presentation')).text).toContain(mine.mark);
  expect((await guest.rest('GET', '/api/guest/contracts')).text).toContain(mine.mark);
  expect(await guest.leaks(foreign.mark, mine.named['deckId'] ?? '')).toEqual([]);
  expect(await foreign.state()).toBe(before);
});

describe('a key that is limited to a deck', () => {
  test('is answered at every REST operation as if foreign objects did not exist', async () => {
    const before = await foreign.state();
    const both = foreignAndUnknown();
    const [known, unknown] = both;
    const others = restRequests(paths, unknown);
    const answers = await requireAlike(
      both,
      restRequests(paths, known).map((asked, at) => {
        const ask = (isKnown: boolean) => {
          const { path, body } = (isKnown ? asked : others[at]) ?? asked;
          return caller.rest(asked.method, path, body);
        };
        return [asked.operation, ask] as const;
      }),
    );
    expect(answers.length).toBeGreaterThan(75);
    expect(answers.filter((answer) => answer.startsWith('404')).length).toBeGreaterThan(60);
    expect(await foreign.state()).toBe(before);
    await noLeaks();
  });

  test.each([0, 2])('is answered at every GraphQL field likewise, %i levels deep', async (depth) => {
    const before = await foreign.state();
    const both = foreignAndUnknown();
    const [known, unknown] = both;
    const others = fieldRequests(schema, unknown, depth);
    const asks = fieldRequests(schema, known, depth).map((asked, at) => {
      const ask = (isKnown: boolean) => {
        const { query, variables } = (isKnown ? asked : others[at]) ?? asked;
        return caller.graphql(query, variables);
      };
      return [asked.field, ask] as const;
    });
    const answers = await requireAlike(both, asks);
    expect(answers.length).toBeGreaterThan(50);
    expect(answers.filter((answer) => answer.includes('GRAPHQL_VALIDATION_FAILED'))).toEqual([]);
    expect(await foreign.state()).toBe(before);
    await noLeaks();
  });

  test('sees everything of its own and nothing beside it', async () => {
    const named = { ...mine.named, ...whole };
    const statuses: number[] = [];
    const isHarmless = (name: string): boolean => !/^(delete|erase|void|decline|sign)/.test(name);
    for (const { operation, method, path, body } of restRequests(paths, named)) {
      if (isHarmless(operation)) statuses.push((await caller.rest(method, path, body)).status);
    }
    expect(statuses.filter((status) => status < 300).length).toBeGreaterThan(60);
    const texts: string[] = [];
    for (const { field, root, query, variables } of fieldRequests(schema, named, 2)) {
      if (isHarmless(field) && root === 'query') texts.push((await caller.graphql(query, variables)).text);
    }
    expect(texts.filter((text) => text.includes(mine.mark)).length).toBeGreaterThanOrEqual(12);
    await noLeaks();
  });

  test('finds nothing else in requests that name objects of both decks at random', async () => {
    const before = await foreign.state();
    const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 1_000_000);
    const random = numbers(seed);
    const among = <T>(things: readonly T[]): T => things[Math.floor(random.next().value * things.length)] as T;
    const [known, unknown] = foreignAndUnknown();
    const own = { ...mine.named, ...whole };
    const erases = (name: string): boolean => /^(delete|erase)/.test(name);
    const socket = app.live({ authorization: caller.authorization });
    for (let round = 0; round < 400; round += 1) {
      const named = Object.fromEntries(
        Object.keys(own).map((name) => [name, among([own, own, known, known, unknown] as Named[])[name] ?? '']),
      );
      const api = among(['REST', 'GraphQL', 'socket']);
      if (api === 'REST') {
        const { operation, method, path, body } = among(restRequests(paths, named));
        if (!erases(operation)) await caller.rest(method, path, body);
        continue;
      }
      const { field, root, query, variables } = among(fieldRequests(schema, named, among([0, 1, 2])));
      if (erases(field) || root === 'subscription') continue;
      if (api === 'GraphQL') await caller.graphql(query, variables);
      else await askOverSocket(socket, query, variables);
    }
    expect({ seed, leaks: await caller.leaks(foreign.mark, mine.named['deckId'] ?? '') }).toEqual({ seed, leaks: [] });
    expect(await foreign.state()).toBe(before);
  }, 60_000);

  test('receives nothing else over streams, sockets and webhooks', async () => {
    // Deliveries to foreign subscriptions fail, those of events of the own deck as well: that is reported by an event.
    receiver.answer = (path) => (path.includes(foreign.mark) ? 500 : 204);
    const headers = { authorization: caller.authorization };
    const { deckId, presentationId } = mine.named;
    const live = ['events', `decks/${deckId}`, `presentations/${presentationId}`];
    const streams = await Promise.all(live.map((of) => EventStream.open(`${app.base}/api/${of}/stream`, headers)));
    const socket = app.live({ authorization: caller.authorization });
    const isOfKeys = ({ root, field }: AskedField): boolean => root === 'subscription' && !/guest/i.test(field);
    const fields = fieldRequests(schema, mine.named, 2).filter(isOfKeys);
    const open = fields.map(({ field, query, variables }) => {
      const all = ['events', 'deliveryAttempts'].includes(field);
      const document = all ? query.replaceAll(/\([^)]*\)/g, '').replace('{ nodes', '(first: 2) { nodes') : query;
      return [field, socket.subscribe(document, all ? {} : variables)] as const;
    });
    const foreignFields = fieldRequests(schema, foreign.named, 0).filter(({ root }) => root === 'subscription');
    const refused = foreignFields.map(
      ({ field, query, variables }) => [field, socket.subscribe(query, variables)] as const,
    );
    await eventually(() => socket.connected === 1);
    const start = receiver.at(`/${mine.mark}`).length;
    const died = async (): Promise<number> => (await app.events('types=delivery.dead')).length;
    const options = { timeoutMs: 20_000, what: 'the report of dead deliveries' };
    // The first to die is a delivery of an event of the own deck, to the subscription to all decks.
    await mine.stir();
    await eventually(async () => (await died()) === 1, options);
    for (let round = 0; round < 4; round += 1) await Promise.all([foreign.stir(), mine.stir()]);
    await eventually(async () => (await died()) === 2, options);
    await mine.stir();
    await eventually(() => open.every(([, { received }]) => received.length >= 4), { timeoutMs: 20_000 });
    await eventually(() => streams.every(({ received }) => received.length >= 2), { timeoutMs: 20_000 });
    await eventually(() => receiver.at(`/${mine.mark}`).length >= start + 8, { timeoutMs: 20_000 });
    const receivedBy = [
      ...streams.map(({ received }, at) => [`the stream of ${live[at]}`, received] as const),
      ...open.map(([field, { received }]) => [`the socket's ${field}`, received] as const),
      ['the webhook', receiver.at(`/${mine.mark}`).map(({ body, headers: sent }) => ({ body, sent }))] as const,
    ];
    for (const [what, received] of receivedBy) {
      expect(JSON.stringify(received)).toContain(mine.mark);
      caller.note(what, received);
    }
    for (const [field, { received }] of refused)
      expect([field, received.filter(({ data }) => data)]).toEqual([field, []]);
    await noLeaks();
    for (const stream of streams) stream.close();
  }, 60_000);
});

test('nothing of either deck, and no secret, is in any line of the log', async () => {
  const { subscriptionId } = mine.named;
  const { body } = await app.rest.get<{ subscriptionSecret: { secret: string } }>(
    `/api/notifications/subscriptions/${subscriptionId}/secret`,
  );
  const hidden = [mine.mark, foreign.mark, body.subscriptionSecret.secret, caller.authorization, apiKey];
  // Every request, statement and failure of the tests above.
  expect(app.log.length).toBeGreaterThan(500);
  const reporting = app.log.filter((line) => hidden.some((text) => line.toLowerCase().includes(text.toLowerCase())));
  expect(reporting.slice(0, 10)).toEqual([]);
});

async function askOverSocket(socket: LiveClient, query: string, variables: object): Promise<void> {
  const stream = socket.subscribe(query, { ...variables });
  await eventually(() => stream.received.length > 0 || stream.ended() !== undefined);
  caller.note(`${query} over a socket`, [stream.received, stream.ended()], variables);
}
