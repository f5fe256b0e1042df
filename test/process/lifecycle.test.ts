import { once } from 'node:events';
import { createServer, type IncomingMessage, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { EventAnswer, PresentationAnswer, SubscriptionAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide, createSubscription, deckInput } from '../helpers/factories.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { LiveClient } from '../helpers/live-client.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { createProcessData, type ProcessData } from '../helpers/test-database.ts';
import { useServer } from '../helpers/use.ts';
import { useReceiver } from '../helpers/webhook-receiver.ts';
import { FakeElevenLabs, speak } from '../engines/speech/fake-elevenlabs.ts';

/** Processes as users run them, killed and stopped for real. */
describe('a server process', () => {
  const receiver = useReceiver();
  const fake = useServer(new FakeElevenLabs());
  const running: ServerProcess[] = [];
  let stored: ProcessData;

  beforeEach(async () => {
    stored = await createProcessData('lifecycle');
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
    await stored.remove();
  });

  function run(more: Record<string, string> = {}): ServerProcess {
    const server = new ServerProcess({ ...stored.env, SEED_DEMO: 'off', ...more });
    running.push(server);
    return server;
  }

  test('delivers after a restart what was published right before a SIGKILL', async () => {
    const first = run();
    const rest = await new RestClient(await first.base()).open();
    await createSubscription(rest, { channel: 'webhook', channelConfig: { url: `${receiver.url}/after-kill` } });
    const ids: string[] = [];
    for (let index = 0; index < 5; index += 1) {
      const { body } = await rest.post<{ event: EventAnswer }>('/api/events', { type: 'contract.signed' });
      ids.push(body.event.id);
    }
    expect(await first.end('SIGKILL')).toBeNull();

    await run().base();
    const received = () => new Set(receiver.at('/after-kill').map(({ headers }) => headers['webhook-id']));
    // A job that was under way at the kill is handed out again once its heartbeat has been missing long enough.
    await eventually(() => received().size === ids.length, { timeoutMs: 60_000, what: 'all deliveries' });
    expect(received()).toEqual(new Set(ids));
  }, 120_000);

  test('finishes only what it is sending when it is stopped among many deliveries, and sends none twice', async () => {
    const web = run({ ROLES: 'web' });
    const rest = await new RestClient(await web.base()).open();
    await createSubscription(rest, { channel: 'webhook', channelConfig: { url: `${receiver.url}/slow` } });
    const ids: unknown[] = [];
    for (let index = 0; index < 60; index += 1) {
      const { body } = await rest.post<{ event: EventAnswer }>('/api/events', { type: 'contract.signed' });
      ids.push(body.event.id);
    }
    expect(await web.end('SIGTERM')).toBe(0);

    receiver.answer = () => delay(200, 204);
    const received = () => receiver.at('/slow').map(({ headers }) => headers['webhook-id']);
    const worker = run({ ROLES: 'worker', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' });
    await eventually(() => received().length > 10, { timeoutMs: 20_000 });
    expect(await worker.end('SIGTERM')).toBe(0);
    expect(received().length).toBeLessThan(ids.length);

    run({ ROLES: 'worker', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' });
    await eventually(() => new Set(received()).size === ids.length, { timeoutMs: 30_000, what: 'the rest' });
    expect(new Set(received())).toEqual(new Set(ids));
    expect(received()).toHaveLength(ids.length);
  }, 120_000);

  test('loses nothing of a replay and keeps its order when it is killed in the middle of it, twice', async () => {
    const often = Array<string>(20).fill('0.3').join();
    const healing = { DISABLE_AFTER_SECONDS: '2', PROBE_DELAYS: '0.5', DELIVERY_RETRY_DELAYS: often };
    let server = run(healing);
    let rest = await new RestClient(await server.base()).open();
    const publish = async (): Promise<string> =>
      (await rest.post<{ event: EventAnswer }>('/api/events', { type: 'contract.signed' })).body.event.id;
    const channelConfig = { url: `${receiver.url}/healing` };
    const { id } = await createSubscription(rest, { channel: 'webhook', channelConfig });
    const subscription = `/api/notifications/subscriptions/${id}`;
    await rest.put(`${subscription}/policy`, { isAutoRecoverEnabled: true });

    await createSubscription(rest, { channel: 'webhook', channelConfig: { url: `${receiver.url}/witness` } });
    receiver.answer = (at) => (at === '/witness' ? 204 : 503);
    const ids = [await publish()];
    await eventually(async () => !(await rest.get<SubscriptionAnswer>(subscription)).body.isActive, {
      timeoutMs: 20_000,
      what: 'the switching off',
    });
    for (let index = 0; index < 80; index += 1) ids.push(await publish());
    // An event that is fanned out after the recovery is new: it may come before those of the gap.
    const witnessed = (): boolean => receiver.at('/witness').length === ids.length;
    await eventually(witnessed, { timeoutMs: 20_000, what: 'the fan-out of all events' });

    const accepted: string[] = [];
    const kills = [15, 45];
    receiver.answer = (at) => {
      if (at === '/witness') return 204;
      const event = String(receiver.at(at).at(-1)?.headers['webhook-id']);
      if (accepted.length === kills[0]) {
        kills.shift();
        server.signal('SIGKILL');
      }
      if (ids.includes(event)) accepted.push(event);
      return 204;
    };
    while (kills.length > 0) {
      await server.exited();
      server = run(healing);
      rest = await new RestClient(await server.base()).open();
    }
    // A job that was under way at the kill is handed out again once its heartbeat has been missing long enough.
    const { length } = ids;
    await eventually(() => new Set(accepted).size === length, { timeoutMs: 60_000, what: 'the rest of the replay' });
    expect([...new Set(accepted)]).toEqual(ids);
    // What was under way at a kill may come twice, nothing else.
    expect(accepted.length - length).toBeLessThanOrEqual(2);
  }, 180_000);

  test('finishes a narration that a SIGKILL cut off, and has no slide spoken again that was recorded before', async () => {
    const speech = { SPEECH: 'elevenlabs', ELEVENLABS_API_KEY: 'a-key-of-the-test', ELEVENLABS_URL: fake.url };
    const texts = ['One.', 'Two.', 'Three for Dana.', 'Four.', 'Five.', 'Six.'];
    const recorded = 3;
    // The answer for the slide behind the recorded ones never comes.
    fake.answer = ({ body }, response, earlier) => (earlier < recorded ? speak(body.text, response) : undefined);
    const first = run(speech);
    let rest = await new RestClient(await first.base()).open();
    const deck = await createDeck(rest);
    for (const text of texts) {
      await createSlide(rest, deck.id, { narrationScript: text.replace('Dana', '{{first_name}}') });
    }
    const { id } = await createPresentation(rest, deck.id);
    const read = async (): Promise<PresentationAnswer> =>
      (await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`)).body.presentation;
    await eventually(() => fake.received.length === recorded + 1, { what: 'the request that is never answered' });
    const cutOff = await read();
    expect([cutOff.status, cutOff.narration?.doneCount]).toEqual(['narrating', recorded]);
    expect(await first.end('SIGKILL')).toBeNull();

    fake.answer = ({ body }, response) => speak(body.text, response);
    rest = await new RestClient(await run(speech).base()).open();
    // The job is handed out again once its heartbeat has been missing long enough.
    const ready = await eventually(
      async () => {
        const presentation = await read();
        return presentation.status !== 'narrating' && presentation;
      },
      { timeoutMs: 60_000, what: 'the end of the narration' },
    );
    expect([ready.status, ready.narration]).toEqual([
      'ready',
      { doneCount: 6, totalCount: 6, failure: null, failures: [] },
    ]);
    expect(ready.slides.map(({ timing }) => timing)).toEqual(texts.map(() => 'spoken'));
    expect(ready.slides.slice(0, recorded)).toEqual(cutOff.slides.slice(0, recorded));
    for (const { audioUrl } of ready.slides) expect((await fetch(`${rest.base}${audioUrl}`)).status).toBe(200);
    const [one, two, three, cut, ...others] = texts;
    expect(fake.received.map(({ body }) => body.text)).toEqual([one, two, three, cut, cut, ...others]);
  }, 120_000);

  test('finishes requests, closes sockets with 1001, exits with 0 within 10 s of a SIGTERM, and answers no connection then', async () => {
    const slow = createServer((_request, response) => {
      setTimeout(() => response.writeHead(204).end(), 1_500);
    });
    slow.listen(0, '127.0.0.1');
    await once(slow, 'listening');
    const server = run();
    const base = await server.base();
    const rest = await new RestClient(base).open();
    const deck = await createDeck(rest);
    const url = `http://127.0.0.1:${(slow.address() as AddressInfo).port}`;
    await createSubscription(rest, { channel: 'webhook', channelConfig: { url } });

    const client = new LiveClient(base);
    client.subscribe('subscription { events { id } }');
    await eventually(() => client.connected === 1);
    const received = once(slow, 'request');
    await rest.post('/api/events', { type: 'contract.signed' });
    await received;

    // A request whose body is still on its way when the signal comes.
    const body = JSON.stringify(deckInput());
    const pending = httpRequest(`${base}/api/decks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    pending.write(body.slice(0, 5));
    await eventually(() => pending.socket?.bytesWritten);
    server.signal('SIGTERM');
    await eventually(() => client.closeCode, { what: 'the close of the socket' });
    const answered = once(pending, 'response');
    pending.end(body.slice(5));
    const [response] = (await answered) as [IncomingMessage];

    expect(response.statusCode).toBe(201);
    expect(response.headers.connection).toBe('close');
    expect(client.closeCode).toBe(1001);
    // A stop of more than 9.5 s is cut off and ends with 1.
    expect(await server.exited()).toBe(0);
    slow.close();
    const refused = once(connect(Number(new URL(base).port), '127.0.0.1'), 'connect');
    await expect(refused).rejects.toMatchObject({ code: 'ECONNREFUSED' });

    const again = await run().base();
    const { data } = await new GraphQLClient(again).send<{ deliveries: { nodes: { status: string }[] } }>(
      '{ deliveries { nodes { status } } }',
    );
    expect(data.deliveries.nodes).toEqual([{ status: 'DELIVERED' }]);
    const { status } = await (await new RestClient(again).open()).get(`/api/decks/${deck.id}`);
    expect(status).toBe(200);
  }, 60_000);
});
