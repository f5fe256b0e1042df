import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { deliveriesOf, publish, settledDelivery } from '../../delivery/deliveries.ts';
import type { ContractAnswer, EventAnswer, PresentationAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createPresentation, createSubscription } from '../../helpers/factories.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useServer } from '../../helpers/use.ts';
import { readLog } from '../../trust/audit/audit-log.ts';
import { Contracts, presented } from '../../contracts/contracts.ts';
import { limitedKey, limitedScopes } from '../../kit/rights/sight/limited-key.ts';
import { EchoServer } from './echo-server.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const echo = useServer(new EchoServer());
const app = useApp({
  API_KEY: apiKey,
  WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8',
  WEBHOOK_ALLOW_HTTP: 'on',
  LOG_LEVEL: 'info',
});
const contracts = new Contracts(app);
let deckId = '';

interface Erased {
  erasure: { presentationIds: string[]; contractIds: string[]; heldContracts: { contractId: string }[] };
}

beforeAll(async () => {
  deckId = (await presented(app.rest)).deckId;
});

let people = 0;
async function homeowner(more: object = {}, deck = deckId): Promise<PresentationAnswer & { email: string }> {
  const email = `someone-${(people += 1)}@example.com`;
  const input = { homeowner: { first_name: 'Dana', last_name: 'Whitaker', email, ...more } };
  return { ...(await createPresentation(app.rest, deck, { ...input, price_inputs: { roof_squares: 20 } })), email };
}

const erase = (body: object, rest = app.rest) => rest.post<Erased>('/api/homeowners/erase', body);

describe('an erasure', () => {
  test('finds all presentations of an address in any case, and of a number in any notation, and no others', async () => {
    const { id, email } = await homeowner({ phone: '+15125550177' });
    const { id: second } = await homeowner({ phone: '+15125550177' });
    const { id: other } = await homeowner({ phone: '+15125550178' });
    expect((await erase({ email: email.toUpperCase() })).body.erasure.presentationIds).toEqual([id]);
    expect((await erase({ phone: '+1 (512) 555-0177' })).body.erasure.presentationIds).toEqual([second]);
    expect((await erase({ email })).status).toBe(404);
    expect((await app.rest.get(`/api/presentations/${other}`)).status).toBe(200);
  });

  test('is refused unless exactly one member says who it is', async () => {
    const { id, email } = await homeowner();
    for (const body of [{}, { email: null }, { email, presentationId: id }]) {
      expect((await app.rest.post('/api/homeowners/erase', body)).body).toMatchObject({ status: 400 });
    }
    const national = await app.rest.post('/api/homeowners/erase', { phone: '512 555 0123' });
    expect(national.body).toMatchObject({ status: 400, errors: [{ pointer: '/phone', code: 'format' }] });
    expect((await app.rest.get(`/api/presentations/${id}`)).status).toBe(200);
  });

  test('of one presentation is guarded by its version, in both APIs, and sends receivers its id', async () => {
    const [one, two] = [await homeowner(), await homeowner()];
    const path = `/api/presentations/${one.id}`;
    expect((await app.rest.delete(path, { 'If-Match': '"9"' })).status).toBe(412);
    expect((await app.rest.delete<Erased>(path)).body.erasure.presentationIds).toEqual([one.id]);
    expect((await app.rest.delete(path)).status).toBe(404);
    const mutation = `mutation ($id: ID!, $v: Int) { deletePresentation(id: $id, ifVersion: $v) { erasure { presentationIds isComplete } } }`;
    expect((await app.graphql.send(mutation, { id: two.id, v: 9 })).errors).toHaveLength(1);
    expect(await app.graphql.data(mutation, { id: two.id })).toEqual({
      deletePresentation: { erasure: { presentationIds: [two.id], isComplete: true } },
    });
    const events = await app.events('types=presentation.deleted');
    expect(events.map(({ data }) => data)).toEqual(
      expect.arrayContaining([{ presentationId: one.id }, { presentationId: two.id }]),
    );
  });

  test('deletes contracts that are not signed, and says again what is held', async () => {
    const presentation = await homeowner();
    const draft = await contracts.in('declined', presentation);
    const signed = await contracts.in('signed', presentation);
    const { erasure } = (await erase({ email: presentation.email })).body;
    expect(erasure).toMatchObject({ contractIds: [draft.id], heldContracts: [{ contractId: signed.id }] });
    expect((await contracts.read(draft.id)).status).toBe(404);
    expect((await contracts.read(signed.id)).body.contract).toMatchObject({ status: 'signed', pseudonymizedAt: null });
    const again = (await erase({ email: presentation.email })).body.erasure;
    expect(again).toMatchObject({ presentationIds: [], heldContracts: erasure.heldContracts });
  });

  test('leaves a request refused that is sent again with its Idempotency-Key', async () => {
    const key = { 'Idempotency-Key': 'erased-later' };
    const body = { homeowner: { first_name: 'Dana', last_name: 'Whitaker', email: 'again@example.com' } };
    const create = () => app.rest.post(`/api/decks/${deckId}/presentations`, body, key);
    const createOther = () => app.rest.post('/api/decks', { name: 'Other' }, { 'Idempotency-Key': 'of-somebody-else' });
    const other = await createOther();
    expect([(await create()).status, other.status]).toEqual([201, 201]);
    await erase({ email: 'again@example.com' });
    const refused = await eventually(async () => {
      const answer = await create();
      return answer.status === 422 && answer;
    });
    expect(refused.body.reason).toBe('idempotency_key_erased');
    // The results of other requests stay.
    expect((await createOther()).body).toEqual(other.body);
  });
});

describe('a deck that is deleted', () => {
  test('is answered with its signed contracts, which are held, over GraphQL', async () => {
    const { deckId: deck } = await presented(app.rest);
    const { id } = await contracts.in('signed', await homeowner({}, deck));
    const { deleteDeck } = await app.graphql.data<{ deleteDeck: object }>(
      `mutation { deleteDeck(id: "${deck}") { deck { id } heldContracts { contractId heldUntil } } }`,
    );
    expect(deleteDeck).toEqual({
      deck: { id: deck },
      heldContracts: [{ contractId: id, heldUntil: expect.stringMatching(/^20/) }],
    });
  });

  const remove = (id: string, headers?: Record<string, string>) => app.rest.delete(`/api/decks/${id}`, headers);

  test('has its presentations erased: receivers are notified, events and results lose their data, signed contracts are held', async () => {
    const { id, deckId: deck } = await presented(app.rest);
    const email = 'of-a-deleted-deck@example.com';
    const input = { homeowner: { first_name: 'Dana', last_name: 'Whitaker', email } };
    const key = { 'Idempotency-Key': 'deleted-with-its-deck' };
    const create = () => app.rest.post(`/api/decks/${deck}/presentations`, input, key);
    expect((await create()).status).toBe(201);
    const event = await publish(app, 'visit.planned', { deckId: deck, data: { email } });
    const [draft, signed] = [
      await contracts.in('declined', await homeowner({}, deck)),
      await contracts.in('signed', await homeowner({}, deck)),
    ];
    expect((await remove(deck, { 'If-Match': '"99"' })).status).toBe(412);
    expect((await app.rest.get(`/api/presentations/${id}`)).status).toBe(200);
    expect((await remove(deck)).status).toBe(204);
    const types = (await app.events(`deckId=${deck}`)).map(({ type }) => type).slice(-5);
    expect(types).toEqual([...Array<string>(4).fill('presentation.deleted'), 'deck.deleted']);
    expect((await contracts.read(draft.id)).status).toBe(404);
    const kept = (await contracts.read(signed.id)).body.contract;
    expect(kept).toMatchObject({ status: 'signed', signatures: [{ name: 'Dana Whitaker' }], pseudonymizedAt: null });
    expect(kept).toHaveProperty('heldUntil', expect.stringMatching(/^20/));
    const reportedOf = async () =>
      (await app.events('types=visit.planned')).find((reported) => reported.id === event.id)?.data;
    await eventually(async () => Object.hasOwn((await reportedOf()) ?? {}, 'erased'));
    await eventually(async () => (await create()).status === 422);
    expect((await erase({ email })).status).toBe(404);
  });

  test('goes with more presentations than one transaction erases', async () => {
    const { deckId: deck } = await presented(app.rest);
    await sql`insert into presentation (id, deck_id, status, homeowner, time_zone, measurement_strategy, slide_count,
        pricing, warnings, created_at, updated_at, version)
      select gen_random_uuid(), deck_id, status, homeowner, time_zone, measurement_strategy, slide_count,
        pricing, warnings, created_at, updated_at, version
      from presentation, generate_series(1, 200) where deck_id = ${deck}`.execute(app.database.connection.kysely);
    expect((await remove(deck)).status).toBe(204);
    expect((await remove(deck)).status).toBe(404);
    const { rows } = await sql<{ type: string; count: number }>`select type, count(*)::int as count from event
      where deck_id = ${deck} and type like '%.deleted' group by type order by type`.execute(
      app.database.connection.kysely,
    );
    expect(rows).toEqual([
      { type: 'deck.deleted', count: 1 },
      { type: 'presentation.deleted', count: 201 },
    ]);
  });
});

describe('an erased event', () => {
  test('keeps its place: cursors, streams, explanations and resends go on, with the ids in it', async () => {
    const { rest } = app;
    const subscription = await createSubscription(rest, {
      eventType: 'survey.answered',
      channel: 'webhook',
      channelConfig: { url: `${echo.url}/200` },
    });
    const { body: latest } = await rest.get<{ latestCursor: { cursor: string } }>('/api/events/latest-cursor');
    const { cursor } = latest.latestCursor;
    const { id: presentationId, email } = await homeowner();
    const event = await publish(app, 'survey.answered', { deckId, data: { presentationId, email, answers: [email] } });
    const delivery = await settledDelivery(app, event.id);
    expect(delivery.attempts[0]?.response).toContain(email);
    await erase({ presentationId });
    const data = { presentationId, erased: true };
    const listed = await eventually(async () => {
      const [found] = await app.events(`types=survey.answered&after=${cursor}`);
      return found?.data['erased'] === true && found;
    });
    expect(listed).toEqual({ ...event, data });
    // Answers go after the data of events.
    const erased = await eventually(async () => {
      const [found] = await deliveriesOf(app, event.id);
      return found?.attempts[0]?.response === null && found;
    });
    expect(erased).toMatchObject({ id: delivery.id, status: 'DELIVERED', attempts: [{ statusCode: 200 }] });
    const headers = { authorization: `Bearer ${apiKey}` };
    const stream = await EventStream.open<EventAnswer>(
      `${app.base}/api/events/stream?types=survey.answered&after=${cursor}`,
      headers,
    );
    const streamed = await eventually(() => stream.received.find(({ data: reported }) => reported.id === event.id));
    expect(streamed.data.data).toEqual(data);
    stream.close();
    const ids = `eventId=${event.id}&subscriptionId=${subscription.id}`;
    expect((await rest.get(`/api/notifications/explain?${ids}`)).status).toBe(200);
    await rest.post(`/api/notifications/deliveries/${delivery.id}/resend`);
    const resent = await eventually(() => echo.received[1]);
    expect((JSON.parse(resent) as EventAnswer).data).toEqual(data);
  });
});

describe('what a homeowner did by a link', () => {
  const question = 'Does Dana Whitaker need a permit?';

  test('is exported, and erased but for the ids in the events and in the audit log, which has no word of it', async () => {
    const { id: presentationId } = await homeowner();
    const { body: made } = await app.rest.post<{ link: { id: string }; token: string }>(
      `/api/presentations/${presentationId}/links`,
      { name: 'Phone of Dana Whitaker' },
    );
    const guest = { authorization: `Link ${made.token}` };
    expect((await app.rest.post('/api/guest/visits', undefined, guest)).status).toBe(201);
    const key = { ...guest, 'Idempotency-Key': 'asked-by-a-link' };
    const ask = () => app.rest.post('/api/guest/questions', { question }, key);
    expect((await ask()).status).toBe(204);
    const watched = { browserId: presentationId, openCount: 1, slides: [] };
    expect((await app.rest.post('/api/guest/engagement', watched, guest)).status).toBe(204);
    const { body: answer } = await app.rest.post<{
      export: {
        links: object[];
        engagement: object[];
        unansweredQuestions: object[];
        events: { event: EventAnswer }[];
      };
    }>('/api/homeowners/export', { presentationId });
    const exported = answer.export;
    expect(exported.unansweredQuestions).toEqual([{ presentationId, question, createdAt: expect.any(String) }]);
    expect(exported.links).toMatchObject([
      { name: 'Player', visitCount: 0 },
      { id: made.link.id, name: 'Phone of Dana Whitaker', visitCount: 1 },
    ]);
    expect(exported.engagement).toMatchObject([{ viewerCount: 1, openCount: 1 }]);
    expect(JSON.stringify(exported)).not.toContain(made.token.slice(-20));
    expect(exported.events.map(({ event }) => event.data['question'])).toContain(question);
    await erase({ presentationId });
    const reportedOf = async () =>
      (await app.events('types=question.asked')).find(({ data }) => data['presentationId'] === presentationId)?.data;
    await eventually(async () => Object.hasOwn((await reportedOf()) ?? {}, 'erased'));
    expect(await reportedOf()).toEqual({ presentationId, linkId: made.link.id, erased: true });
    const { entries } = await readLog(app, `key=${made.link.id}`);
    expect(entries.map(({ actor, operation, address }) => [actor, operation, address])).toEqual([
      ['link', 'askGuestQuestion', '127.0.0.1'],
      ['link', 'createGuestVisit', '127.0.0.1'],
    ]);
    expect(JSON.stringify(entries)).not.toContain('Whitaker');
    expect([(await app.rest.get(`/api/links/${made.link.id}`)).status, (await ask()).status]).toEqual([404, 401]);
  });
});

describe('an export', () => {
  test('has the presentation, its contract, and its deliveries with their answers, and nothing of others', async () => {
    const { id: presentationId, email } = await homeowner({ phone: '+15125550199' });
    const other = await homeowner();
    const signed = await contracts.in('signed', { ...other, id: presentationId });
    await publish(app, 'visit.planned', { deckId, data: { email } });
    await publish(app, 'visit.planned', { deckId, data: { email: other.email } });
    for (const selector of [{ email: email.toUpperCase() }, { phone: '+15125550199' }, { presentationId }]) {
      const {
        status,
        headers,
        body: answer,
      } = await app.rest.post<{
        export: {
          presentations: PresentationAnswer[];
          contracts: ContractAnswer[];
          events: { event: EventAnswer; deliveries: unknown[] }[];
        };
      }>('/api/homeowners/export', selector);
      expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
      const body = answer.export;
      expect(body.presentations.map(({ id }) => id)).toEqual([presentationId]);
      expect(body.contracts.map(({ id }) => id)).toEqual([signed.id]);
      expect(body.events.map(({ event }) => event.type)).toEqual(
        expect.arrayContaining(['presentation.created', 'contract.signed', 'visit.planned']),
      );
      expect(JSON.stringify(body)).not.toContain(other.email);
    }
    const nobody = await app.rest.post('/api/homeowners/export', { email: 'nobody@example.com' });
    expect([nobody.status, (await app.rest.post('/api/homeowners/export', {})).status]).toEqual([404, 400]);
  });

  test('takes no homeowner in its URL, and is no GET', async () => {
    const inQuery = await app.rest.post('/api/homeowners/export?email=a@example.com', {});
    expect([inQuery.status, inQuery.body.errors[0]?.pointer]).toEqual([400, '/email']);
    const read = await app.rest.get('/api/homeowners/export?email=a@example.com');
    expect([read.status, read.headers.get('allow')]).toEqual([405, 'POST']);
    expect(app.log.join('\n')).not.toContain('a@example.com');
  });
});

describe('a key that is limited to a deck', () => {
  test('erases and exports within it alone', async () => {
    const email = 'of-two-decks@example.com';
    const elsewhere = await presented(app.rest);
    const [mine, foreign] = [await homeowner({ email }), await homeowner({ email }, elsewhere.deckId)];
    const note = await publish(app, 'visit.planned', { deckId: elsewhere.deckId, data: { email } });
    const own = await publish(app, 'visit.planned', { deckId, data: { email } });
    const authorization = await limitedKey(app, [deckId], [...limitedScopes, 'notifications:read']);
    const rest = await new RestClient(app.base, { authorization }).open();
    expect((await erase({ presentationId: foreign.id }, rest)).status).toBe(404);
    expect((await rest.delete(`/api/presentations/${foreign.id}`)).status).toBe(404);
    expect((await rest.post('/api/homeowners/export', { presentationId: foreign.id })).status).toBe(404);
    expect((await erase({ email }, rest)).body.erasure.presentationIds).toEqual([mine.id]);
    expect((await erase({ email }, rest)).status).toBe(404);
    const reported = async (): Promise<Map<string, object>> =>
      new Map((await app.events('types=visit.planned')).map(({ id, data }) => [id, data]));
    await eventually(async () => Object.hasOwn((await reported()).get(own.id) ?? {}, 'erased'));
    expect((await app.rest.get(`/api/presentations/${foreign.id}`)).status).toBe(200);
    expect((await reported()).get(note.id)).toEqual({ email });
  });
});
