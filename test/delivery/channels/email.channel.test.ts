import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import PostalMime from 'postal-mime';
import { createSubscription } from '../../helpers/factories.ts';
import { MailServer } from '../../helpers/mail-server.ts';
import { type TestApp, useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { publish, settledDelivery } from '../deliveries.ts';

let counter = 0;

/** Publishes an event of a new type to one e-mail subscription, and waits until its delivery is over. */
async function deliver(app: TestApp, channelConfig: object, name = 'Office') {
  counter += 1;
  const eventType = `email.case_${counter}`;
  await createSubscription(app.rest, { name, eventType, channel: 'email', channelConfig });
  const event = await publish(app, eventType, { data: { tier: 'better' } });
  return { event, delivery: await settledDelivery(app, event.id) };
}

describe('with an SMTP server', () => {
  const server = useServer(new MailServer());
  const app = useApp(() => ({
    SMTP_URL: server.url,
    MAIL_FROM: 'Deckcast <deckcast@example.com>',
    EMAIL_SENDERS: 'north@example.org,@Exämple.de',
  }));

  test('the envelope is the validated list, to the letter', async () => {
    const toEmails = ['ann@example.com', "o'hara+roof=1@sub.example.com", 'A.B{c}|d`e@example.org', 'x@1.example.com'];
    await deliver(app, { toEmails });
    expect(server.received.at(-1)).toMatchObject({ from: 'deckcast@example.com', to: toEmails });
    // In the head of the mail nobody sees the others.
    expect(server.received.at(-1)?.raw.toString()).toContain('\r\nTo: "undisclosed-recipients":;\r\n');
    expect(server.received.at(-1)?.raw.toString()).not.toContain('@sub.example.com');
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

  test.each(['eve@example.org', 'north@sub.example.org', 'eve@evil.example'])(
    'the sender %s, which is not configured, is refused in both APIs',
    async (fromEmail) => {
      const input = { name: 'x', eventType: 'x', channel: 'email', channelConfig: { toEmails: ['a@b.cd'], fromEmail } };
      const { status, body } = await app.rest.post('/api/notifications/subscriptions', input);
      expect([status, body.errors[0]?.pointer, body.errors[0]?.code]).toEqual([
        400,
        '/channelConfig/fromEmail',
        'unsafe',
      ]);
      expect(body.detail).toContain('EMAIL_SENDERS');
      const mutation =
        'mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) { subscription { id } } }';
      const { errors } = await app.graphql.send(mutation, { input: { ...input, channel: 'EMAIL' } });
      expect(errors?.[0]?.extensions.problem.errors).toEqual([
        { ...body.errors[0], pointer: expect.stringContaining('/channelConfig/fromEmail') },
      ]);
    },
  );

  test.each(['deckcast@example.com', 'North@Example.org', 'anyone@xn--exmple-cua.de'])(
    'the sender %s is configured',
    async (fromEmail) => {
      const { delivery } = await deliver(app, { toEmails: ['ann@example.com'], fromEmail });
      expect(delivery.status).toBe('DELIVERED');
    },
  );

  test('a stored sender that is no longer configured sends nothing, and the attempt says why', async () => {
    const before = server.received.length;
    const eventType = 'email.former_sender';
    const config = { toEmails: ['ann@example.com'], fromEmail: 'north@example.org' };
    const { id } = await createSubscription(app.rest, { eventType, channel: 'email', channelConfig: config });
    const former = JSON.stringify({ ...config, fromEmail: 'former@example.com' });
    await sql`update notification_subscription set channel_config = ${former} where id = ${id}`.execute(
      app.database.connection.kysely,
    );
    const delivery = await settledDelivery(app, (await publish(app, eventType)).id);
    expect(delivery).toMatchObject({ status: 'DEAD', attemptCount: 4 });
    expect(delivery.attempts[0]).toMatchObject({
      phase: 'NOT_SENT',
      error: expect.stringContaining('EMAIL_SENDERS'),
    });
    expect(server.received).toHaveLength(before);
  });

  test('the head is what RFC 5322 asks for, with the time of the event', async () => {
    const toEmails = Array.from({ length: 50 }, (_, index) => `${'a'.repeat(60)}${index}@example.com`);
    const { event, delivery } = await deliver(app, { toEmails }, `Zoë 好 ${'x'.repeat(190)}`);
    const [head = ''] = server.received.at(-1)?.raw.toString('latin1').split('\r\n\r\n') ?? [];
    const date = /^Date: ([A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} \+0000)$/m.exec(head)?.[1] ?? '';
    expect(Date.parse(date)).toBe(Math.floor(Date.parse(event.timestamp) / 1_000) * 1_000);
    expect(head).toContain(`\r\nMessage-ID: <${delivery.id}@deckcast>\r\n`);
    expect(head).toContain('\r\nMIME-Version: 1.0\r\n');
    expect(head.split('\r\n')).toEqual(
      expect.arrayContaining([
        'Auto-Submitted: auto-generated',
        `Deckcast-Event-ID: ${event.id}`,
        `Deckcast-Event-Type: ${event.type}`,
      ]),
    );
    // Printable ASCII in lines of at most 998 bytes.
    expect(head.split('\r\n').filter((line) => !/^[\x20-\x7e]{1,998}$/.test(line))).toEqual([]);
  });

  test("a subscription's name adds no header and no recipient", async () => {
    await deliver(app, { toEmails: ['ann@example.com'] }, 'Zoë\r\nBcc: eve@example.com');
    expect(server.received.at(-1)?.to).toEqual(['ann@example.com']);
    expect(server.received.at(-1)?.mail.bcc ?? []).toEqual([]);
    expect(server.received.at(-1)?.mail.subject).toMatch(/^email\.case_\d+ \(Zoë\s+Bcc: eve@example\.com\)$/);
  });
});

describe('an international address', () => {
  const [idn, chinese] = ['ann@exämple.de', '用户@例子.公司'];
  const wide = useServer(new MailServer());
  const narrow = useServer(new MailServer({ hideSMTPUTF8: true }));
  const wideApp = useApp(() => ({ SMTP_URL: wide.url, EMAIL_SENDERS: '@exämple.de' }));
  const narrowApp = useApp(() => ({
    SMTP_URL: narrow.url,
    EMAIL_SENDERS: '@例子.公司,josé@example.com',
    DELIVERY_RETRY_DELAYS: '0.1',
  }));
  const unsendable =
    'The mail server does not offer SMTPUTF8, which an address with letters beyond ASCII before the @ needs.';

  test('with an ASCII local part is sent to any server, its domain in ASCII', async () => {
    const { delivery } = await deliver(narrowApp, { toEmails: [idn], fromEmail: 'me@例子.公司' });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{ statusCode: 250, error: null }] });
    const [to, from] = ['ann@xn--exmple-cua.de', 'me@xn--fsqu00a.xn--55qx5d'];
    expect(narrow.arrived).toContain(`\r\nMAIL FROM:<${from}>\r\nRCPT TO:<${to}>\r\nDATA\r\n`);
    expect(narrow.received.at(-1)?.raw.toString('latin1')).toMatch(
      new RegExp(`^From: ${from}\\r\\nTo: ${to}\\r$`, 'm'),
    );
  });

  test('with any other is sent to a server that offers SMTPUTF8, as sender too', async () => {
    await deliver(wideApp, { toEmails: [chinese], fromEmail: 'josé@exämple.de' });
    expect(wide.received.at(-1)).toMatchObject({ smtpUtf8: true, from: 'josé@exämple.de' });
    // smtp-server shows domains in Unicode.
    expect(wide.received.at(-1)?.to).toEqual([chinese]);
    expect(wide.received.at(-1)?.mail.to?.map(({ address }) => address)).toEqual([chinese]);
  });

  test('leaves the head of a mail that others get in ASCII', async () => {
    const { delivery } = await deliver(wideApp, { toEmails: [idn, chinese] });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{ error: null }] });
    expect(wide.received.at(-1)?.to).toHaveLength(2);
    expect(wide.received.at(-1)?.raw.every((byte) => byte < 128)).toBe(true);
  });

  test('is given up at once, with the reason, where the server does not offer SMTPUTF8', async () => {
    const before = narrow.received.length;
    for (const config of [{ toEmails: [chinese] }, { toEmails: [idn], fromEmail: 'josé@example.com' }]) {
      const { delivery } = await deliver(narrowApp, config);
      const attempts = [{ phase: 'ANSWERED', statusCode: null, error: unsendable }];
      expect(delivery).toMatchObject({ status: 'DEAD', attemptCount: 1, attempts });
    }
    expect(narrow.received).toHaveLength(before);

    const { delivery } = await deliver(narrowApp, { toEmails: [chinese, 'bob@example.com'] });
    const error = `Of 2 addresses, the mail server took 1, was not asked for 1. ${unsendable}`;
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{ statusCode: 250, error }] });
    expect(delivery.attempts[0]?.response).toMatch(/^用户@例子\.公司: not sent: .+\nbob@example\.com: 250 /);
    expect(narrow.received.at(-1)?.to).toEqual(['bob@example.com']);
  });

  test('that names one domain twice is sent to the server once', async () => {
    const { delivery } = await deliver(narrowApp, { toEmails: [idn, 'ann@xn--exmple-cua.de'] });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{ error: null }] });
    expect(narrow.received.at(-1)?.to).toHaveLength(1);
  });
});

describe('without SMTP_URL', () => {
  const app = useApp();

  test('the mail is kept as a file in the outbox', async () => {
    const { event, delivery } = await deliver(app, {
      toEmails: ['ann@example.com', 'bob@example.com'],
      fromEmail: 'any@one.example',
    });
    expect(delivery).toMatchObject({ status: 'DELIVERED', attemptCount: 1 });
    const outbox = path.join(app.dataDir, 'outbox');
    expect(await readdir(outbox)).toEqual([`${delivery.id}.eml`]);
    const mail = await PostalMime.parse(await readFile(path.join(outbox, `${delivery.id}.eml`)));
    expect(mail.messageId).toBe(`<${delivery.id}@deckcast>`);
    expect(mail.text).toContain(event.id);
  });
});
