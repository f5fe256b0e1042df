import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from '@jest/globals';
import PostalMime from 'postal-mime';
import { createSubscription } from '../helpers/factories.ts';
import { MailServer } from '../helpers/mail-server.ts';
import { type TestApp, useApp } from '../helpers/test-app.ts';
import { useServer } from '../helpers/use.ts';
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

describe('with an SMTP server', () => {
  const server = useServer(new MailServer());
  const app = useApp(() => ({ SMTP_URL: server.url, MAIL_FROM: 'Deckcast <deckcast@example.com>' }));

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
