import { expect, test } from '@jest/globals';
import { createDeck, createPresentation, createSlide, createSubscription } from '../../helpers/factories.ts';
import { eventually } from '../../helpers/eventually.ts';
import { TestApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { WebhookReceiver } from '../../helpers/webhook-receiver.ts';
import { FakeElevenLabs, refuse } from '../../engines/speech/fake-elevenlabs.ts';
import { publish, settledDelivery } from '../deliveries.ts';

const receiver = useServer(new WebhookReceiver());
const elevenLabs = useServer(new FakeElevenLabs());
receiver.answer = (path, earlier) => {
  if (path.startsWith('/failing')) return 500;
  if (path.startsWith('/gone')) return 410;
  return path.startsWith('/late') && earlier < 1 ? 503 : 204;
};

interface Line {
  readonly level: number;
  readonly msg: string;
  readonly reason?: string;
  readonly attempt?: number;
  readonly repeated?: number;
  readonly delivery?: string;
  readonly subscription?: string;
  readonly [field: string]: unknown;
}

/** A server with its log; it has stopped when the work is done. */
async function logOf(env: Record<string, string>, work: (app: TestApp) => Promise<void>): Promise<Line[]> {
  const app = await new TestApp().start({ LOG_LEVEL: 'info', ...env });
  try {
    await work(app);
  } finally {
    await app.stop();
  }
  expect(app.log.join('')).not.toContain('canary');
  return app.log.map((line) => JSON.parse(line) as Line).filter(({ msg }) => msg !== 'request');
}

const about = (lines: readonly Line[], msg: RegExp): Line[] => lines.filter((line) => msg.test(line.msg));

async function subscribe(app: TestApp, path: string, eventType: string): Promise<string> {
  // The path and the header are the receiver's secrets.
  const channelConfig = { url: `${receiver.url}${path}/canary`, headers: { 'X-Token': 'canary' } };
  return (await createSubscription(app.rest, { eventType, channel: 'webhook', channelConfig })).id;
}

test('a delivery that is finished is one line, without what was delivered', async () => {
  let [delivery, subscription] = ['', ''];
  const lines = await logOf({}, async (app) => {
    subscription = await subscribe(app, '/fine', 'log.fine');
    delivery = (await settledDelivery(app, (await publish(app, 'log.fine', { data: { name: 'canary' } })).id)).id;
  });
  expect(about(lines, /deliver/)).toEqual([
    expect.objectContaining({
      level: 30,
      msg: 'a delivery is finished',
      delivery,
      subscription,
      channel: 'webhook',
      attempt: 1,
      statusCode: 204,
    }),
  ]);
});

test('5 deliveries that fail in 20 attempts are a line each, and their attempts two lines', async () => {
  const deliveries: string[] = [];
  const lines = await logOf({ DELIVERY_RETRY_DELAYS: '0.05,0.05,0.05' }, async (app) => {
    await subscribe(app, '/failing', 'log.failing');
    for (let nth = 0; nth < 5; nth += 1) {
      const { id } = await publish(app, 'log.failing', { data: { name: 'canary' } });
      deliveries.push((await settledDelivery(app, id)).id);
    }
  });
  const reason = 'The receiver answered 500.';
  const dead = about(lines, /^a delivery failed and is not tried again$/);
  expect(dead.map((line) => [line.level, line.delivery, line.attempt, line.statusCode, line.reason])).toEqual(
    deliveries.map((id) => [40, id, 4, 500, reason]),
  );
  const attempts = about(lines, /^an attempt at a delivery failed and is made again$/);
  expect(attempts.map((line) => [line.reason, line.repeated])).toEqual([
    [reason, undefined],
    [reason, 14],
  ]);
});

test('a delivery that succeeds at its second attempt says why the first one failed', async () => {
  const lines = await logOf({ DELIVERY_RETRY_DELAYS: '0.05' }, async (app) => {
    await subscribe(app, '/late', 'log.late');
    await settledDelivery(app, (await publish(app, 'log.late')).id);
  });
  expect(about(lines, /deliver/).map(({ msg, attempt, statusCode }) => [msg, attempt, statusCode])).toEqual([
    ['an attempt at a delivery failed and is made again', 1, 503],
    ['a delivery is finished', 2, 204],
  ]);
});

test('a subscription that is switched off is a line with the reason', async () => {
  let subscription = '';
  const lines = await logOf({}, async (app) => {
    subscription = await subscribe(app, '/gone', 'log.gone');
    await settledDelivery(app, (await publish(app, 'log.gone')).id);
  });
  const [off, ...more] = about(lines, /switched off/);
  expect(off).toMatchObject({ level: 40, subscription, reason: expect.stringMatching(/410/) });
  expect(more).toEqual([]);
});

test('probes of a receiver are lines: the first that fails, a count of the others, the one that is answered', async () => {
  let isDown = true;
  receiver.answer = () => (isDown ? 500 : 204);
  const env = { DISABLE_AFTER_SECONDS: '1', PROBE_DELAYS: '0.1', DELIVERY_RETRY_DELAYS: Array(40).fill('0.1').join() };
  const lines = await logOf(env, async (app) => {
    const id = await subscribe(app, '/probed', 'log.probed');
    const policy = `/api/notifications/subscriptions/${id}/policy`;
    expect((await app.rest.put(policy, { isAutoRecoverEnabled: true })).status).toBe(200);
    await publish(app, 'log.probed');
    const count = (msg: string): number => app.log.filter((line) => line.includes(msg)).length;
    await eventually(() => count('a probe of a receiver failed') === 1, { timeoutMs: 20_000 });
    const before = receiver.received.length;
    await eventually(() => receiver.received.length > before + 3, { timeoutMs: 20_000 });
    isDown = false;
    await eventually(() => count('a subscription is switched on again') === 1, { timeoutMs: 20_000 });
  });
  const probes = about(lines, /probe/);
  expect(probes.map(({ msg, repeated }) => [msg, repeated])).toEqual([
    ['a probe of a receiver failed and is made again', undefined],
    ['a probe was answered', undefined],
    ['a probe of a receiver failed and is made again', expect.any(Number)],
  ]);
});

test.each([
  ['finished', 30],
  ['failed', 40],
])('a narration that is %s is a line without the words', async (end, level) => {
  elevenLabs.answer = end === 'failed' ? (_, response) => refuse(response, 401, 'invalid_api_key') : elevenLabs.answer;
  let id = '';
  const env = { SPEECH: 'elevenlabs', ELEVENLABS_API_KEY: 'canary', ELEVENLABS_URL: elevenLabs.url };
  const lines = await logOf(env, async (app) => {
    const deck = await createDeck(app.rest);
    await createSlide(app.rest, deck.id, { narrationScript: 'A canary sings for {{firstName}}.' });
    id = (await createPresentation(app.rest, deck.id)).id;
    await eventually(() => app.log.some((line) => line.includes('narration')), { timeoutMs: 20_000 });
  });
  expect(about(lines, /narration/)).toEqual([
    expect.objectContaining({ level, msg: `a narration ${end === 'failed' ? end : `is ${end}`}`, presentation: id }),
  ]);
});
