import { sql } from 'kysely';
import { describe, expect, test } from '@jest/globals';
import { publish, settledDelivery } from '../delivery/deliveries.ts';
import type { ProblemAnswer } from '../helpers/answers.ts';
import { createDeck, createFaq, createSlide, createSubscription, deckInput } from '../helpers/factories.ts';
import { Contracts, presented } from '../contracts/contracts.ts';
import { useApp } from '../helpers/test-app.ts';
import { unharmed } from '../helpers/unharmed.ts';

const app = useApp();

type Named = { readonly id: string };

/**
 * Copies a stored row, each copy with an id of its own and a little younger than the one before.
 *
 * @param others what else differs, as the SQL of an object's members; `n` counts the copies from 1
 */
async function copyRow(table: string, id: string, copies: number, others = ''): Promise<void> {
  const differing = sql.raw(others === '' ? '' : `, ${others}`);
  await sql`insert into ${sql.table(table)}
    select (jsonb_populate_record(original, jsonb_build_object('id', gen_random_uuid() ${differing}))).*
    from ${sql.table(table)} as original, generate_series(1, ${copies}::int) as n where original.id = ${id}`.execute(
    app.database.connection.kysely,
  );
}

const younger = `'created_at', original.created_at + n * interval '1 second'`;

async function pagesOf(field: string): Promise<Named[]> {
  const found: Named[] = [];
  for (let after: string | null = null, pages = 0; pages < 10; pages += 1) {
    type Answer = { list: { nodes: Named[]; pageInfo: { hasNextPage: boolean; endCursor: string } } };
    const { list }: Answer = await app.graphql.data(
      `query ($after: String) { list: ${field.replace(')', ', first: 200, after: $after)')} { nodes { id } pageInfo { hasNextPage endCursor } } }`,
      { after },
    );
    found.push(...list.nodes);
    if (!list.pageInfo.hasNextPage) return found;
    after = list.pageInfo.endCursor;
  }
  throw new Error('the pages do not end');
}

describe('a list without pages ends', () => {
  test('of the subscriptions of a deck: its pages are those of the query', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createSubscription(app.rest, { deckId, isActive: false });
    await copyRow('notification_subscription', id, 520, younger);
    const of = async (args: string): Promise<{ nodes: Named[]; totalCount: number }> =>
      (
        await app.graphql.data<{ deck: { subscriptions: { nodes: Named[]; totalCount: number } } }>(
          `{ deck(id: "${deckId}") { subscriptions${args} { nodes { id } totalCount } } }`,
        )
      ).deck.subscriptions;
    const all = await pagesOf(`subscriptions(deckId: "${deckId}")`);
    expect(all).toHaveLength(521);
    expect(await of('')).toEqual({ nodes: all.slice(0, 20), totalCount: 521 });
    expect(await of('(first: 200)')).toEqual({ nodes: all.slice(0, 200), totalCount: 521 });
    const { errors } = await app.graphql.send(
      `{ deck(id: "${deckId}") { subscriptions(first: 201) { nodes { id } } } }`,
    );
    expect(errors).toMatchObject([
      { extensions: { code: 'INVALID_INPUT', problem: { errors: [{ pointer: '/first', code: 'range' }] } } },
    ]);
    expect(errors?.[0]?.message).toContain('1 to 200');
  });

  test('also where it is far longer than its price says: the budget ends what was let begin', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createSubscription(app.rest, { deckId, isActive: false });
    await copyRow('notification_subscription', id, 399, younger);
    const words = JSON.stringify(
      Array.from({ length: 5_000 }, (_, n) => ({ word: 'w', startTime: n, endTime: n + 1 })),
    );
    await createFaq(app.rest, deckId);
    await sql`update faq set word_timings = ${words}::jsonb where deck_id = ${deckId}`.execute(
      app.database.connection.kysely,
    );
    const query = `{ deck(id: "${deckId}") { subscriptions(first: 30) { nodes { deck { faqs { wordTimings { word } } } } } } }`;
    // GraphQL completes 100,000 objects in one go: about 700 ms here, where it checks twice of which class each type is.
    const limits = { p99Ms: 1_500, slowestMs: 1_500 };
    const result = await unharmed(app, () => app.graphql.send<object>(query), limits);
    expect(JSON.stringify(result.data).match(/"id"/g)?.length ?? 0).toBeLessThanOrEqual(100_000);
    const [error] = result.errors ?? [];
    expect(error?.extensions).toMatchObject({ code: 'OVER_BUDGET', problem: { status: 422 } });
    expect(error?.message).toContain('100,000');
    const ids = Array.from({ length: 10 }, () => `"${deckId}"`);
    const { errors } = await app.graphql.send(
      `{ nodes(ids: [${ids.join()}]) { ... on Deck { subscriptions(first: 3) { nodes { deck { faqs { wordTimings { another: word } } } } } } } }`,
    );
    expect(errors).toMatchObject([{ extensions: { code: 'OVER_BUDGET' } }]);
  });

  test('of the deliveries of an event, and of the attempts of a delivery: the last 200', async () => {
    const type = 'bounded.list';
    const { id: subscriptionId } = await createSubscription(app.rest, { eventType: type });
    const event = await publish(app, type);
    const delivery = await settledDelivery(app, event.id);
    await copyRow('notification_subscription', subscriptionId, 520, `'is_active', false, 'name', 'copy ' || n`);
    await sql`insert into delivery select (jsonb_populate_record(original,
      jsonb_build_object('id', gen_random_uuid(), 'subscription_id', copy.id, 'created_at', original.created_at + interval '1 second'))).*
      from delivery as original, notification_subscription as copy
      where original.id = ${delivery.id} and copy.event_type = ${type} and copy.name like 'copy %'`.execute(
      app.database.connection.kysely,
    );
    const of = async (first: string): Promise<Named[]> =>
      (
        await app.graphql.data<{ node: { deliveries: { nodes: Named[] } } }>(
          `{ node(id: "${event.id}") { ... on Event { deliveries${first} { nodes { id } } } } }`,
        )
      ).node.deliveries.nodes;
    const all = (await pagesOf(`deliveries(eventId: "${event.id}")`)).map(({ id }) => id);
    expect(all).toHaveLength(521);
    expect(all).toEqual(expect.arrayContaining((await of('')).map(({ id }) => id)));
    expect(await of('')).toHaveLength(20);
    expect(await of('(first: 1)')).toEqual([{ id: delivery.id }]);

    const { rows } = await sql<Named>`select id from delivery_attempt where delivery_id = ${delivery.id}`.execute(
      app.database.connection.kysely,
    );
    await copyRow('delivery_attempt', rows[0]?.id ?? '', 250, `'number', n + 1, 'sequence', n + 1000000`);
    type Attempts = { attempts: { number: number }[] };
    const graphql = await app.graphql.data<{ delivery: Attempts }>(
      `{ delivery(id: "${delivery.id}") { attempts { number } } }`,
    );
    const rest = await app.rest.get<{ delivery: Attempts }>(`/api/notifications/deliveries/${delivery.id}`);
    const last = Array.from({ length: 200 }, (_, index) => index + 52);
    for (const { attempts } of [graphql.delivery, rest.body.delivery]) {
      expect(attempts.map(({ number }) => number)).toEqual(last);
    }
  });
});

describe('what is listed as a whole is refused where its list would grow without end', () => {
  test('the 501st FAQ of a deck, in both APIs', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const { id } = await createFaq(app.rest, deckId);
    await copyRow('faq', id, 498);
    await createFaq(app.rest, deckId);
    const input = { userQuestion: 'One more?', cannedAnswer: 'No.' };
    const { status, body } = await app.rest.post<ProblemAnswer>(`/api/decks/${deckId}/faqs`, input);
    expect([status, body.reason, body.detail]).toEqual([422, 'limit_reached', 'A deck has at most 500 FAQs.']);
    expect(body.errors).toMatchObject([{ pointer: '/deckId', code: 'length' }]);
    const { errors } = await app.graphql.send(
      'mutation ($deckId: ID!, $input: CreateFaqInput!) { createFaq(deckId: $deckId, input: $input) { faq { id } } }',
      { deckId, input },
    );
    expect(errors).toMatchObject([
      { extensions: { code: 'UNPROCESSABLE', reason: 'limit_reached', problem: { detail: body.detail } } },
    ]);
    const { deck } = await app.graphql.data<{ deck: { faqs: Named[] } }>(`{ deck(id: "${deckId}") { faqs { id } } }`);
    expect(deck.faqs).toHaveLength(500);
  });

  test('the 201st contract of a presentation', async () => {
    const contracts = new Contracts(app);
    const presentation = await presented(app.rest);
    const { id } = await contracts.in('voided', presentation);
    await copyRow('contract', id, 198);
    expect((await contracts.in('voided', presentation)).status).toBe('voided');
    const path = `/api/presentations/${presentation.id}/contracts`;
    const { status, body } = await app.rest.post<ProblemAnswer>(path, {});
    expect([status, body.code]).toEqual([422, 'UNPROCESSABLE']);
    expect(body.detail).toContain('at most 200 contracts');
  });
});

describe('the placeholders of a deck', () => {
  interface Placeholders {
    readonly placeholders: { readonly name: string; readonly useCount: number; readonly uses: object[] }[];
  }

  test('are reported with their number, and with the first 100 of their places', async () => {
    const { id: deckId } = await createDeck(app.rest);
    for (let n = 0; n < 20; n += 1) {
      await createSlide(app.rest, deckId, { narrationScript: '{{v}}'.repeat(4_000) });
    }
    const result = await unharmed(app, async () => {
      const response = await fetch(`${app.base}/api/decks/${deckId}/placeholders`);
      return response.text();
    });
    expect(result.length).toBeLessThan(50_000);
    const { placeholders } = JSON.parse(result) as Placeholders;
    expect(placeholders).toMatchObject([{ name: 'v', useCount: 80_000 }]);
    expect(placeholders[0]?.uses).toHaveLength(100);
  });

  test('come in pages where they are many', async () => {
    const { id: deckId } = await createDeck(app.rest, deckInput());
    const names = Array.from({ length: 1_100 }, (_, n) => `name_${n}`);
    await createSlide(app.rest, deckId, { narrationScript: names.map((name) => `{{${name}}}`).join('') });
    const found: string[] = [];
    let path = `/api/decks/${deckId}/placeholders`;
    while (path !== '') {
      const response = await fetch(`${app.base}${path}`);
      const { placeholders } = (await response.json()) as Placeholders;
      expect(placeholders.length).toBeLessThanOrEqual(500);
      found.push(...placeholders.map(({ name }) => name));
      path = /<([^>]*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(found).toEqual(names);
    const two = await app.rest.get<Placeholders>(`/api/decks/${deckId}/placeholders?limit=2&after=3`);
    expect(two.body.placeholders.map(({ name }) => name)).toEqual(names.slice(3, 5));
    const { status } = await app.rest.get(`/api/decks/${deckId}/placeholders?after=-1`);
    expect(status).toBe(400);
    const graphql = await app.graphql.data<{ deck: Placeholders; few: Placeholders }>(
      `{ deck(id: "${deckId}") { placeholders { name } } few: deck(id: "${deckId}") { placeholders(first: 2) { name } } }`,
    );
    expect(graphql.deck.placeholders.map(({ name }) => name)).toEqual(names.slice(0, 500));
    expect(graphql.few.placeholders.map(({ name }) => name)).toEqual(names.slice(0, 2));
  });
});
