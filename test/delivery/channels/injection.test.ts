import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { ProblemAnswer } from '../../helpers/answers.ts';
import { createSubscription, subscriptionInput } from '../../helpers/factories.ts';
import { MailServer, type ReceivedMail } from '../../helpers/mail-server.ts';
import type { RestAnswer } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { type DeliveryAnswer, publish, settledDelivery } from '../deliveries.ts';
import { badAddresses, badHeaderNames, badHeaderValues, eve, forgingNames } from './injection.cases.ts';

/** Takes webhooks and keeps every byte of them, so that no parser decides what a header is. */
class Recorder {
  /** Requests by connection, as they came. */
  readonly requests: string[] = [];
  readonly #server = createServer((socket) => {
    const index = this.requests.push('') - 1;
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      this.requests[index] += chunk.toString('latin1');
      if (/\r\n\r\n.*\}$/s.test(this.requests[index] ?? '')) socket.end('HTTP/1.1 204 \r\nconnection: close\r\n\r\n');
    });
  });

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const recorder = useServer(new Recorder());
const mailServer = useServer(new MailServer());
const app = useApp(() => ({
  SMTP_URL: mailServer.url,
  MAIL_FROM: 'Deckcast <deckcast@example.com>',
  EMAIL_SENDERS: '@example.org',
}));

let counter = 0;

/** Creates a subscription to a type of its own, publishes one event of it, and waits until that is over. */
async function deliver(subscription: object, data: object = {}): Promise<DeliveryAnswer> {
  counter += 1;
  const eventType = `injection.case_${counter}`;
  await createSubscription(app.rest, { ...subscription, eventType });
  return settledDelivery(app, (await publish(app, eventType, { data })).id);
}

async function refusal(channel: string, channelConfig: object): Promise<RestAnswer<ProblemAnswer>> {
  return app.rest.post('/api/notifications/subscriptions', subscriptionInput({ channel, channelConfig }));
}

/** Puts settings into a subscription that no API accepts. */
async function store({ id }: { readonly id: string }, channelConfig: object): Promise<void> {
  const config = JSON.stringify(channelConfig);
  await sql`update notification_subscription set channel_config = ${config} where id = ${id}`.execute(
    app.database.connection.kysely,
  );
}

describe('configured headers', () => {
  const own = [
    'host',
    'content-length',
    'content-type',
    'webhook-id',
    'webhook-timestamp',
    'webhook-signature',
    'deckcast-cursor',
  ];

  test.each(Object.entries(badHeaderValues))('a value with %s is refused', async (_what, value) => {
    const { status, body } = await refusal('webhook', { url: recorder.url, headers: { 'x-a': value } });
    expect([status, body.code, body.errors[0]?.pointer]).toEqual([400, 'INVALID_INPUT', '/channelConfig/headers/x-a']);
  });

  test.each(badHeaderNames)('the name %j is refused', async (name) => {
    const { status, body } = await refusal('webhook', { url: recorder.url, headers: { [name]: 'a' } });
    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.errors[0]?.pointer).toMatch(/^\/channelConfig\/headers/);
  });

  const reserved = [...own, 'connection', 'transfer-encoding', 'keep-alive', 'te', 'trailer', 'upgrade', 'expect'];
  const inAnyCase = [...reserved, 'proxy-connection', 'proxy-authorization', 'webhook-anything'].flatMap((name) => [
    name,
    name.toUpperCase(),
    name.replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase()),
  ]);
  test.each(inAnyCase)('%s belongs to the sender', async (name) => {
    const { status, body } = await refusal('webhook', { url: recorder.url, headers: { [name]: '1' } });
    expect([status, body.errors.map(({ pointer }) => pointer)]).toEqual([400, [`/channelConfig/headers/${name}`]]);
  });

  test('__proto__ is refused as a name and as the place of more names', async () => {
    for (const headers of ['{"__proto__":"a"}', '{"__proto__":{"x-evil":"1"}}', '{"x-a":"1","__proto__":{}}']) {
      const config = `{"url":"${recorder.url}","headers":${headers}}`;
      const input = JSON.stringify(subscriptionInput({ channel: 'webhook' })).replace(
        '"channelConfig":{}',
        `"channelConfig":${config}`,
      );
      const { status, body } = await app.rest.post('/api/notifications/subscriptions', input);
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    }
    expect(({} as Record<string, unknown>)['x-evil']).toBeUndefined();
  });

  test('too many, too long and what is no text are refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`x-${index}`, 'a']));
    for (const headers of [many, { 'x-a': 'a'.repeat(5_000) }, { 'x-a': ['a', 'b'] }, { 'x-a': null }, 'x-a: 1']) {
      const { status, body } = await refusal('webhook', { url: recorder.url, headers });
      expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    }
  });

  test('nothing refused has sent a byte', () => expect(recorder.requests).toEqual([]));

  test('what is accepted arrives as one line each, beside our own once each', async () => {
    const headers = {
      constructor: 'a',
      toString: 'b',
      'X-Latin': 'Zoë; "q", \\ x',
      'x-tab': 'a\tb',
      'X-Two': '1',
      'x-two': '2',
    };
    const delivery = await deliver({ channel: 'webhook', channelConfig: { url: `${recorder.url}/lines`, headers } });
    const [head = ''] = (recorder.requests.at(-1) ?? '').split('\r\n\r\n');
    const lines = head.split('\r\n').slice(1);
    const names = lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase()).toSorted();
    const sent = [
      'connection',
      'constructor',
      'tostring',
      'user-agent',
      'x-latin',
      'x-tab',
      'x-two',
      ...own,
    ].toSorted();
    expect([delivery.status, names]).toEqual(['DELIVERED', sent]);
    expect(lines).toContain('x-latin: Zoë; "q", \\ x');
  });

  test('line breaks in a URL from before the rules become no header', async () => {
    const url = `${recorder.url}/a\r\nx-evil: 1\r\n?b=\nc HTTP/1.1\r\nx-evil: 2`;
    expect((await refusal('webhook', { url })).body.errors[0]).toMatchObject({
      pointer: '/channelConfig/url',
      code: 'format',
    });
    const eventType = 'injection.url';
    const subscription = { eventType, channel: 'webhook', channelConfig: { url: recorder.url } };
    await store(await createSubscription(app.rest, subscription), { url });
    await settledDelivery(app, (await publish(app, eventType)).id);
    const request = recorder.requests.at(-1) ?? '';
    expect(request).toMatch(/^POST \/ax-evil:%201\?b=c%20HTTP\/1\.1x-evil:%202 HTTP\/1\.1\r\n/);
    expect(request).not.toMatch(/^x-evil/im);
  });

  test('a stored value from before the rules is not sent either', async () => {
    const before = recorder.requests.length;
    const { id, eventType } = await createSubscription(app.rest, {
      eventType: 'injection.stored',
      channel: 'webhook',
      channelConfig: { url: recorder.url },
    });
    await store({ id }, { url: recorder.url, headers: { 'x-a': 'a\r\nx-evil: 1' } });
    const { status } = await settledDelivery(app, (await publish(app, eventType)).id);
    expect([status, recorder.requests.slice(before).join('')]).toEqual(['DEAD', '']);
  });
});

describe('mail', () => {
  test.each(badAddresses)('%j is refused as recipient and as sender', async (address) => {
    const recipient = await refusal('email', { toEmails: ['ann@example.com', address] });
    expect([recipient.status, recipient.body.code]).toEqual([400, 'INVALID_INPUT']);
    const sender = await refusal('email', { toEmails: ['ann@example.com'], fromEmail: address });
    expect([sender.status, sender.body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(mailServer.received).toEqual([]);
  });

  test('an address that is no text, or one too many, is refused', async () => {
    const address = 'ann@example.com';
    const many = Array.from({ length: 51 }, (_, index) => `a${index}@example.com`);
    for (const toEmails of [[{ name: '', address }], [[address]], [null], many, { 0: address, length: 1 }]) {
      expect((await refusal('email', { toEmails })).status).toBe(400);
    }
    expect((await refusal('email', { toEmails: [address], fromEmail: { name: '', address } })).status).toBe(400);
  });

  const toEmails = [
    'ann@example.com',
    '__proto__@example.com',
    'a%b!c@example.com',
    "o'hara+x=1@example.com",
    '$x@example.com',
  ];
  const fromEmail = 'constructor@example.org';

  async function mailOf(subscription: object, data: object = {}): Promise<ReceivedMail> {
    const before = mailServer.received.length;
    const { status } = await deliver(
      { channel: 'email', channelConfig: { toEmails, fromEmail }, ...subscription },
      data,
    );
    const [mail, ...more] = mailServer.received.slice(before);
    expect([status, more]).toEqual(['DELIVERED', []]);
    if (mail === undefined) throw new Error('no mail came');
    return mail;
  }

  const headerNames = [
    'auto-submitted',
    'content-type',
    'date',
    'deckcast-event-id',
    'deckcast-event-type',
    'from',
    'message-id',
    'mime-version',
    'subject',
    'to',
    'x-auto-response-suppress',
  ];

  function expectOnlyOurs({ mail, from, to }: ReceivedMail): void {
    expect([from, to]).toEqual([fromEmail, toEmails]);
    expect(mail.headers.map(({ key }) => key).toSorted()).toEqual(headerNames);
    expect(mail.from).toEqual({ name: '', address: fromEmail });
    expect(mail.to).toEqual([{ name: 'undisclosed-recipients', group: [] }]);
    expect([mail.cc ?? [], mail.bcc ?? [], mail.attachments]).toEqual([[], [], []]);
  }

  test.each(forgingNames)('the name %j adds no header and no recipient', async (name) => {
    expectOnlyOurs(await mailOf({ name }));
  });

  test('what an event carries ends neither the mail nor its head', async () => {
    const note = `a\r\n.\r\nMAIL FROM:<${eve}>\r\nRCPT TO:<${eve}>\r\nDATA\r\n\n.\nBcc: ${eve}`;
    const mail = await mailOf({}, { note, [`\r\nBcc: ${eve}`]: '.\r\n.', '.': '.' });
    expectOnlyOurs(mail);
    expect(mail.mail.text).toContain(JSON.stringify(note));
  });
});

describe('the console', () => {
  test.each(['json', 'pretty'])('as %s writes no control character that an event carries', async (format) => {
    const data = { note: 'a\u009B31mb\u007Fc\u0085d\u001B[0me', ['\u009B2J']: 1 };
    await deliver({ channel: 'console', channelConfig: { format, prefix: 'x' } }, data);
    const line = app.console.at(-1) ?? '';
    expect(line).not.toMatch(/\p{Cc}/u);
    const json = JSON.parse(line.slice(line.indexOf('{'))) as object;
    expect('event' in json ? json.event : { data: json }).toMatchObject({ data });
  });
});
