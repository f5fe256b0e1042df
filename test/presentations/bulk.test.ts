import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { PresentationSummaryAnswer, Schemas } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createSlide, presentationInput } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';

type Result = Schemas['PresentationCreation'];

const app = useApp();
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const named = (first: string): object => presentationInput({ homeowner: { first_name: first, last_name: 'W' } });
const keyed = (key: string): Record<string, string> => ({ 'idempotency-key': key });
const single = (deckId: string): string => `/api/decks/${deckId}/presentations`;
const bulk = (deckId: string): string => `${single(deckId)}/bulk`;
let keys = 0;
const newKey = (): string => `key-${(keys += 1)}`;

async function deck(): Promise<string> {
  const { id } = await createDeck(app.rest);
  await createSlide(app.rest, id, { title: 'For {{first_name}}', narrationScript: '{{city}}' });
  return id;
}

/** Whom presentations were made for, oldest first. */
async function madeFor(deckId: string): Promise<(string | null | undefined)[]> {
  const { body } = await app.rest.get<{ presentations: PresentationSummaryAnswer[] }>(`${single(deckId)}?limit=200`);
  return body.presentations.map(({ homeowner }) => homeowner['first_name']).toReversed();
}

async function madeSoFar(deckId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from presentation
    where deck_id = ${deckId}`.execute(app.database.connection.kysely);
  return rows[0]?.count ?? 0;
}

describe('presentations for many homeowners', () => {
  test('60 of them yield to other requests in between', async () => {
    const deckId = await deck();
    const done = new AbortController();
    const made = app.rest
      .post(bulk(deckId), { inputs: upTo(60).map((at) => named(`Homeowner ${at}`)) })
      .finally(() => done.abort());
    await eventually(async () => (await madeSoFar(deckId)) > 0);
    const answeredInBetween: number[] = [];
    while (!done.signal.aborted) {
      expect((await fetch(`${app.base}/healthz`)).status).toBe(200);
      answeredInBetween.push(await madeSoFar(deckId));
    }
    expect((await made).status).toBe(200);
    expect(answeredInBetween.filter((count) => count < 60).length).toBeGreaterThan(3);
  }, 60_000);

  test('are made one by one: what refuses one stops no other', async () => {
    const deckId = await deck();
    const events = await EventRecorder.start(app);
    const bad = [
      { homeowner: { first_name: 'Nobody' } },
      presentationInput({ missing: 'error' }),
      presentationInput({ price_inputs: { roof_squares: -1 } }),
    ];
    const inputs = [named('Ann'), ...bad, named('Bob')];
    const { status, body } = await app.rest.post<{ results: Result[] }>(bulk(deckId), { inputs });
    expect(status).toBe(200);
    const reported = body.results.map(({ presentationId, problem }) => [
      presentationId !== null,
      problem?.status,
      problem?.errors[0]?.pointer,
    ]);
    expect(reported).toEqual([
      [true, undefined, undefined],
      [false, 400, '/homeowner/last_name'],
      [false, 422, expect.stringMatching(/^\/slides\/.*\/narrationScript$/)],
      [false, 400, '/price_inputs/roof_squares'],
      [true, undefined, undefined],
    ]);
    expect(await madeFor(deckId)).toEqual(['Ann', 'Bob']);
    expect((await events.taken()).map(({ type }) => type)).toEqual(
      upTo(2).flatMap(() => ['presentation.created', 'presentation.ready']),
    );
    for (const [index, input] of bad.entries()) {
      const alone = await app.rest.post(single(deckId), input);
      const { requestId: _, instance: __, ...problem } = alone.body;
      expect(body.results[index + 1]?.problem).toMatchObject(problem);
    }
  });

  test('come over GraphQL with what was made', async () => {
    const deckId = await deck();
    const homeowner = { firstName: 'Ann', lastName: 'W' };
    const {
      it: { results },
    } = await app.graphql.data<{ it: { results: (Result & { presentation: { id: string } | null })[] } }>(
      `mutation ($deckId: ID!, $inputs: [CreatePresentationInput!]!) {
        it: createPresentations(deckId: $deckId, inputs: $inputs) { results {
          presentationId problem { type title status detail code requestId errors { pointer code detail } }
          presentation { id slides { title } } } } }`,
      {
        deckId,
        inputs: [
          { homeowner },
          { homeowner: { ...homeowner, country: 'XX' } },
          { homeowner: { ...homeowner, country: 'DE', phone: '030 1234567 ext. 5' } },
          { homeowner: { ...homeowner, firstName: 'Bob' }, languageSettings: { languageCode: 'de_AT' } },
        ],
      },
    );
    expect(results).toMatchObject([
      { problem: null, presentation: { slides: [{ title: 'For Ann' }] } },
      {
        presentationId: null,
        problem: { status: 400, errors: [{ pointer: '/homeowner/country' }] },
        presentation: null,
      },
      { presentationId: null, problem: { status: 400, errors: [{ pointer: '/homeowner/phone' }] }, presentation: null },
      { problem: null, presentation: { slides: [{ title: 'For Bob' }] } },
    ]);
    for (const { presentationId, presentation } of results) expect(presentation?.id ?? null).toBe(presentationId);
  });

  test('may be 200, and are not made for an unknown deck', async () => {
    const deckId = await deck();
    const inputs = upTo(200).map((number) => named(String(number)));
    const { body } = await app.rest.post<{ results: Result[] }>(bulk(deckId), { inputs });
    expect(new Set(body.results.map(({ presentationId }) => presentationId)).size).toBe(200);
    expect(await madeFor(deckId)).toEqual(upTo(200).map(String));
    expect((await app.rest.post(bulk('01900000-0000-7000-8000-000000000000'), { inputs })).status).toBe(404);
  }, 60_000);
});

describe('a request with an Idempotency-Key', () => {
  test('gives the same answer again and makes nothing', async () => {
    const deckId = await deck();
    const key = keyed(newKey());
    const events = await EventRecorder.start(app);
    const first = await app.rest.post(single(deckId), named('Ann'), key);
    const again = await app.rest.post(single(deckId), named('Ann'), key);
    expect([again.status, again.body, again.headers.get('location')]).toEqual([
      201,
      first.body,
      first.headers.get('location'),
    ]);
    expect(await events.facts()).toHaveLength(2);

    const inputs = [named('Bob'), { homeowner: {} }, named('Cid')];
    const many = keyed(newKey());
    const answers = [];
    for (const _ of upTo(2)) answers.push((await app.rest.post(bulk(deckId), { inputs }, many)).body);
    expect(answers[1]).toEqual(answers[0]);
    expect(await madeFor(deckId)).toEqual(['Ann', 'Bob', 'Cid']);
  });

  test('is the same request through the other API', async () => {
    const deckId = await deck();
    const key = newKey();
    const mutation = `mutation ($deckId: ID!, $key: String, $input: CreatePresentationInput!) {
      it: createPresentation(deckId: $deckId, input: $input, idempotencyKey: $key) { presentation { id } } }`;
    const input = { homeowner: { lastName: 'W', firstName: 'Ann' } };
    const { it } = await app.graphql.data<{ it: { presentation: { id: string } } }>(mutation, { deckId, key, input });
    const { body } = await app.rest.post<{ presentation: { id: string } }>(single(deckId), named('Ann'), keyed(key));
    expect(body.presentation.id).toBe(it.presentation.id);
  });

  test('is refused when the key was used for another', async () => {
    const [deckId, otherId] = [await deck(), await deck()];
    const key = newKey();
    await app.rest.post(single(deckId), named('Ann'), keyed(key));
    const before = await app.rowCounts();
    for (const [path, body] of [
      [single(deckId), named('Bob')],
      [single(otherId), named('Ann')],
      [bulk(deckId), { inputs: [named('Ann')] }],
    ] as const) {
      const answer = await app.rest.post(path, body, keyed(key));
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer: '/Idempotency-Key' }] } });
    }
    expect(await app.rowCounts()).toEqual(before);
  });

  test('that was refused may be mended under its key', async () => {
    const deckId = await deck();
    const key = keyed(newKey());
    expect((await app.rest.post(single(deckId), presentationInput({ missing: 'error' }), key)).status).toBe(422);
    expect((await app.rest.post(single(deckId), presentationInput(), key)).status).toBe(201);
  });

  test.each(['x'.repeat(256), 'two words', 'caf\u00e9'])('may not have the key %j', async (key) => {
    const deckId = await deck();
    const { status, body } = await app.rest.post(single(deckId), named('Ann'), keyed(key));
    expect([status, body.errors[0]?.pointer]).toEqual([400, '/Idempotency-Key']);
  });

  test('is made once, however many send it at the same time', async () => {
    const deckId = await deck();
    const [one, many] = [keyed(newKey()), keyed(newKey())];
    const inputs = upTo(5).map((number) => named(`B${number}`));
    const answers = await Promise.all(
      upTo(12).map(async (number) =>
        number % 2 === 0
          ? app.rest.post(single(deckId), named('Ann'), one)
          : app.rest.post(bulk(deckId), { inputs }, many),
      ),
    );
    expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(2);
    const names = await madeFor(deckId);
    expect(names).toHaveLength(6);
    expect(new Set(names)).toEqual(new Set(['Ann', ...upTo(5).map((number) => `B${number}`)]));
  });

  test('goes on where a crash has left it', async () => {
    const deckId = await deck();
    const key = newKey();
    const inputs = upTo(4).map((number) => named(String(number)));
    const send = async (): Promise<Result[]> =>
      (await app.rest.post<{ results: Result[] }>(bulk(deckId), { inputs }, keyed(key))).body.results;
    const whole = await send();
    // As if the process had ended behind the second one: what came later was never committed.
    const { kysely } = app.database.connection;
    const lost = [whole[2]?.presentationId, whole[3]?.presentationId].map(String);
    await sql`delete from presentation where id in (${sql.join(lost)})`.execute(kysely);
    await sql`update idempotency_key set results = results - 3 - 2 where key = ${key}`.execute(kysely);
    const again = await send();
    expect(again.slice(0, 2)).toEqual(whole.slice(0, 2));
    expect(again.map(({ presentationId }) => presentationId !== null)).toEqual([true, true, true, true]);
    expect(await madeFor(deckId)).toEqual(upTo(4).map(String));
  });

  test('is a new one after 24 hours, when its key is forgotten', async () => {
    const deckId = await deck();
    const [key, other] = [newKey(), newKey()];
    const { kysely } = app.database.connection;
    const age = (hours: number) =>
      sql`update idempotency_key set created_at = now() - make_interval(mins => ${hours * 60}) where key = ${key}`.execute(
        kysely,
      );
    await app.rest.post(single(deckId), named('Ann'), keyed(key));
    await age(23.9);
    await app.rest.post(single(deckId), named('Ann'), keyed(key));
    expect(await madeFor(deckId)).toHaveLength(1);
    await age(24.1);
    await app.rest.post(single(deckId), named('Bob'), keyed(other));
    const { rows } = await sql<{
      key: string;
    }>`select key from idempotency_key where key in (${key}, ${other})`.execute(kysely);
    expect(rows).toEqual([{ key: other }]);
    await app.rest.post(single(deckId), named('Cid'), keyed(key));
    expect(await madeFor(deckId)).toEqual(['Ann', 'Bob', 'Cid']);
  });
});
