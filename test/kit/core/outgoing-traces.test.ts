import { beforeAll, expect, jest, test } from '@jest/globals';
import { DeepLServer } from '../../authoring/deepl-server.ts';
import { FakeElevenLabs } from '../../engines/speech/fake-elevenlabs.ts';
import { FakeS3 } from '../../engines/speech/fake-s3.ts';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { insertDeadJob } from '../../helpers/dead-job.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createSlide, presentationInput } from '../../helpers/factories.ts';
import { TestApp } from '../../helpers/test-app.ts';
import { attributesOf, begun, named, type SentSpan, TraceCollector } from '../../helpers/trace-collector.ts';
import { useServer } from '../../helpers/use.ts';

jest.setTimeout(60_000);

const client = 3;
const failed = 2;

const collector = useServer(new TraceCollector());
const deepl = useServer(new DeepLServer());
const speaker = useServer(new FakeElevenLabs());
const s3 = useServer(new FakeS3());

const translating = begun('a');
const presenting = begun('b');
const retrying = begun('c');
const listening = begun('d');
const missing = begun('f');

/** The data that the API shows of a job that has died while traces were on. */
let deadData: unknown;
let deadContractId: string;

/** All that the app sends is there once it has stopped. */
beforeAll(async () => {
  const app = await new TestApp().start({
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    ...deepl.env,
    SPEECH: 'elevenlabs',
    ELEVENLABS_API_KEY: 'secret-of-the-speaker',
    ELEVENLABS_URL: speaker.url,
    ELEVENLABS_VOICE: 'voice-of-the-office',
    AUDIO_S3_URL: s3.url,
    AUDIO_S3_REGION: s3.region,
    AUDIO_S3_ACCESS_KEY_ID: s3.accessKeyId,
    AUDIO_S3_SECRET_ACCESS_KEY: s3.secretAccessKey,
  });
  const { rest } = app;
  const deck = await createDeck(rest);
  await createSlide(rest, deck.id, { narrationScript: 'The roof of {{last_name}}.' });
  deepl.refusals.push({ status: 503, headers: { 'Retry-After': '0' } });
  await rest.post(`/api/decks/${deck.id}/translations/es`, undefined, translating.headers);

  const input = presentationInput();
  const { body } = await rest.post<{ presentation: PresentationAnswer }>(
    `/api/decks/${deck.id}/presentations`,
    input,
    presenting.headers,
  );
  const path = `/api/presentations/${body.presentation.id}`;
  const [slide] = await eventually(
    async () => {
      const { presentation } = (await rest.get<{ presentation: PresentationAnswer }>(path)).body;
      return presentation.status === 'ready' && presentation.slides;
    },
    { timeoutMs: 30_000, what: 'the narration' },
  );
  await fetch(`${app.base}${slide?.audioUrl}`, { headers: listening.headers });
  await fetch(`${app.base}/api/audio/${'0'.repeat(64)}.mp3`, { headers: missing.headers });

  deadContractId = '01900000-0000-7000-8000-00000000dead';
  const data = { contractId: deadContractId, traceparent: begun('e').headers.traceparent };
  const dead = await insertDeadJob(app, { data });
  deadData = (await rest.get<{ deadJob: { data: unknown } }>(`/api/dead-jobs/${dead}`)).body.deadJob.data;
  await rest.post(`/api/dead-jobs/${dead}/retry`, undefined, retrying.headers);
  await eventually(() => collector.spans.some(({ name }) => name === 'job expire-contract'), {
    timeoutMs: 30_000,
    what: 'the job that runs again',
  });
  await app.stop();
});

function of({ traceId }: { readonly traceId: string }): SentSpan[] {
  return collector.spans.filter((span) => span.traceId === traceId);
}

test('each request to the translation service has a span, with host and status', () => {
  const request = named(of(translating), 'POST /api/decks/{deckId}/translations/{language}');
  const calls = of(translating).filter(({ name }) => name === 'DeepL translate');
  expect(calls.map(({ status }) => status.code === failed)).toEqual([true, false]);
  const { hostname, port } = new URL(deepl.env['DEEPL_URL'] ?? '');
  for (const [at, statusCode] of [503, 200].entries()) {
    expect(calls[at]).toMatchObject({ kind: client, parentSpanId: request.spanId });
    expect(attributesOf(calls[at] as SentSpan)).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': statusCode,
      'server.address': hostname,
      'server.port': Number(port),
    });
  }
});

test('a job has a trace of its own, which links to the request that has enqueued it', () => {
  const job = named(collector.spans, 'job narrate-presentation');
  expect(job.traceId).not.toBe(presenting.traceId);
  const transaction = named(of(presenting), 'transaction');
  expect(job.links).toEqual([expect.objectContaining({ traceId: presenting.traceId, spanId: transaction.spanId })]);
});

test('the trace of a narration has the requests to the speech service and to the storage', () => {
  const job = named(collector.spans, 'job narrate-presentation');
  const spoken = named(of(job), 'ElevenLabs text-to-speech');
  const { hostname, port } = new URL(speaker.url);
  expect(spoken.kind).toBe(client);
  expect(attributesOf(spoken)).toMatchObject({
    'http.response.status_code': 200,
    'server.address': hostname,
    'server.port': Number(port),
  });
  expect(attributesOf(named(of(job), 'S3 PutObject'))).toMatchObject({ 'http.response.status_code': 200 });
});

test('what is not in the storage is no failure of it', () => {
  const looked = named(of(missing), 'S3 GetObject');
  expect(attributesOf(looked)).toMatchObject({ 'http.response.status_code': 404 });
  expect(looked.status.code).not.toBe(failed);
});

test('the trace of a request for audio has what the storage has answered', () => {
  expect(attributesOf(named(of(listening), 'S3 GetObject'))).toMatchObject({
    'http.request.method': 'GET',
    'http.response.status_code': 200,
  });
});

test('a dead job shows its own data alone, and a retry links to the request that has made it', () => {
  expect(deadData).toEqual({ contractId: deadContractId });
  const job = named(collector.spans, 'job expire-contract');
  expect(job.links.map(({ traceId }) => traceId)).toEqual([retrying.traceId]);
});

test('other services are sent no trace', () => {
  for (const { headers } of speaker.received) expect(headers).not.toHaveProperty('traceparent');
});

test('nothing of a path, a query, a text or a key is exported', () => {
  const calls = collector.spans.filter(({ name }) => /^(DeepL|ElevenLabs|S3) /.test(name));
  expect(calls.length).toBeGreaterThan(5);
  for (const text of ['/', '?', '.mp3', 'output_format', 'X-Amz']) expect(JSON.stringify(calls)).not.toContain(text);
  const keys = ['secret-of-', 'voice-of-the-office', deepl.env['DEEPL_API_KEY'] ?? '', s3.accessKeyId];
  for (const text of [...keys, s3.secretAccessKey, 'roof', 'Whitaker', 'Dana'])
    expect(collector.text).not.toContain(text);
});
