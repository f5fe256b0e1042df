import { describe, expect, test } from '@jest/globals';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { MailServer } from '../../helpers/mail-server.ts';
import { TestApp, useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { deliveriesOf, publish, settledDelivery } from '../deliveries.ts';
import { type Fault, OddMailServer } from './odd-mail-server.ts';

const timeoutMs = 1_500;
const password = 'canary-password';

describe('a mail server that fails', () => {
  const server = useServer(new OddMailServer());
  const app = useApp(() => ({
    SMTP_URL: `smtp://user:${password}@127.0.0.1:${server.port}`,
    WEBHOOK_TIMEOUT_MS: String(timeoutMs),
  }));

  let counter = 0;
  const notDone = `The mail server was not done within ${timeoutMs} ms.`;
  const plain = Buffer.from(`\0user\0${password}`).toString('base64');
  const login = 'check the user and password of SMTP_URL.';

  /** The fault, how far the attempt came, its status code, its error, the answer that is kept. */
  const faults: [Fault, string, number | null, string, string | null][] = [
    [{ at: 'greeting', says: '421 busy' }, 'NOT_SENT', 421, 'The mail server refused to talk (421).', '421 busy'],
    [{ at: 'greeting', says: '554 go' }, 'NOT_SENT', 554, 'The mail server refused to talk (554).', '554 go'],
    [{ at: 'greeting', does: 'keeps silent' }, 'NOT_SENT', null, notDone, null],
    [{ at: 'greeting', does: 'drips' }, 'NOT_SENT', null, notDone, null],
    [
      { at: 'greeting', does: 'hangs up' },
      'NOT_SENT',
      null,
      'The mail server could not be reached (ECONNECTION).',
      null,
    ],
    [
      { at: 'AUTH', says: `535 not with ${plain}, ${password}` },
      'NOT_SENT',
      535,
      `The mail server refused the login (535): ${login}`,
      '535 not with [redacted], [redacted]',
    ],
    [{ at: 'MAIL', does: 'keeps silent' }, 'INTERRUPTED', null, notDone, null],
    [
      { at: 'MAIL', says: '530 log in' },
      'ANSWERED',
      530,
      'The mail server answered 530.',
      'ann@example.com: 530 log in',
    ],
    [{ at: 'RCPT', says: '421 bye' }, 'ANSWERED', 421, 'The mail server answered 421.', 'ann@example.com: 421 bye'],
    [{ at: 'RCPT', says: '399 odd' }, 'ANSWERED', 399, 'The mail server answered 399.', 'ann@example.com: 399 odd'],
    [{ at: 'DATA', does: 'drips' }, 'INTERRUPTED', null, notDone, null],
    [
      { at: 'end of data', does: 'hangs up' },
      'INTERRUPTED',
      null,
      'The connection to the mail server broke off (ECONNECTION).',
      null,
    ],
    [{ at: 'end of data', does: 'keeps silent' }, 'INTERRUPTED', null, notDone, null],
    [
      { at: 'end of data', says: '452-a\u0007b\r\n452 full' },
      'ANSWERED',
      452,
      'The mail server answered 452.',
      'ann@example.com: 452-a b 452 full',
    ],
  ];

  test.each(faults)(
    '%j is bounded in time, reported, and tried again',
    async (fault, phase, statusCode, error, response) => {
      counter += 1;
      const eventType = `faults.case_${counter}`;
      const channelConfig = { toEmails: ['ann@example.com'] };
      await createSubscription(app.rest, { eventType, channel: 'email', channelConfig });
      server.faults.push(fault);
      const before = server.seen.length;
      const delivery = await settledDelivery(app, (await publish(app, eventType)).id);
      expect(delivery).toMatchObject({
        status: 'DELIVERED',
        attempts: [
          { outcome: 'FAILED', phase, statusCode, error, response },
          {
            outcome: 'DELIVERED',
            phase: 'ANSWERED',
            statusCode: 250,
            error: null,
            response: 'ann@example.com: 250 taken',
          },
        ],
      });
      expect(delivery.attempts[0]?.durationMs).toBeLessThan(4 * timeoutMs);
      expect(server.seen).toHaveLength(before + (fault.at === 'end of data' ? 2 : 1));
    },
  );

  test('long answers are cut', async () => {
    const toEmails = Array.from({ length: 50 }, (_, index) => `${'a'.repeat(40)}.${index}@example.com`);
    await createSubscription(app.rest, { eventType: 'faults.long', channel: 'email', channelConfig: { toEmails } });
    const { attempts } = await settledDelivery(app, (await publish(app, 'faults.long')).id);
    expect(attempts[0]?.response).toHaveLength(2_048);
  });
});

test('mails for a server that is down arrive once each, when it is up', async () => {
  const early = await new MailServer().open();
  const { url } = early;
  await early.close();
  const app = await new TestApp().start({ SMTP_URL: url, DELIVERY_RETRY_DELAYS: Array(20).fill(1).join(',') });
  const late = new MailServer();
  try {
    const channelConfig = { toEmails: ['ann@example.com', 'bob@example.com'] };
    await createSubscription(app.rest, { eventType: 'down.*', channel: 'email', channelConfig });
    const events = await Promise.all(Array.from({ length: 8 }, (_, index) => publish(app, `down.number_${index}`)));
    for (const { id } of events) {
      const [attempt] = await eventually(async () => {
        const [delivery] = await deliveriesOf(app, id);
        return delivery !== undefined && delivery.attempts.length > 0 && delivery.attempts;
      });
      expect(attempt).toMatchObject({
        phase: 'NOT_SENT',
        statusCode: null,
        error: 'The mail server could not be reached (ECONNREFUSED).',
      });
    }
    await late.open(Number(new URL(url).port));
    for (const { id } of events) expect(await settledDelivery(app, id)).toMatchObject({ status: 'DELIVERED' });
    const received = late.received.map(({ mail, to }) => [mail.subject?.split(' ')[0], to]);
    expect(received).toHaveLength(events.length);
    expect(received).toEqual(expect.arrayContaining(events.map(({ type }) => [type, channelConfig.toEmails])));
  } finally {
    await app.stop();
    await late.close();
  }
}, 90_000);
