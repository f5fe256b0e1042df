import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { knownPlaceholders } from '../../../src/engines/template/placeholder-values.ts';
import type { ContractAnswer, PresentationAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide, createSubscription } from '../../helpers/factories.ts';
import { useServer } from '../../helpers/use.ts';
import { productData } from '../../contracts/contracts.ts';
import { FakeElevenLabs, refuse, speak } from '../../engines/speech/fake-elevenlabs.ts';
import { EchoServer } from './echo-server.ts';
import { markedHomeowner, placesOf } from './marked-homeowner.ts';
import { ServerOnFolder } from './server-on-folder.ts';

/** Of letters alone, so that no formatting changes it, and short enough for every field. */
const mark = 'Zuqvixola';
const phone = '+15125550142';
/** What is searched for: the phone number may be written with blanks, but keeps its end. */
const marks = [mark, phone.slice(2)];
const neighbour = 'Wobrakint';

const speaker = useServer(new FakeElevenLabs());
let slow: Promise<void> = Promise.resolve();
speaker.answer = async ({ body: { text } }, response) => {
  if (text.includes('Refuse')) return refuse(response, 401, 'invalid_api_key');
  if (text.includes('Slow')) await slow;
  return speak(text, response);
};
const echo = useServer(new EchoServer());
let periods: Record<string, string> = {};
const server = useServer(
  new ServerOnFolder(() => ({
    SPEECH: 'elevenlabs',
    ELEVENLABS_API_KEY: 'a-key-of-the-test',
    ELEVENLABS_URL: speaker.url,
    EVENT_RETENTION_DAYS: '3650',
    CONTRACT_HOLD_DAYS: '3000',
    ...periods,
  })),
);

const homeowner = markedHomeowner(mark, phone);
/** Every placeholder, those of the homeowner without the longer of their two names. */
const filled = [...knownPlaceholders()]
  .filter((name) => !name.includes('.'))
  .map((name) => `{{${name}}}`)
  .join(' ');
/** For texts that may have 500 characters. */
const named = '{{first_name}} {{last_name}} {{address}} {{email}} {{phone}}';
const shared = 'Welcome to all.';

async function markedDeck(narrationScript: string): Promise<string> {
  const { rest } = server;
  const { id } = await createDeck(rest, { brandName: 'Larkspur' });
  const tier = { name: 'For {{last_name}}', price: 11_800, features: ['Built for {{last_name}}'] };
  const offer = { ...productData, disclaimer: `Only for ${named}`, subtitle: named, good: tier };
  await createSlide(rest, id, { title: named, bullets: [named], slideContext: filled, narrationScript: shared });
  await createSlide(rest, id, { slideType: 'product_pricing_v1', productData: offer, title: named, narrationScript });
  await createFaq(rest, id, { userQuestion: `Is this for ${named}?`, cannedAnswer: filled });
  return id;
}

async function presented(deckId: string, who: object, headers?: Record<string, string>): Promise<PresentationAnswer> {
  const input = { homeowner: who, price_inputs: { roof_squares: 24.5 } };
  const path = `/api/decks/${deckId}/presentations`;
  const { status, body } = await server.rest.post<{ presentation: PresentationAnswer }>(path, input, headers);
  expect(status).toBe(201);
  return body.presentation;
}

async function narrated(id: string, status: string): Promise<void> {
  await eventually(
    async () => {
      const { body } = await server.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`);
      const { faqNarration: faqs } = body.presentation;
      return body.presentation.status === status && faqs?.doneCount === faqs?.totalCount;
    },
    { what: `a presentation that is ${status}` },
  );
}

type Answer = { contract: ContractAnswer };

async function contract(presentationId: string): Promise<ContractAnswer> {
  const { body } = await server.rest.post<Answer>(`/api/presentations/${presentationId}/contracts`, {
    coSigner: `Robin ${mark}`,
  });
  return (await server.rest.post<Answer>(`/api/contracts/${body.contract.id}/send`)).body.contract;
}

async function sign({ id, documentHash }: ContractAnswer): Promise<void> {
  const drawing = { width: 600, height: 160, strokes: [[10, 80, 590, 20]] };
  for (const [signer, signerName] of [
    ['homeowner', mark],
    ['co_signer', `Robin ${mark}`],
  ] as const) {
    const signature = { signer, signerName, tier: 'good', consent: true, documentHash, drawing };
    const headers = { 'User-Agent': `Browser of ${mark}`, 'Idempotency-Key': `to-sign-${signer}` };
    expect((await server.rest.post(`/api/contracts/${id}/sign`, signature, headers)).status).toBe(200);
  }
}

/** What the homeowner does by a link, whose name says whom it is for. */
async function visit(presentationId: string): Promise<void> {
  const { rest } = server;
  const path = `/api/presentations/${presentationId}/links`;
  const { token } = (await rest.post<{ token: string }>(path, { name: `Phone of ${mark}` })).body;
  const headers = { authorization: `Link ${token}`, 'User-Agent': `Browser of ${mark}` };
  expect((await rest.post('/api/guest/visits', undefined, headers)).status).toBe(201);
  const question = `Is ${mark} at home, and who calls ${phone}?`;
  expect((await rest.post('/api/guest/questions', { question }, { ...headers, 'Idempotency-Key': 'ask' })).status).toBe(
    204,
  );
  expect((await rest.put('/api/guest/tier', { tier: 'good' }, headers)).status).toBe(200);
}

async function publish(data: object, deckId: string | null): Promise<void> {
  const { status } = await server.rest.post('/api/events', { type: 'survey.answered', deckId, data });
  expect(status).toBe(201);
}

async function subscribe(): Promise<void> {
  const { rest } = server;
  const webhook = (status: number) => ({ channel: 'webhook', channelConfig: { url: `${echo.url}/${status}` } });
  await createSubscription(rest, { eventType: '*', ...webhook(200) });
  await createSubscription(rest, { eventType: 'survey.*', ...webhook(500) });
  await createSubscription(rest, { eventType: '*', channel: 'email', channelConfig: { toEmails: ['a@example.com'] } });
  await createSubscription(rest, { eventType: '*', channel: 'console' });
}

async function delivered(): Promise<void> {
  await eventually(async () => (await server.pending()) === 0, {
    what: 'the end of all deliveries',
    timeoutMs: 20_000,
  });
}

/** Tables and kinds of files that hold a mark. */
async function places(texts: readonly string[] = marks): Promise<string[]> {
  const kinds = placesOf(texts, await server.kept()).map((place) => place.split('/')[0] ?? '');
  return [...new Set(kinds)].toSorted();
}

describe('a homeowner', () => {
  let presentationId = '';
  let signedId = '';
  let neighbourId = '';

  beforeAll(async () => {
    await subscribe();
    const deckId = await markedDeck(`Hello ${filled}.`);
    const presentation = await presented(deckId, homeowner, { 'Idempotency-Key': 'to-present' });
    presentationId = presentation.id;
    const neighbours = { first_name: neighbour, last_name: neighbour };
    neighbourId = (await createPresentation(server.rest, deckId, { homeowner: neighbours })).id;
    await narrated(presentationId, 'ready');
    await narrated(neighbourId, 'ready');
    await visit(presentationId);
    const declined = await contract(presentationId);
    await server.rest.post(`/api/contracts/${declined.id}/decline`, { reason: `${mark} does not want it` });
    const signed = await contract(presentationId);
    await sign(signed);
    signedId = signed.id;
    const failed = await presented(await markedDeck(`Refuse ${filled}.`), homeowner);
    await narrated(failed.id, 'failed');
    await contract(failed.id);
    await publish({ ...homeowner, presentationId, nested: [{ ...homeowner }] }, deckId);
    await publish({ contact: homeowner['email']?.toUpperCase() }, null);
    await publish({ called: [phone], answer: 'I am not at home' }, deckId);
    await publish({ contact: `${neighbour}@example.com`, presentationId: neighbourId }, deckId);
    await delivered();
  }, 60_000);

  test('is found in all these places before', async () => {
    expect(await places()).toEqual([
      'audio',
      'outbox',
      'public.contract',
      'public.delivery_attempt',
      'public.event',
      'public.idempotency_key',
      'public.presentation',
      'public.presentation_faq',
      'public.presentation_link',
      'public.presentation_slide',
    ]);
  });

  test('is found nowhere after the erasure, but in the signed contract that is held', async () => {
    const before = (await server.files()).filter((file) => file.endsWith('.mp3')).length;
    const others = await places([neighbour]);
    const email = homeowner['email']?.toUpperCase();
    const { status, body } = await server.rest.post<{ erasure: object }>('/api/homeowners/erase', { email });
    expect(status).toBe(200);
    expect(body.erasure).toMatchObject({
      presentationIds: [presentationId, expect.any(String)],
      contractIds: [expect.any(String), expect.any(String)],
      heldContracts: [{ contractId: signedId, heldUntil: expect.stringMatching(/^20[34]/) }],
      isComplete: true,
    });
    await eventually(async () => (await places()).join() === 'public.contract', { what: 'no mark elsewhere' });
    expect((await server.rest.get<Answer>(`/api/contracts/${signedId}`)).body.contract.signatures[0]?.name).toBe(mark);
    // The neighbour keeps all, also the audio of the text that both were told.
    expect(await places([neighbour])).toEqual(others);
    await server.rest.get(`/api/presentations/${neighbourId}`);
    expect((await server.files()).filter((file) => file.endsWith('.mp3')).length).toBe(before - 2);
  });

  test('is found nowhere after what was under way has ended', async () => {
    const [spoken, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    [slow, echo.gate] = [spoken.promise, answered.promise];
    const reported = echo.received.length;
    const { id } = await presented(await markedDeck(`Slow ${filled}.`), homeowner);
    await publish({ presentationId: id, ...homeowner }, null);
    const isWaiting = () => speaker.received.some(({ body }) => body.text.includes('Slow'));
    await eventually(() => isWaiting() && echo.received.slice(reported).some((body) => body.includes(mark)));
    await eventually(async () => (await server.pending('email')) === 0, { what: 'the end of all mails' });
    expect((await server.rest.delete(`/api/presentations/${id}`)).status).toBe(200);
    await eventually(async () => (await places()).join() === 'public.contract', { what: 'no mark elsewhere' });
    spoken.resolve();
    answered.resolve();
    const late = ['audio', 'public.contract', 'public.delivery_attempt'];
    await eventually(async () => (await places()).join() === late.join(), { what: 'what was written late' });
    await eventually(async () => (await server.hurry('erase-traces')) > 0);
    await eventually(async () => (await places()).join() === 'public.contract', { what: 'no mark elsewhere' });
  }, 30_000);

  test('is found nowhere after its deck is deleted', async () => {
    const audio = (await server.files()).filter((file) => file.endsWith('.mp3'));
    const deckId = await markedDeck(`Goodbye ${filled}.`);
    const { id } = await presented(deckId, homeowner);
    await narrated(id, 'ready');
    await visit(id);
    // What is under way is the test before.
    await delivered();
    expect(await places()).toEqual(expect.arrayContaining(['audio', 'public.event', 'public.presentation_link']));
    expect((await server.rest.delete(`/api/decks/${deckId}`)).status).toBe(204);
    await eventually(async () => (await places()).join() === 'public.contract', { what: 'no mark elsewhere' });
    expect((await server.files()).filter((file) => file.endsWith('.mp3'))).toEqual(audio);
  }, 30_000);

  describe('years later', () => {
    const RealDate = Date;
    let attempts: readonly string[] = [];
    /** The ids of all stored attempts: what each row begins with. */
    const readAttempts = async (): Promise<string[]> => {
      const rows = (await server.kept()).get('public.delivery_attempt') ?? '';
      return [...rows.matchAll(/(?:^| )\(([^,]+),/g)].map(([, id = '']) => id);
    };
    afterAll(() => {
      globalThis.Date = RealDate;
    });

    test('is found nowhere, and the contract whose hold is over says what was agreed and that it is not what was signed', async () => {
      const { documentHash, tier, total } = (await server.rest.get<Answer>(`/api/contracts/${signedId}`)).body.contract;
      attempts = await readAttempts();
      await server.stop();
      process.env['CLOCK_SKEW_MS'] = String(3_001 * 86_400_000);
      periods = { PRESENTATION_RETENTION_DAYS: '2000', ATTEMPT_RETENTION_DAYS: '30' };
      await import('../../helpers/skewed-clock.ts');
      await server.start();
      await eventually(async () => (await places()).length === 0, { what: 'no mark anywhere' });
      const { contract: kept } = (await server.rest.get<Answer>(`/api/contracts/${signedId}`)).body;
      expect(kept).toMatchObject({
        status: 'signed',
        documentHash,
        tier,
        total,
        coSigner: null,
        signatures: ['homeowner', 'co_signer'].map((signer) => ({ signer, name: null, ip: null, drawing: null })),
      });
      expect(kept).toHaveProperty('pseudonymizedAt', expect.any(String));
      const printed = await server.rest.get(`/api/contracts/${signedId}/document.pdf`);
      expect([printed.status, printed.body.reason]).toEqual([409, 'pseudonymized']);
    }, 30_000);

    test('the neighbour has passed the period of presentations, and attempts theirs, while events are kept', async () => {
      await eventually(async () => (await places([neighbour])).length === 0, { what: 'no mark of the neighbour' });
      expect((await server.rest.get(`/api/presentations/${neighbourId}`)).status).toBe(404);
      expect(attempts.length).toBeGreaterThan(0);
      await eventually(async () => new Set(attempts).isDisjointFrom(new Set(await readAttempts())));
      expect((await server.kept()).get('public.event')).toContain('survey.answered');
    }, 30_000);
  });
});
