import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { Contracts, presented } from '../../contracts/contracts.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { freePort } from '../../helpers/free-port.ts';
import { TestApp } from '../../helpers/test-app.ts';
import { attributesOf, begun, named, type SentSpan, TraceCollector } from '../../helpers/trace-collector.ts';
import { type ReceivedWebhook, WebhookReceiver } from '../../helpers/webhook-receiver.ts';

jest.setTimeout(60_000);

const apiKey = 'key-of-these-tests-0123456789';
const internal = 1;
const server = 2;
const client = 3;

const receiver = new WebhookReceiver();

/** Subscribes to signed contracts, and signs one by a request with these headers. @returns what the receiver got */
async function sign(app: TestApp, headers: Record<string, string>): Promise<Signed> {
  const presentation = await presented(app.rest);
  const path = `/hook?token=secret-of-the-receiver&of=${presentation.id}`;
  const channelConfig = { url: `${receiver.url}${path}`, headers: { 'x-office': 'secret-of-the-office' } };
  const { id } = await createSubscription(app.rest, {
    eventType: 'contract.signed',
    channel: 'webhook',
    channelConfig,
  });
  const contracts = new Contracts(app);
  const sent = await contracts.in('sent', presentation);
  const signed = await contracts.move(sent.id, 'sign', await contracts.signature(sent.id), headers);
  expect(signed.status).toBe(200);
  const webhook = await eventually(() => receiver.at(path)[0]);
  const { body } = await app.rest.get<{ subscriptionSecret: { secret: string } }>(
    `/api/notifications/subscriptions/${id}/secret`,
  );
  return { webhook, secret: body.subscriptionSecret.secret, presentation };
}

interface Signed {
  readonly webhook: ReceivedWebhook;
  readonly secret: string;
  readonly presentation: PresentationAnswer;
}

/** The token of the link of its homeowner. */
function tokenOf({ presentation: { playerUrl } }: Signed): string {
  const [token] = /pl_[\w-]+/.exec(playerUrl ?? '') ?? [];
  if (token === undefined) throw new Error(`no token in ${playerUrl}`);
  return token;
}

/** The parts of a `traceparent`. */
function partsOf({ headers }: ReceivedWebhook): string[] {
  return String(headers['traceparent']).split('-');
}

beforeAll(() => receiver.open());
afterAll(() => receiver.close());

describe('with a collector', () => {
  const collector = new TraceCollector();
  const app = new TestApp();
  const asked = begun('a');
  const ignored = begun('b', '00');
  let signed: Signed;
  let unsampled: Signed;
  let webhookOfNobody: ReceivedWebhook;

  /** All that the app sends is there once it has stopped. */
  beforeAll(async () => {
    await collector.open();
    await app.start({
      API_KEY: apiKey,
      WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
      LOG_LEVEL: 'info',
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/base/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20secret-of-the-collector,x-tenant=north',
      OTEL_SERVICE_NAME: 'decks',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    });
    signed = await sign(app, asked.headers);
    unsampled = await sign(app, ignored.headers);

    // The page may not be built: then its path, which holds the token, leads to a refusal.
    await fetch(`${app.base}${signed.presentation.playerUrl}?name=secret-of-the-query`);
    const guest = { authorization: `Link ${tokenOf(signed)}` };
    expect((await fetch(`${app.base}/api/guest/presentation`, { headers: guest })).status).toBe(200);
    const unknown = await fetch(`${app.base}/api/dana/whitaker?name=secret-of-the-query`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    expect(unknown.status).toBe(404);
    await fetch(`${app.base}/healthz`);

    await app.graphql.send('query SecretOfTheOperation { alias: decks { nodes { id } } }');
    await app.graphql.send('{ nothing }');
    const live = app.live({ authorization: `Bearer ${apiKey}` });
    const overSocket = live.subscribe('{ deck(id: "01900000-0000-7000-8000-00000000dead") { name } }');
    await eventually(() => overSocket.ended());

    // Who sends no traceparent begins a trace.
    const channelConfig = { url: `${receiver.url}/of-nobody` };
    await createSubscription(app.rest, { eventType: 'roof.seen', channel: 'webhook', channelConfig });
    await app.rest.post('/api/events', { type: 'roof.seen', data: { by: 'Dana Whitaker' } });
    webhookOfNobody = await eventually(() => receiver.at('/of-nobody')[0]);
    await app.stop();
  });

  afterAll(() => collector.close());

  function of(traceId: string | undefined): SentSpan[] {
    return collector.spans.filter((span) => span.traceId === traceId);
  }

  test('one trace leads from the request of a client to the receiver of the webhook', () => {
    const spans = of(asked.traceId);
    const request = named(spans, 'POST /api/contracts/{contractId}/sign');
    const transaction = named(spans, 'transaction');
    const fanOut = named(spans, 'fan-out');
    const attempt = named(spans, 'attempt webhook');
    expect([request, transaction, fanOut, attempt].map(({ kind }) => kind)).toEqual([
      server,
      internal,
      internal,
      client,
    ]);
    expect(request.parentSpanId).toBe(asked.spanId);
    expect(transaction.parentSpanId).toBe(request.spanId);
    expect(fanOut.parentSpanId).toBe(transaction.spanId);
    expect(attempt.parentSpanId).toBe(transaction.spanId);
    expect(partsOf(signed.webhook)).toEqual(['00', asked.traceId, attempt.spanId, '01']);
  });

  test('spans say what the route, the attempt and the statements are', () => {
    const spans = of(asked.traceId);
    expect(attributesOf(named(spans, 'POST /api/contracts/{contractId}/sign'))).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/contracts/{contractId}/sign',
    });
    expect(attributesOf(named(spans, 'attempt webhook'))).toMatchObject({
      'deckcast.event.id': (JSON.parse(signed.webhook.body) as { id: string }).id,
      'deckcast.attempt.verdict': 'delivered',
    });
    const transaction = named(spans, 'transaction');
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === transaction.spanId);
    const names = statements.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['select contract', 'update contract', 'insert event']));
    expect(attributesOf(named(statements, 'update contract'))).toEqual({
      'db.system.name': 'postgresql',
      'db.operation.name': 'update',
      'db.collection.name': 'contract',
    });
  });

  test('the header leaves the signature of the webhook valid', () => {
    const { webhook, secret } = signed;
    const headers = webhook.headers as Record<string, string>;
    expect(new Webhook(secret).verify(webhook.body, headers)).toMatchObject({ type: 'contract.signed' });
  });

  test('a trace that its client does not record is not exported, and its receiver learns so', () => {
    expect(of(ignored.traceId)).toEqual([]);
    const [version, traceId, , flags] = partsOf(unsampled.webhook);
    expect([version, traceId, flags]).toEqual(['00', ignored.traceId, '00']);
  });

  test('a request without a traceparent begins a trace', () => {
    const spans = of(partsOf(webhookOfNobody)[1]);
    const request = named(spans, 'POST /api/events');
    expect(request.parentSpanId ?? '').toBe('');
    expect(named(spans, 'attempt webhook').parentSpanId).toBe(request.spanId);
  });

  test('GraphQL operations are named by the field of the root', () => {
    const { spans } = collector;
    const request = named(spans, 'POST /graphql');
    const operation = named(spans, 'GraphQL query decks');
    expect(operation.parentSpanId).toBe(request.spanId);
    expect(attributesOf(operation)).toMatchObject({ 'deckcast.result': 'ok' });
    const overSocket = named(spans, 'GraphQL query deck');
    expect([overSocket.kind, overSocket.parentSpanId ?? '']).toEqual([server, '']);
    // One that is refused before it runs keeps the name that all have.
    expect(attributesOf(named(spans, 'GraphQL'))).toMatchObject({ 'deckcast.result': 'GRAPHQL_VALIDATION_FAILED' });
  });

  test('a request to nowhere has no path, and health checks have no span', () => {
    expect(named(collector.spans, 'GET').attributes.map(({ key }) => key)).not.toContain('http.route');
    expect(collector.text).not.toContain('healthz');
  });

  test('nothing secret and nothing personal is exported', () => {
    const keys = [apiKey, signed.secret, tokenOf(signed), 'pl_', 'secret-of-', 'SecretOfThe', '/hook'];
    for (const text of [...keys, 'Dana', 'dana', 'Whitaker', 'Larkspur', 'roof.seen', ' from ']) {
      expect(collector.text).not.toContain(text);
    }
    expect(collector.spans.length).toBeGreaterThan(50);
  });

  test('the collector is sent its headers, and which service it is', () => {
    for (const { path, headers } of collector.requests) {
      expect(path).toBe('/base/v1/traces');
      expect(headers).toMatchObject({ authorization: 'Bearer secret-of-the-collector', 'x-tenant': 'north' });
    }
    expect(collector.resources[0]).toMatchObject({
      'service.name': 'decks',
      'deployment.environment.name': 'staging',
    });
  });

  test('the log line of a request names its trace', () => {
    const lines = app.log.map((line) => JSON.parse(line) as Record<string, unknown>);
    const line = lines.find(({ msg, path }) => msg === 'request' && String(path).endsWith('/sign'));
    expect(line).toMatchObject({ traceId: asked.traceId });
  });
});

describe('a sampler that keeps nothing', () => {
  test('exports nothing, also of requests that were begun elsewhere', async () => {
    const collector = await new TraceCollector().open();
    const app = await new TestApp().start({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0',
    });
    const { webhook } = await sign(app, begun('c').headers);
    await app.stop();
    expect(partsOf(webhook).at(-1)).toBe('00');
    expect(collector.requests).toEqual([]);
    await collector.close();
  });
});

describe('a collector that is not there', () => {
  // The SDK reads it where the settings of Deckcast have no such name. By default it tries for ten seconds.
  beforeAll(() => void (process.env['OTEL_EXPORTER_OTLP_TIMEOUT'] = '1000'));
  afterAll(() => void delete process.env['OTEL_EXPORTER_OTLP_TIMEOUT']);

  test('delays no request, no delivery and no stop, and is reported once', async () => {
    const app = await new TestApp().start({
      LOG_LEVEL: 'warn',
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://user:secret-of-the-collector@127.0.0.1:${await freePort()}`,
    });
    const { webhook } = await sign(app, begun('d').headers);
    expect(partsOf(webhook)[1]).toBe(begun('d').traceId);
    await app.stop();
    await eventually(() => app.log.length > 0);
    const lines = app.log.map((line) => JSON.parse(line) as object);
    expect(lines).toEqual([
      expect.objectContaining({ code: 'ECONNREFUSED', msg: expect.stringContaining('traces could not be sent') }),
    ]);
    expect(app.log.join('')).not.toContain('secret-of-the-collector');
  });
});

describe('without an endpoint', () => {
  test('a receiver gets no traceparent, and no log line has a trace, whatever the client sends', async () => {
    const app = await new TestApp().start({ LOG_LEVEL: 'info' });
    const { webhook } = await sign(app, begun('e').headers);
    await app.stop();
    expect(webhook.headers).not.toHaveProperty('traceparent');
    expect(app.log.length).toBeGreaterThan(5);
    expect(app.log.join('\n')).not.toContain('traceId');
  });
});
