import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { createSubscription } from '../helpers/factories.ts';
import { MailServer } from '../helpers/mail-server.ts';
import { TestApp, useApp } from '../helpers/test-app.ts';
import { publish, settledDelivery } from './deliveries.ts';

let counter = 0;

/** Publishes an event of a new type to one e-mail subscription, and waits until its delivery is over. */
async function deliver(app: TestApp, channelConfig: object, name = 'Office') {
  counter += 1;
  const eventType = `email.case_${counter}`;
  await createSubscription(app.rest, { name, eventType, channel: 'email', channelConfig });
  const event = await publish(app, eventType, { data: { tier: 'better' } });
  return { event, delivery: await settledDelivery(app, event.id) };
}

interface Refusal {
  readonly at: 'recipient' | 'end of data';
  readonly code: number;
}

/** An SMTP server that refuses each mail as often as told, by the local part of its recipient, then takes it. */
class PickyServer {
  readonly refusals = new Map<string, Refusal[]>();
  readonly messageIds: string[] = [];
  readonly accepted: string[][] = [];
  readonly #server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) => done(this.#refuse(address, 'recipient')),
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const [, messageId = ''] = /^Message-ID: (.+)$/im.exec(Buffer.concat(chunks).toString()) ?? [];
        this.messageIds.push(messageId.trim());
        const addresses = envelope.rcptTo.map(({ address }) => address);
        const refusal = this.#refuse(addresses[0] ?? '', 'end of data');
        if (refusal === null) this.accepted.push(addresses);
        done(refusal);
      });
    },
  });

  #refuse(address: string, at: Refusal['at']): Error | null {
    const [next, ...later] = this.refusals.get(address) ?? [];
    if (next === undefined || next.at !== at) return null;
    this.refusals.set(address, later);
    return Object.assign(new Error(`not now, ${address}`), { responseCode: next.code });
  }

  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server.server, 'listening');
  }

  get url(): string {
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

describe('with an SMTP server', () => {
  const app = new TestApp();
  const server = new MailServer();

  beforeAll(async () => {
    await server.open();
    await app.start({ SMTP_URL: server.url, MAIL_FROM: 'Deckcast <deckcast@example.com>' });
  }, 60_000);

  afterAll(async () => {
    await app.stop();
    await server.close();
  });

  test('the envelope is the validated list, to the letter', async () => {
    const toEmails = ['ann@example.com', "o'hara+roof=1@sub.example.com", 'A.B{c}|d`e@example.org', 'x@1.example.com'];
    await deliver(app, { toEmails });
    expect(server.received.at(-1)).toMatchObject({ from: 'deckcast@example.com', to: toEmails });
    expect(server.received.at(-1)?.mail.to?.map(({ address }) => address)).toEqual(toEmails);
  });

  test('a subscription names its own sender', async () => {
    await deliver(app, { toEmails: ['ann@example.com'], fromEmail: 'north@example.org' });
    expect(server.received.at(-1)).toMatchObject({
      from: 'north@example.org',
      mail: { from: { address: 'north@example.org' } },
    });
    await deliver(app, { toEmails: ['ann@example.com'], fromEmail: null });
    expect(server.received.at(-1)?.mail.from).toEqual({ name: 'Deckcast', address: 'deckcast@example.com' });
  });

  test("a subscription's name adds no header and no recipient", async () => {
    await deliver(app, { toEmails: ['ann@example.com'] }, 'Zoë\r\nBcc: eve@example.com');
    expect(server.received.at(-1)?.to).toEqual(['ann@example.com']);
    expect(server.received.at(-1)?.mail.bcc ?? []).toEqual([]);
    expect(server.received.at(-1)?.mail.subject).toMatch(/^email\.case_\d+ \(Zoë\s+Bcc: eve@example\.com\)$/);
  });
});

describe('with an SMTP server that refuses', () => {
  const app = new TestApp();
  const server = new PickyServer();

  beforeAll(async () => {
    await server.open();
    await app.start({ SMTP_URL: server.url });
  }, 60_000);

  afterAll(async () => {
    await app.stop();
    await server.close();
  });

  test('4xx is tried again, and all copies carry one Message-ID', async () => {
    const refused: Refusal[] = [
      { at: 'recipient', code: 450 },
      { at: 'end of data', code: 451 },
    ];
    server.refusals.set('grey@example.com', refused);
    const { delivery } = await deliver(app, { toEmails: ['grey@example.com'] });
    expect(delivery.status).toBe('DELIVERED');
    expect(delivery.attempts.map(({ statusCode, error }) => [statusCode, error])).toEqual([
      [450, 'The mail server answered 450.'],
      [451, 'The mail server answered 451.'],
      [250, null],
    ]);
    expect(server.messageIds.slice(-2)).toEqual([`<${delivery.id}@deckcast>`, `<${delivery.id}@deckcast>`]);
  });

  test.each(['recipient', 'end of data'] as const)('5xx at the %s is final', async (at) => {
    server.refusals.set('gone@example.com', [{ at, code: 550 }]);
    const { delivery } = await deliver(app, { toEmails: ['gone@example.com'] });
    expect(delivery).toMatchObject({ status: 'DEAD', attemptCount: 1, nextAttemptAt: null });
    expect(delivery.attempts).toMatchObject([{ statusCode: 550, error: 'The mail server answered 550.' }]);
  });

  test('one recipient that is refused for now gets its copy later', async () => {
    server.refusals.set('late@example.com', [{ at: 'recipient', code: 450 }]);
    const { delivery } = await deliver(app, { toEmails: ['now@example.com', 'late@example.com'] });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
    expect(delivery.attempts[0]).toMatchObject({
      statusCode: 450,
      error: 'The mail server took 1 of 2 addresses (450).',
    });
    expect(server.accepted.slice(-2)).toEqual([['now@example.com'], ['now@example.com', 'late@example.com']]);
    expect(new Set(server.messageIds.slice(-2)).size).toBe(1);
  });

  test('one recipient that is refused for good keeps the others from nothing, and is told', async () => {
    server.refusals.set('left@example.com', [{ at: 'recipient', code: 550 }]);
    const { delivery } = await deliver(app, { toEmails: ['stayed@example.com', 'left@example.com'] });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
    expect(delivery.attempts[0]?.error).toBe('The mail server took 1 of 2 addresses (550).');
    expect(server.accepted.at(-1)).toEqual(['stayed@example.com']);
  });
});

describe('without SMTP_URL', () => {
  const app = useApp();

  test('the mail is kept as a file in the outbox', async () => {
    const { event, delivery } = await deliver(app, { toEmails: ['ann@example.com', 'bob@example.com'] });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
    const outbox = path.join(app.dataDir, 'outbox');
    expect(await readdir(outbox)).toEqual([`${delivery.id}.eml`]);
    const mail = await PostalMime.parse(await readFile(path.join(outbox, `${delivery.id}.eml`)));
    expect(mail.messageId).toBe(`<${delivery.id}@deckcast>`);
    expect(mail.to?.map(({ address }) => address)).toEqual(['ann@example.com', 'bob@example.com']);
    expect(mail.text).toContain(event.id);
  });
});
