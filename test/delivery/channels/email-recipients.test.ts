import { describe, expect, test } from '@jest/globals';
import type { EventAnswer, SubscriptionAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { type DeliveryAnswer, deliveriesOf, publish, settledDelivery } from '../deliveries.ts';
import { PickyMailServer } from './picky-mail-server.ts';

const [put, gone] = [
  { at: 'recipient', code: 450 },
  { at: 'recipient', code: 550 },
] as const;

/** What each recipient is answered is the same with and without PIPELINING, but comes in another order. */
describe.each([false, true])('recipients of a mail, hidePIPELINING: %s', (hidePIPELINING) => {
  const server = useServer(new PickyMailServer({ hidePIPELINING }));
  const app = useApp(() => ({ SMTP_URL: server.url, EMAIL_SENDERS: 'me@example.com' }));

  let counter = 0;

  interface Sent {
    readonly one: SubscriptionAnswer;
    readonly event: EventAnswer;
    /** What the server was told of this mail, each time. */
    readonly conversations: () => PickyMailServer['conversations'];
  }

  /** Publishes an event of a new type to one e-mail subscription. */
  async function send(channelConfig: { toEmails: string[]; fromEmail?: string }, policy: object = {}): Promise<Sent> {
    counter += 1;
    const eventType = `recipients.case_${counter}`;
    const one = await createSubscription(app.rest, { eventType, channel: 'email', channelConfig });
    await app.rest.put(`/api/notifications/subscriptions/${one.id}/policy`, policy);
    const before = server.conversations.length;
    return { one, event: await publish(app, eventType), conversations: () => server.conversations.slice(before) };
  }

  const resend = async ({ id }: DeliveryAnswer): Promise<void> => {
    expect((await app.rest.post(`/api/notifications/deliveries/${id}/resend`)).status).toBe(200);
  };

  test('who is put off gets the mail later, alone; who refused is not tried again; the mail stays the same', async () => {
    server.refusals.set('late@example.com', [put, put]);
    server.refusals.set('gone@example.com', [gone, gone]);
    const toEmails = ['now@example.com', 'late@example.com', 'gone@example.com'];
    const { one, event, conversations } = await send({ toEmails });
    const delivery = await settledDelivery(app, event.id);
    expect(conversations().map(({ asked, accepted }) => [asked, accepted])).toEqual([
      [toEmails, ['now@example.com']],
      [['late@example.com'], []],
      [['late@example.com'], ['late@example.com']],
    ]);
    const withData = conversations().filter(({ raw }) => raw !== '');
    expect(withData).toHaveLength(2);
    for (const { raw } of withData) expect(raw).toContain(`\r\nMessage-ID: <${delivery.id}@deckcast>\r\n`);
    expect(withData[0]?.raw).toBe(withData[1]?.raw);

    expect(delivery).toMatchObject({ status: 'DELIVERED', attemptCount: 3 });
    const later = 'Of 3 addresses, the mail server took 1, refused 1 for good (550), put off 1 (450).';
    expect(delivery.attempts.map(({ phase, statusCode, error }) => [phase, statusCode, error])).toEqual([
      ['ANSWERED', 450, later],
      ['ANSWERED', 450, later],
      ['ANSWERED', 250, 'Of 3 addresses, the mail server took 2, refused 1 for good (550).'],
    ]);
    const [first, , last] = delivery.attempts.map(({ response }) => response?.split('\n'));
    expect(first).toEqual([
      expect.stringMatching(/^gone@example\.com: 550 .*not gone@example\.com$/),
      expect.stringMatching(/^late@example\.com: 450 .*not late@example\.com$/),
      expect.stringMatching(/^now@example\.com: 250 .+$/),
    ]);
    expect(last).toEqual([expect.stringMatching(/^late@example\.com: 250 .+$/)]);
    const { body } = await app.rest.get<{ explanation: { detail: string } }>(
      `/api/notifications/explain?eventId=${event.id}&subscriptionId=${one.id}`,
    );
    expect(body.explanation.detail).toMatch(
      /was accepted with 250: Of 3 addresses, the mail server took 2, refused 1 for good \(550\)\.$/,
    );
  });

  test('a mail that all refuse is dead at once, which is reported without an address', async () => {
    server.refusals.set('a@example.com', [gone]);
    server.refusals.set('b@example.com', [{ at: 'recipient', code: 553 }]);
    const { event } = await send({ toEmails: ['a@example.com', 'b@example.com'] });
    const delivery = await settledDelivery(app, event.id);
    expect(delivery).toMatchObject({ status: 'DEAD', attemptCount: 1, nextAttemptAt: null });
    const error = 'Of 2 addresses, the mail server took 0, refused 2 for good (550, 553).';
    expect(delivery.attempts).toMatchObject([{ statusCode: 550, error }]);
    const reported = await eventually(async () => {
      const { body } = await app.rest.get<{ events: EventAnswer[] }>('/api/events?types=delivery.dead&limit=200');
      return body.events.find(({ data }) => data['deliveryId'] === delivery.id);
    });
    expect(reported.data['error']).toBe(error);
  });

  test.each(['sender', 'recipient', 'end of data'] as const)('5xx at the %s is final, 4xx is not', async (at) => {
    const config = { toEmails: ['one@example.com'], fromEmail: 'me@example.com' };
    const refused = at === 'sender' ? config.fromEmail : 'one@example.com';
    server.refusals.set(refused, [{ at, code: 554 }]);
    expect(await settledDelivery(app, (await send(config)).event.id)).toMatchObject({
      status: 'DEAD',
      attempts: [{ statusCode: 554, error: 'The mail server answered 554.' }],
    });
    server.refusals.set(refused, [{ at, code: 451 }]);
    expect(await settledDelivery(app, (await send(config)).event.id)).toMatchObject({
      status: 'DELIVERED',
      attempts: [
        { statusCode: 451, error: 'The mail server answered 451.' },
        { statusCode: 250, error: null },
      ],
    });
  });

  test('replies about the session are final for nobody', async () => {
    server.refusals.set('one@example.com', [
      { at: 'recipient', code: 503 },
      { at: 'recipient', code: 530 },
    ]);
    const { event } = await send({ toEmails: ['one@example.com'] });
    expect(await settledDelivery(app, event.id)).toMatchObject({ status: 'DELIVERED', attemptCount: 3 });
  });

  test('who refused is not asked again either when the mail is put off for the others', async () => {
    server.refusals.set('left@example.com', [gone]);
    server.refusals.set('here@example.com', [{ at: 'end of data', code: 451 }]);
    const { event, conversations } = await send({ toEmails: ['left@example.com', 'here@example.com'] });
    expect(await settledDelivery(app, event.id)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
    expect(conversations().map(({ asked }) => asked)).toEqual([
      ['left@example.com', 'here@example.com'],
      ['here@example.com'],
    ]);
  });

  test('a sender that is put off keeps no recipient from the mail', async () => {
    server.refusals.set('me@example.com', [{ at: 'sender', code: 450 }]);
    const toEmails = ['one@example.com', 'two@example.com'];
    const { event, conversations } = await send({ toEmails, fromEmail: 'me@example.com' });
    const { attempts } = await settledDelivery(app, event.id);
    expect(attempts).toMatchObject([{ error: 'Of 2 addresses, the mail server took 0, put off 2 (450).' }, {}]);
    expect(conversations().at(-1)?.accepted).toEqual(toEmails);
  });

  test('an address that is taken out of the subscription is waited for no longer', async () => {
    server.refusals.set('late@example.com', [put]);
    const { one, event, conversations } = await send(
      { toEmails: ['now@example.com', 'late@example.com'] },
      { retryDelays: [3_600] },
    );
    const waiting = await eventually(async () => (await deliveriesOf(app, event.id)).find((it) => it.attemptCount > 0));
    await app.rest.put(`/api/notifications/subscriptions/${one.id}`, {
      channelConfig: { toEmails: ['now@example.com'] },
    });
    await resend(waiting);
    const delivery = await settledDelivery(app, event.id);
    expect(delivery).toMatchObject({ status: 'DELIVERED', attempts: [{}, { statusCode: 250, error: null }] });
    expect(conversations()).toHaveLength(1);
  });

  describe('a mail that is sent again', () => {
    const toEmails = ['has@example.com', 'late@example.com', 'gone@example.com'];

    async function putOff(policy: object): Promise<Sent & { delivery: DeliveryAnswer }> {
      server.refusals.set('late@example.com', [put]);
      server.refusals.set('gone@example.com', [gone]);
      const sent = await send({ toEmails }, policy);
      const delivery = await eventually(async () =>
        (await deliveriesOf(app, sent.event.id)).find((it) => it.attemptCount > 0),
      );
      return { ...sent, delivery };
    }

    test('goes to those that were put off, while it waits', async () => {
      const { event, delivery, conversations } = await putOff({ retryDelays: [3_600] });
      expect(delivery.status).toBe('PENDING');
      await resend(delivery);
      expect(await settledDelivery(app, event.id)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
      expect(conversations().map(({ asked }) => asked)).toEqual([toEmails, ['late@example.com']]);
    });

    test('goes to all that have not had it, refused or not, once it is dead', async () => {
      const { event, delivery, conversations } = await putOff({ retryDelays: [] });
      expect(delivery.status).toBe('DEAD');
      await resend(delivery);
      const resent = await settledDelivery(app, event.id);
      expect(resent).toMatchObject({ status: 'DELIVERED', attempts: [{}, { statusCode: 250, error: null }] });
      expect(conversations().map(({ asked }) => asked)).toEqual([toEmails, ['late@example.com', 'gone@example.com']]);
    });

    test('goes to all that have not had it when what was missed is recovered', async () => {
      const { one, event, conversations } = await putOff({ retryDelays: [] });
      const path = `/api/notifications/subscriptions/${one.id}/recover`;
      expect((await app.rest.post(path, { since: event.timestamp })).status).toBe(200);
      expect(await settledDelivery(app, event.id)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
      expect(conversations().map(({ asked }) => asked)).toEqual([toEmails, ['late@example.com', 'gone@example.com']]);
    });

    test('goes to everybody, once it has arrived', async () => {
      const { event, conversations } = await send({ toEmails });
      await resend(await settledDelivery(app, event.id));
      await eventually(() => conversations().length === 2);
      expect(await settledDelivery(app, event.id)).toMatchObject({ status: 'DELIVERED', attemptCount: 2 });
      expect(conversations().map(({ accepted }) => accepted)).toEqual([toEmails, toEmails]);
    });
  });
});
