import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide, createSlides } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { productData } from '../../contracts/contracts.ts';
import { type Guest, guestOf } from '../questions/guest.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });

let deckId: string;
let presentation: PresentationAnswer;
let guest: Guest;
let welcome: string;
let prices: string;

beforeAll(async () => {
  ({ id: deckId } = await createDeck(app.rest));
  welcome = (await createSlide(app.rest, deckId)).id;
  prices = (await createSlide(app.rest, deckId, { slideType: 'product_pricing_v1', productData })).id;
  presentation = await createPresentation(app.rest, deckId, { price_inputs: { roof_squares: 20 } });
  guest = await guestOf(app, presentation);
});

interface Slide {
  sourceSlideId: string;
  seconds: number;
  isCompleted?: boolean;
  tiers?: string[];
}

async function report(by: Guest, browserId: string, openCount: number, slides: Slide[], headers = {}): Promise<number> {
  return (await by.rest.post('/api/guest/engagement', { browserId, openCount, slides }, headers)).status;
}

async function engagement(id: string): Promise<Record<string, unknown>> {
  const { body } = await app.rest.get<{ engagement: Record<string, unknown> }>(`/api/presentations/${id}/engagement`);
  return body.engagement;
}

const reported = async (type: string) => (await app.events(`types=${type}`)).map(({ data }) => data);

describe('what is watched', () => {
  const [phone, tablet] = [randomUUID(), randomUUID()];

  test('is summed up for each slide and presentation, however often it is reported, in both APIs and live', async () => {
    const live = app.live({ authorization: `Bearer ${apiKey}` });
    const follow =
      'subscription ($id: ID!) { presentationChanged(presentationId: $id) { engagement { viewerCount seconds } } }';
    const stream = live.subscribe(follow, { id: presentation.id });
    await eventually(() => stream.received.length > 0);
    const first = { sourceSlideId: welcome, seconds: 12.5, isCompleted: true };
    for (let sent = 0; sent < 2; sent += 1) expect(await report(guest, phone, 1, [first])).toBe(204);
    const second = { sourceSlideId: prices, seconds: 30, tiers: ['good', 'better'] };
    const unknown = { sourceSlideId: randomUUID(), seconds: 30 };
    await report(guest, phone, 2, [{ ...first, seconds: 10 }, second, unknown]);
    const { recordGuestEngagement } = await guest.graphql.data<{ recordGuestEngagement: object }>(
      'mutation ($input: RecordGuestEngagementInput!) { recordGuestEngagement(input: $input) { isAccepted } }',
      {
        input: {
          browserId: tablet,
          openCount: 1,
          slides: [{ sourceSlideId: prices, seconds: 5, isCompleted: true, tiers: ['GOOD'] }],
        },
      },
    );
    expect(recordGuestEngagement).toEqual({ isAccepted: true });
    const sums = {
      viewerCount: 2,
      openCount: 3,
      seconds: 47.5,
      completedCount: 0,
      slides: [
        { sourceSlideId: welcome, viewerCount: 1, seconds: 12.5, completedCount: 1, tiers: [] },
        {
          sourceSlideId: prices,
          viewerCount: 2,
          seconds: 35,
          completedCount: 1,
          tiers: [
            { tier: 'good', viewerCount: 2 },
            { tier: 'better', viewerCount: 1 },
          ],
        },
      ],
    };
    expect(await engagement(presentation.id)).toEqual({ ...sums, lastViewedAt: expect.any(String) });
    const query = `query ($id: ID!) { presentation(id: $id) { engagement { viewerCount openCount seconds completedCount
      slides { sourceSlideId viewerCount seconds completedCount tiers { tier viewerCount } } } } }`;
    const { presentation: read } = await app.graphql.data<{ presentation: object }>(query, { id: presentation.id });
    expect(JSON.parse(JSON.stringify(read).replace('GOOD', 'good').replace('BETTER', 'better'))).toEqual({
      engagement: sums,
    });
    await eventually(() => JSON.stringify(stream.received.at(-1)).includes('47.5'));
  });

  test('is recorded in events with ids alone, each once', async () => {
    const opened = await reported('presentation.opened');
    expect(opened).toMatchObject([
      { presentationId: presentation.id, linkId: guest.linkId, openCount: 1, viewerCount: 1 },
      { openCount: 2, viewerCount: 1 },
      { openCount: 1, viewerCount: 2 },
    ]);
    expect(await reported('link.opened')).toMatchObject([
      { linkId: guest.linkId, presentationId: presentation.id, viewerCount: 2 },
    ]);
    expect(await reported('slide.viewed')).toMatchObject([
      { sourceSlideId: welcome, seconds: 12.5, isCompleted: true, viewerId: opened[0]?.['viewerId'] },
      { sourceSlideId: prices, seconds: 30, isCompleted: false },
      { sourceSlideId: prices, seconds: 5, isCompleted: true, viewerId: opened[2]?.['viewerId'] },
    ]);
    expect((await reported('tier.viewed')).map(({ tier }) => tier)).toEqual(['good', 'better', 'good']);
    const { rows } = await sql<{ row: string }>`select viewer::text as row from viewer union all
      select event::text from event where type like '%engagement_changed' or type like '%opened' or type like '%viewed'
      union all select audit_entry::text from audit_entry where operation = 'recordGuestEngagement'`.execute(
      app.database.connection.kysely,
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.map(({ row }) => row).join()).not.toContain('127.0.0.1');
    expect(rows.map(({ row }) => row).join()).not.toContain('recordGuestEngagement');
  });

  test('is not kept when the browser or the deck says so', async () => {
    const before = await engagement(presentation.id);
    for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }]) {
      expect(await report(guest, randomUUID(), 1, [{ sourceSlideId: welcome, seconds: 9 }], headers)).toBe(204);
    }
    const isEngagementTracked = async () =>
      (await guest.rest.get<{ presentation: { isEngagementTracked: boolean } }>('/api/guest/presentation')).body
        .presentation.isEngagementTracked;
    expect(await isEngagementTracked()).toBe(true);
    expect((await app.rest.put(`/api/decks/${deckId}`, { isEngagementTracked: false })).status).toBe(200);
    expect(await isEngagementTracked()).toBe(false);
    expect(await report(guest, randomUUID(), 1, [{ sourceSlideId: welcome, seconds: 9 }])).toBe(204);
    await app.rest.put(`/api/decks/${deckId}`, { isEngagementTracked: true });
    expect(await engagement(presentation.id)).toEqual(before);
  });

  test('is bounded for each link: in viewers, in reports, in events and in size', async () => {
    const other = await guestOf(app, await createPresentation(app.rest, deckId));
    const { kysely } = app.database.connection;
    await sql`insert into viewer (id, created_at, updated_at, link_id, presentation_id, deck_id, browser_id, open_count, report_count)
      select gen_random_uuid(), now(), now(), id, presentation_id, deck_id, gen_random_uuid(), 1, 39
      from presentation_link, generate_series(1, 50) where id = ${other.linkId}`.execute(kysely);
    const reports = async () =>
      (
        await sql<{
          sum: number;
        }>`select sum(report_count)::int as sum from viewer where link_id = ${other.linkId}`.execute(kysely)
      ).rows[0]?.sum;
    expect(await report(other, randomUUID(), 1, [])).toBe(204);
    expect(await reports()).toBe(1_950);
    await sql`update viewer set browser_id = ${phone}, report_count = report_count + 48 where id = (select id from viewer where link_id = ${other.linkId} limit 1)`.execute(
      kysely,
    );
    for (let sent = 0; sent < 3; sent += 1) await report(other, phone, sent + 2, []);
    expect(await reports()).toBe(2_000);
    await sql`update viewer set report_count = 0, event_count = 199 where link_id = ${other.linkId}`.execute(kysely);
    await sql`update viewer set event_count = 244 where browser_id = ${phone}`.execute(kysely);
    const opened = async () => (await reported('presentation.opened')).length;
    const before = await opened();
    for (let sent = 0; sent < 3; sent += 1) await report(other, phone, sent + 10, []);
    expect([await opened(), await reports()]).toEqual([before + 3, 3]);
    expect(await report(other, phone, 20, [])).toBe(204);
    expect([await opened(), await reports()]).toEqual([before + 3, 3]);
    await sql`update viewer set event_count = 0 where link_id = ${other.linkId}`.execute(kysely);
    await sql`update presentation_link set hourly = jsonb_build_object('reports',
      jsonb_build_object('since', now(), 'count', 599)) where id = ${other.linkId}`.execute(kysely);
    for (let sent = 0; sent < 3; sent += 1) expect(await report(other, phone, sent + 30, [])).toBe(204);
    expect([await opened(), await reports()]).toEqual([before + 4, 4]);
    const slides = Array.from({ length: 51 }, () => ({ sourceSlideId: welcome, seconds: 1 }));
    expect(await report(other, phone, 1, slides)).toBe(400);
    expect(await report(other, phone, 1, [{ sourceSlideId: welcome, seconds: -1 }])).toBe(400);
  });

  test('makes at most 600 events an hour, also of reports that name many slides, and records the rest later', async () => {
    const { id } = await createDeck(app.rest);
    await createSlides(
      app.rest,
      id,
      Array.from({ length: 50 }, (_, made) => ({ slideId: `s${made}` })),
    );
    const many = await createPresentation(app.rest, id);
    const other = await guestOf(app, many);
    const { kysely } = app.database.connection;
    const slides = (seconds: number) =>
      many.slides.map(({ sourceSlideId }) => ({ sourceSlideId: sourceSlideId, seconds }));
    const events = async () =>
      (
        await sql<{ count: number }>`select count(*)::int as count from event where data->>'linkId' = ${other.linkId}
          or (type = 'presentation.engagement_changed' and data->>'id' = ${many.id})`.execute(kysely)
      ).rows[0]?.count;
    for (let sent = 1; sent <= 14; sent += 1) expect(await report(other, phone, 1, slides(sent * 10))).toBe(204);
    const most = await events();
    expect(most).toBeGreaterThan(580);
    expect(most).toBeLessThanOrEqual(600);
    await sql`update presentation_link set hourly = '{}' where id = ${other.linkId}`.execute(kysely);
    expect(await report(other, phone, 1, slides(140))).toBe(204);
    expect((await engagement(many.id)).seconds).toBe(50 * 140);
    const mutation =
      'mutation ($input: RecordGuestEngagementInput!) { recordGuestEngagement(input: $input) { isAccepted } }';
    const cost = async (count: number): Promise<number> => {
      const input = { browserId: phone, openCount: 1, slides: slides(150).slice(0, count) };
      const answer = await fetch(`${app.base}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...other.headers },
        body: JSON.stringify({ query: mutation, variables: { input } }),
      });
      expect(await answer.json()).toMatchObject({ data: { recordGuestEngagement: { isAccepted: true } } });
      return Number(answer.headers.get('x-query-cost')?.split(/\D/)[0]);
    };
    expect((await cost(50)) - (await cost(1))).toBe(49 * 900);
    expect((await app.rest.delete(`/api/presentations/${many.id}`)).status).toBe(200);
  });

  test('is erased with its presentation', async () => {
    expect((await app.rest.delete(`/api/presentations/${presentation.id}`)).status).toBe(200);
    const { rows } = await sql<{ count: number }>`select (select count(*) from viewer where presentation_id =
      ${presentation.id})::int + (select count(*) from slide_engagement)::int as count`.execute(
      app.database.connection.kysely,
    );
    expect(rows).toEqual([{ count: 0 }]);
    await eventually(async () => (await reported('slide.viewed')).every((data) => data['erased'] === true));
  });
});
