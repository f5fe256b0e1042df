import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, isIPv6 } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { AttemptResult } from '../../../src/delivery/channels/channel.ts';
import { plainHttpTarget, type TargetGuardOptions } from '../../../src/delivery/channels/target-guard.ts';
import { WebhookChannel } from '../../../src/delivery/channels/webhook.channel.ts';
import type { ProblemAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { createSubscription, subscriptionInput } from '../../helpers/factories.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { type RestAnswer, RestClient } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { bearer, issue } from '../../trust/keys/issued.ts';
import { publish, settledDelivery } from '../deliveries.ts';
import { hostileAnswers, hostileUrls, malformedUrls } from './hostile-targets.cases.ts';
import { messageTo } from './message.ts';
import { type Network, parseNetwork } from '../../../src/kit/core/index.ts';

const text = 'The target is not an allowed destination.';
const refusedAttempt = { verdict: 'retry', phase: 'not_sent', error: text };
const base = '/api/notifications/subscriptions';

/** A web server on one loopback address that counts the connections it sees. */
class Listener {
  connections = 0;
  answer: RequestListener = (_request, response) => response.writeHead(204).end();
  readonly #server = createServer((request, response) => {
    request.resume();
    this.answer(request, response);
  }).on('connection', () => (this.connections += 1));

  async open(host: string, port = 0): Promise<number> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const app = useApp({ HOST: '0.0.0.0', API_KEY: 'hostile-targets-key' });
const [four, six] = [new Listener(), new Listener()];
const channels: WebhookChannel[] = [];
let port: number;

beforeAll(async () => {
  port = await four.open('127.0.0.1');
  await six.open('::1', port);
});

afterAll(async () => {
  await Promise.all(channels.map((channel) => channel.close()));
  await Promise.all([four.close(), six.close()]);
});

const at = (url: string): string => url.replace('PORT', String(port));

function network(cidr: string): Network {
  const parsed = parseNetwork(cidr);
  if (parsed === null) throw new Error(`${cidr} is no network`);
  return parsed;
}

/** A channel whose names have the addresses that a test gives; it asks no resolver of the system. */
function channelWith(answer: () => readonly string[], options: Partial<TargetGuardOptions> = {}): WebhookChannel {
  const resolve = async (): Promise<{ address: string; family: number }[]> =>
    answer().map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const targets = {
    allowsLoopback: () => false,
    refresh: async () => undefined,
    isOwnReceiver: () => false,
    allowNetworks: [],
    allowHttp: true,
    resolve,
    ...options,
  };
  const channel = new WebhookChannel(targets, { source: '/api/events', schemaUrlOf: () => null });
  channels.push(channel);
  return channel;
}

async function send(channel: WebhookChannel, url: string): Promise<AttemptResult> {
  return channel.send(messageTo({ url }), { signal: new AbortController().signal, timeoutMs: 2_000 });
}

async function create(url: string): Promise<RestAnswer<ProblemAnswer>> {
  return app.rest.post(base, subscriptionInput({ channel: 'webhook', channelConfig: { url } }));
}

/** The refusal of a URL with control characters, which is never looked at as a target. */
const malformed = {
  code: 'format',
  detail: 'channelConfig.url must be an absolute http or https URL without a user, spaces around it or line breaks.',
};

describe('a Deckcast that others can reach', () => {
  test('the table has at least 35 spellings, each another one', () => {
    expect(new Set(hostileUrls).size).toBe(hostileUrls.length);
    expect(hostileUrls.length).toBeGreaterThanOrEqual(35);
  });

  test.each(hostileUrls)('%j is refused at creation and again at delivery, and nothing connects', async (url) => {
    const { status, body } = await create(at(url));
    const { code, detail } = /\p{Cc}/u.test(url) ? malformed : { code: 'unsafe', detail: text };
    expect({ status, code: body.code, detail: body.detail, errors: body.errors }).toEqual({
      status: 400,
      code: 'INVALID_INPUT',
      detail,
      errors: [{ pointer: '/channelConfig/url', code, detail }],
    });
    expect(
      await send(
        channelWith(() => ['127.0.0.1', '::1']),
        at(url),
      ),
    ).toEqual(refusedAttempt);
    expect([four.connections, six.connections]).toEqual([0, 0]);
  });

  test.each(malformedUrls)('%j is no URL of a webhook', async (url) => {
    const { status, body } = await create(url);
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/channelConfig/url', code: 'format' }]]);
  });

  test.each(hostileAnswers.map((answer) => [answer]))('a name that resolves to %j is refused', async (answer) => {
    const url = at('http://hooks.example.com:PORT/');
    expect(
      await send(
        channelWith(() => answer),
        url,
      ),
    ).toEqual(refusedAttempt);
    expect(
      await send(
        channelWith(() => answer),
        url.replace('http', 'https'),
      ),
    ).toEqual(refusedAttempt);
    expect([four.connections, six.connections]).toEqual([0, 0]);
  });

  test('a public name is refused at a port that no web server has, though its address is public', async () => {
    const channel = channelWith(() => ['93.184.216.34'], { allowNetworks: [network('10.0.0.0/8')] });
    expect(channel.configFaults({ url: 'https://hooks.example.com:22/' }, '')).toEqual([]);
    expect(await send(channel, 'https://hooks.example.com:22/')).toEqual(refusedAttempt);
  });

  test('open and closed ports of a forbidden address cannot be distinguished', async () => {
    const closed = new Listener();
    const closedPort = await closed.open('127.0.0.1');
    await closed.close();
    const answers = await Promise.all(
      [port, closedPort].map(async (one) => {
        const { status, body } = await create(`http://127.0.0.1:${one}/`);
        return [
          status,
          { ...body, requestId: '' },
          await send(
            channelWith(() => []),
            `http://127.0.0.1:${one}/`,
          ),
        ];
      }),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(JSON.stringify(answers)).not.toMatch(/127\.|ECONN/);
  });

  test('an update is held to the same rule', async () => {
    const { id, channelConfig } = await createSubscription(app.rest, {
      channel: 'webhook',
      channelConfig: { url: 'https://hooks.example.com/' },
    });
    const { status, body } = await app.rest.put(`${base}/${id}`, { channelConfig: { url: at('http://[::1]:PORT/') } });
    expect([status, body.errors[0]?.code]).toEqual([400, 'unsafe']);
    expect((await app.rest.get<SubscriptionAnswer>(`${base}/${id}`)).body.channelConfig).toEqual(channelConfig);
  });

  test('a stored target that is no longer allowed is never connected to, and the attempts disclose nothing more', async () => {
    const { id } = await createSubscription(app.rest, {
      eventType: 'stored.before',
      channel: 'webhook',
      channelConfig: { url: 'https://hooks.example.com/' },
    });
    await sql`update notification_subscription set channel_config = ${JSON.stringify({ url: at('http://127.0.0.1:PORT/') })}
      where id = ${id}`.execute(app.database.connection.kysely);
    const delivery = await settledDelivery(app, (await publish(app, 'stored.before')).id);
    expect([delivery.status, delivery.attempts.map(({ error, statusCode }) => [error, statusCode])]).toEqual([
      'DEAD',
      Array.from({ length: 4 }, () => [text, null]),
    ]);
    expect(four.connections).toBe(0);
  });
});

describe('a name that changes its addresses', () => {
  test('reaches the allowed address alone in 300 deliveries, over new and kept sockets', async () => {
    const answers = [['::1'], ['127.0.0.1'], ['::1', '127.0.0.1'], ['127.0.0.1', '::1'], ['::1']];
    let lookups = 0;
    const channel = channelWith(() => answers[lookups++ % answers.length] ?? [], {
      allowNetworks: [network('::1/128')],
    });
    let requests = 0;
    six.answer = (_request, response) => {
      requests += 1;
      response.writeHead(204, requests % 3 === 0 ? { connection: 'close' } : {}).end();
    };
    const before = six.connections;
    const verdicts = { delivered: 0, retry: 0, refused: 0 };
    for (let cycle = 0; cycle < 300; cycle += 1) {
      const result = await send(channel, at('http://rebinding.example.com:PORT/'));
      verdicts[result.verdict] += 1;
      if (result.verdict !== 'delivered') expect(result).toEqual(refusedAttempt);
    }
    const connections = six.connections - before;
    expect(four.connections).toBe(0);
    expect(requests).toBe(verdicts.delivered);
    expect(connections).toBeGreaterThan(20);
    expect(requests).toBeGreaterThan(connections);
    // One lookup for each connection and each refusal: no second one lies between the verdict and the connect.
    expect(lookups).toBe(connections + verdicts.retry);
  });

  test.each([301, 302, 303, 307, 308])('a redirect (%d) to loopback is not followed', async (status) => {
    six.answer = (_request, response) => response.writeHead(status, { location: at('http://127.0.0.1:PORT/') }).end();
    const channel = channelWith(() => ['::1'], { allowNetworks: [network('::1/128')] });
    const result = await send(channel, at('http://hooks.example.com:PORT/'));
    expect(result).toMatchObject({ verdict: 'retry', phase: 'answered', statusCode: status });
    expect(four.connections).toBe(0);
  });
});

describe('what is allowed besides public targets', () => {
  test('on loopback: loopback addresses and the name localhost, and no other name that leads there', async () => {
    six.answer = (_request, response) => response.writeHead(204).end();
    const channel = channelWith(() => ['127.0.0.1', '::1'], { allowsLoopback: () => true, allowHttp: false });
    const verdictOf = async (url: string) => [
      channel.configFaults({ url }, '').length,
      (await send(channel, url)).verdict,
    ];
    for (const host of ['127.0.0.1', '127.1', '[::1]', 'localhost', 'LocalHost.', 'app.localhost']) {
      expect([host, ...(await verdictOf(at(`http://${host}:PORT/`)))]).toEqual([host, 0, 'delivered']);
    }
    for (const host of ['[::ffff:127.0.0.1]', '0.0.0.0', '[::]', '10.0.0.1', '169.254.169.254', 'a.internal']) {
      expect([host, ...(await verdictOf(at(`http://${host}:PORT/`)))]).toEqual([host, 1, 'retry']);
    }
    expect(await verdictOf(at('http://hooks.example.com:PORT/'))).toEqual([1, 'retry']);
    expect(await verdictOf(at('https://hooks.example.com:PORT/'))).toEqual([0, 'retry']);
  });

  test('the networks that the configuration names, whatever the name and the port, and nothing beside them', async () => {
    const options = { allowNetworks: [network('127.0.0.1/32')], allowHttp: false };
    const channel = channelWith(() => ['127.0.0.1'], options);
    for (const host of ['127.0.0.1', 'localhost', 'hooks.internal', 'hooks.example.com']) {
      const url = at(`http://${host}:PORT/`);
      expect([host, channel.configFaults({ url }, ''), (await send(channel, url)).verdict]).toEqual([
        host,
        [],
        'delivered',
      ]);
    }
    expect(await send(channel, at('http://127.0.0.2:PORT/'))).toEqual(refusedAttempt);
    expect(await send(channel, at('http://[::1]:PORT/'))).toEqual(refusedAttempt);
    expect(await send(channel, at('http://[::ffff:127.0.0.1]:PORT/'))).toEqual(refusedAttempt);
  });
});

describe('plain http', () => {
  const plain = { verdict: 'retry', phase: 'not_sent', error: plainHttpTarget };
  const publicUrls = ['http://hooks.example.com/', 'http://93.184.216.34/', 'http://[2606:4700::1111]:8080/'];

  test.each(publicUrls)('to %s is refused with the setting that allows it, and https is not', async (url) => {
    const { status, body } = await create(url);
    expect([status, body.errors]).toEqual([
      400,
      [{ pointer: '/channelConfig/url', code: 'unsafe', detail: plainHttpTarget }],
    ]);
    expect(plainHttpTarget).toContain('WEBHOOK_ALLOW_HTTP');
    const stored = channelWith(() => ['93.184.216.34'], { allowHttp: false });
    expect(await send(stored, url)).toEqual(plain);
    expect((await create(url.replace('http', 'https'))).status).toBe(201);
    const open = channelWith(() => ['93.184.216.34'], { allowHttp: true });
    expect(open.configFaults({ url }, '')).toEqual([]);
  });

  test('to a name is answered alike whatever its address is, unless a network has it', async () => {
    const options = { allowHttp: false, allowNetworks: [network('::1/128')] };
    for (const address of ['93.184.216.34', '10.0.0.1', '127.0.0.1', '169.254.169.254']) {
      const channel = channelWith(() => [address], options);
      expect(await send(channel, at('http://hooks.example.com:PORT/'))).toEqual(plain);
    }
    six.answer = (_request, response) => response.writeHead(204).end();
    const listed = channelWith(() => ['::1'], options);
    expect(await send(listed, at('http://hooks.example.com:PORT/'))).toMatchObject({ verdict: 'delivered' });
  });
});

describe('a server without a key', () => {
  const openApp = useApp();

  test('answers while webhooks are made for longer than it trusts what it knows of keys', async () => {
    const webhook = { channel: 'webhook', channelConfig: { url: 'http://127.0.0.1:9/' } };
    const until = Date.now() + 3_000;
    const make = async (): Promise<void> => {
      while (Date.now() < until) {
        const { id } = await createSubscription(openApp.rest, webhook);
        await openApp.rest.delete(`${base}/${id}`);
      }
    };
    await Promise.all([make(), make(), make(), make()]);
    expect((await openApp.rest.get(base)).status).toBe(200);
  });

  test('sends to loopback until the first key is made, over kept connections too', async () => {
    four.answer = (_request, response) => response.writeHead(204).end();
    const input = {
      channel: 'webhook',
      eventType: 'loopback.ends',
      channelConfig: { url: at('http://127.0.0.1:PORT/') },
    };
    await createSubscription(openApp.rest, input);
    const deliver = async () => settledDelivery(openApp, (await publish(openApp, 'loopback.ends')).id);
    expect([(await deliver()).status, (await deliver()).status]).toEqual(['DELIVERED', 'DELIVERED']);
    const connections = four.connections;
    const key = bearer((await issue(openApp)).token);
    openApp.rest = await new RestClient(openApp.base, key).open();
    openApp.graphql = new GraphQLClient(openApp.base, key);
    const { status, body } = await openApp.rest.post(base, subscriptionInput(input));
    expect([status, body.errors]).toMatchObject([400, [{ pointer: '/channelConfig/url', detail: text }]]);
    const { status: end, attempts } = await deliver();
    expect([end, attempts.map(({ error }) => error)]).toEqual(['DEAD', [text, text, text, text]]);
    expect(four.connections).toBe(connections);
  });
});
