import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { ContractAnswer, EventAnswer, PresentationAnswer, ProblemAnswer } from '../../helpers/answers.ts';
import { EventStream } from '../../helpers/event-stream.ts';
import { dump } from '../../helpers/dump.ts';
import { eventually, timeUntil } from '../../helpers/eventually.ts';
import { createDeck, createFaq, createPresentation, createSlide } from '../../helpers/factories.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { useApp } from '../../helpers/test-app.ts';
import { bearer, issue } from '../../trust/keys/issued.ts';
import { Contracts, productData } from '../../contracts/contracts.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey, ROLES: 'web', RATE_WRONG_KEYS: '0', LOG_LEVEL: 'info' });
const contracts = new Contracts(app);
const audioUrl = `/api/audio/${'a'.repeat(64)}.mp3`;
const recording = { narrationScript: 'Hello.', audioUrl, wordTimings: [{ word: 'Hello.', startTime: 0, endTime: 1 }] };

interface Made {
  link: { id: string; visitCount: number; revokedAt: string | null };
  url: string;
  token: string;
}

let mine: PresentationAnswer;
let other: PresentationAnswer;

beforeAll(async () => {
  const { id } = await createDeck(app.rest, { name: 'Roofs' });
  const offer = { slideType: 'product_pricing_v1', productData, slideContext: 'A note', ...recording };
  await createSlide(app.rest, id, offer);
  await createFaq(app.rest, id);
  const homeowner = { first_name: 'Dana', last_name: 'Whitaker', phone: '+14155550100', email: 'dana@example.com' };
  const input = { homeowner, price_inputs: { roof_squares: 24.5 } };
  mine = await createPresentation(app.rest, id, input);
  other = await createPresentation(app.rest, id, input);
});

async function make(input: object = {}, of = mine): Promise<Made> {
  const path = `/api/presentations/${of.id}/links`;
  const { status, body } = await app.rest.post<Made>(path, { name: 'Phone', ...input });
  expect(status).toBe(201);
  return body;
}

async function guest(token: string) {
  const headers = { authorization: `Link ${token}` };
  const rest = await new RestClient(app.base, headers).open({ authorization: `Bearer ${apiKey}` });
  return { rest, graphql: new GraphQLClient(app.base, headers), headers };
}

describe('a link', () => {
  test('opens its presentation without what is not for the homeowner, in both APIs', async () => {
    const { url, token } = await make();
    expect(url).toBe(`${app.base}/p/${token}`);
    const { rest, graphql } = await guest(token);
    const { body, headers } = await rest.get<{ presentation: Record<string, unknown> }>('/api/guest/presentation');
    expect(body.presentation).toMatchObject({
      title: 'Roofs',
      homeownerName: 'Dana Whitaker',
      canSign: false,
      faqs: [{}],
    });
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    const text = JSON.stringify(body);
    for (const hidden of ['+14155550100', 'dana@example.com', 'A note', 'roof_squares', 'pricePerSquare']) {
      expect(text).not.toContain(hidden);
    }
    const parts =
      'title canSign slides { title audioUrl captionsUrl } offers { tiers { name total lines { label quantity unit rate percentOf amount } } }';
    const { guestPresentation } = await graphql.data<{ guestPresentation: Record<string, unknown> }>(
      `{ guestPresentation { ${parts} } }`,
    );
    expect(body.presentation).toMatchObject(guestPresentation);
    expect(body.presentation).toMatchObject({
      offers: [
        {
          tiers: [
            { lines: [{ label: 'Fixed price', quantity: null, amount: '11800.00' }] },
            {
              lines: [
                { label: 'Base price', amount: '350.00' },
                { label: 'Roof area', quantity: '24.5', unit: 'square', rate: '509.15', amount: '12474.18' },
              ],
            },
          ],
        },
      ],
    });
    const [slide] = guestPresentation['slides'] as { captionsUrl: string }[];
    expect((await fetch(app.base + slide?.captionsUrl)).status).toBe(200);
  });

  test('shows what each tier contains, in the language of the homeowner, as the prices of the seller do', async () => {
    const { id } = await createDeck(app.rest);
    const good = { name: 'Shingle', price: 100, tagline: ' For {{first_name}} ', features: ['New shingles', '', 7] };
    const better = { name: 'Metal', price: 200, features: ['New shingles', 'Of {{better.name}}'] };
    const best = { name: 'Slate', price: 300, tagline: 7, features: 'all' };
    const es = { title: 'T', bullets: [], narrationScript: 'N', productData: { good: { features: ['Tejas nuevas'] } } };
    const offer = { defaultSelectedTier: 'better', good, better, best };
    const slide = { slideType: 'product_pricing_v1', productData: offer, translations: { es } };
    const { id: sourceSlideId } = await createSlide(app.rest, id, slide);
    const inSpanish = await createPresentation(app.rest, id, { language_settings: { language_code: 'es' } });
    const reported = [
      { tier: 'good', tagline: 'For Dana', features: ['Tejas nuevas'] },
      { tier: 'better', tagline: null, features: ['New shingles', 'Of Metal'] },
      { tier: 'best', tagline: null, features: [] },
    ];
    expect(inSpanish.pricing.offers[0]?.tiers).toMatchObject(reported);
    expect(inSpanish.pricing.offers).toMatchObject([{ tiers: reported }]);
    const { rest, graphql } = await guest((await make({}, inSpanish)).token);
    const offers = [{ sourceSlideId, selectedTier: null, suggestedTier: 'better', tiers: reported }];
    const { body } = await rest.get<{ presentation: object }>('/api/guest/presentation');
    expect(body.presentation).toMatchObject({ offers });
    const query = '{ guestPresentation { offers { selectedTier suggestedTier tiers { tagline features } } } }';
    expect(await graphql.data(query)).toEqual({
      guestPresentation: {
        offers: [
          {
            selectedTier: null,
            suggestedTier: 'BETTER',
            tiers: reported.map(({ tagline, features }) => ({ tagline, features })),
          },
        ],
      },
    });
  });

  test('opens nothing else: neither the operations of keys, nor contracts unless it is to sign', async () => {
    const { rest, graphql } = await guest((await make()).token);
    for (const path of [`/api/presentations/${mine.id}`, '/api/decks', '/api/openapi.json', '/api/guest/contracts']) {
      expect((await rest.get(path)).status).toBe(403);
    }
    const { errors } = await graphql.send(`{ node(id: "${mine.id}") { id } }`);
    expect(errors).toMatchObject([{ extensions: { code: 'FORBIDDEN' } }]);
    expect((await app.rest.get('/api/guest/presentation')).status).toBe(403);
  });

  test('that has ended is refused in the words of an unknown one, and says so to its whole token alone', async () => {
    const homeowner = { first_name: 'Robin', last_name: 'Whitaker' };
    const erasable = await createPresentation(app.rest, mine.deckId, { homeowner });
    const ended = {
      revoked: await make(),
      expired: await make({ expiresAt: new Date(Date.now() + 400).toISOString() }),
      erased: await make({}, erasable),
      player: { token: (erasable.playerUrl ?? '').slice('/p/'.length) },
    };
    const live = await make();
    const usedUp = await make({ isOneTime: true });
    await (await guest(usedUp.token)).rest.post('/api/guest/visits');
    expect((await app.rest.delete(`/api/links/${ended.revoked.link.id}`)).status).toBe(204);
    expect((await app.rest.delete(`/api/presentations/${erasable.id}`)).status).toBe(200);
    const read = async (token: string) => (await guest(token)).rest.get('/api/guest/presentation');
    await eventually(async () => (await read(ended.expired.token)).status === 401);
    const refusalOf = async (token: string) => {
      const { status, body, headers } = await read(token);
      const ofThisAnswer = new Set(['date', 'x-request-id', 'content-length']);
      const others = [...headers].filter(([name]) => !ofThisAnswer.has(name));
      const { reason, ...rest } = body as ProblemAnswer;
      return { reason, rest: JSON.stringify([status, { ...rest, requestId: '' }, others]) };
    };
    const tokens = Object.values(ended).map(({ token }) => token);
    const changed = (token: string): string => token.slice(0, -1) + (token.endsWith('A') ? 'E' : 'A');
    const cut = [...tokens, live.token].map((token) => token.slice(0, -5));
    const unknown = [...tokens.map(changed), ...cut, changed(live.token), usedUp.token, `pl_${'0'.repeat(16)}_x`];
    const ofEnded = await Promise.all(tokens.map(refusalOf));
    const ofUnknown = await Promise.all(unknown.map(refusalOf));
    expect(new Set(ofEnded.map(({ reason }) => reason))).toEqual(new Set(['link_ended']));
    expect(new Set(ofUnknown.map(({ reason }) => reason))).toEqual(new Set(['link_invalid']));
    const refusals = new Set([...ofEnded, ...ofUnknown].map(({ rest }) => rest));
    expect(refusals.size).toBe(1);
    expect([...refusals].join()).toContain('This link is invalid or has expired: request a new one.');
    const { graphql } = await guest(ended.revoked.token);
    const { errors } = await graphql.send('{ guestPresentation { title } }');
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED', reason: 'link_ended' } }]);
  });

  test('counts visits, and its token is in no list and no log', async () => {
    const { token, link } = await make();
    const { rest, graphql } = await guest(token);
    await rest.post('/api/guest/visits');
    expect(await graphql.data('mutation { createGuestVisit { visit { visitCount token } } }')).toEqual({
      createGuestVisit: { visit: { visitCount: 2, token: null } },
    });
    const { body, headers } = await app.rest.get<Made>(`/api/links/${link.id}`);
    expect([body.link.visitCount, headers.get('etag')]).toEqual([2, '"1"']);
    await fetch(`${app.base}/p/${token}`);
    const listed = await app.rest.get(`/api/presentations/${mine.id}/links`);
    expect(JSON.stringify(listed.body) + app.log.join('\n')).not.toContain(token.slice(-20));
  });

  /** Thirty changes of one operation. */
  const thirty = (change: (at: number) => string): string =>
    `mutation { ${Array.from({ length: 30 }, (_, at) => `m${at}: ${change(at)}`).join(' ')} }`;

  test('causes thirty events of its visits an hour at most, and counts the others', async () => {
    const { token, link } = await make();
    const { graphql, rest } = await guest(token);
    await graphql.data(thirty(() => 'createGuestVisit { visit { visitCount } }'));
    expect((await rest.post<{ visit: object }>('/api/guest/visits')).body.visit).toMatchObject({ visitCount: 31 });
    const ofLink = async () =>
      (await app.events('types=link.visited')).filter(({ data }) => data['linkId'] === link.id);
    expect((await ofLink()).map(({ data }) => data['visitCount'])).toEqual(
      Array.from({ length: 30 }, (_, at) => at + 1),
    );
    const hour = sql`jsonb_set(hourly, '{visits,since}', to_jsonb(now() - interval '61 minutes'))`;
    await sql`update presentation_link set hourly = ${hour} where id = ${link.id}`.execute(
      app.database.connection.kysely,
    );
    await rest.post('/api/guest/visits');
    expect((await ofLink()).at(-1)?.data).toMatchObject({ visitCount: 32 });
  });

  test('changes a tier sixty times an hour at most, which no seller has to wait for', async () => {
    const of = await createPresentation(app.rest, mine.deckId, { price_inputs: { roof_squares: 24.5 } });
    const { token, link } = await make({}, of);
    const { graphql, rest } = await guest(token);
    const hourly = sql`jsonb_build_object('tiers', jsonb_build_object('since', now(), 'count', 57))`;
    await sql`update presentation_link set hourly = ${hourly} where id = ${link.id}`.execute(
      app.database.connection.kysely,
    );
    await app.rest.put(`/api/presentations/${of.id}/tier`, { tier: 'better' });
    const ofOffer = async () =>
      (await app.events('types=presentation.tier_selected')).filter(({ data }) => data['presentationId'] === of.id)
        .length;
    const before = await ofOffer();
    const tier = (at: number): string => (at % 2 === 0 ? 'GOOD' : 'BETTER');
    const { errors = [] } = await graphql.send(
      thirty((at) => `selectGuestTier(tier: ${tier(at)}) { presentation { presentationId } }`),
    );
    expect(await ofOffer()).toBe(before + 3);
    // The tier that is selected then is asked for again by every second one: that changes nothing.
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(Array(14).fill('TOO_MANY_REQUESTS'));
    const selected = { tier: 'better' };
    const refused = await rest.put<ProblemAnswer>('/api/guest/tier', selected);
    expect(refused.body).toMatchObject({ status: 429, reason: 'link_limited' });
    expect(refused.body.detail).toContain('60 times an hour');
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await app.rest.put(`/api/presentations/${of.id}/tier`, selected)).status).toBe(200);
    expect((await rest.put('/api/guest/tier', selected)).status).toBe(200);
  });

  test('that is to be opened once serves the first browser alone', async () => {
    const { token } = await make({ isOneTime: true });
    const { rest } = await guest(token);
    expect((await rest.get('/api/guest/presentation')).status).toBe(403);
    const both = await Promise.all([0, 1].map(() => rest.post<{ visit: { token: string } }>('/api/guest/visits')));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 401]);
    const first = both.find(({ status }) => status === 201)?.body.visit.token ?? '';
    expect((await (await guest(first)).rest.get('/api/guest/presentation')).status).toBe(200);
    expect((await rest.get('/api/guest/presentation')).status).toBe(401);
  });

  test('lets its guest choose a tier, ask, and sign the contracts of its presentation alone', async () => {
    const { token, link } = await make({ scope: 'view_and_sign' });
    const { rest, graphql } = await guest(token);
    const [own, foreign] = [await contracts.in('sent', mine), await contracts.in('sent', other)];
    const overtaken = await graphql.send(
      'mutation { selectGuestTier(tier: GOOD, ifVersion: 99) { presentation { title } } }',
    );
    expect(overtaken.errors).toMatchObject([{ extensions: { code: 'PRECONDITION_FAILED' } }]);
    for (const [path, body, later] of [
      ['/api/guest/tier', { tier: 'good' }, { tier: 'better' }],
      ['/api/guest/add-ons', { addOns: [] }, undefined],
    ] as const) {
      const key = { 'idempotency-key': `once-${path}` };
      expect((await rest.put(path, body, key)).status).toBe(200);
      if (later !== undefined) expect((await rest.put(path, later)).status).toBe(200);
      // Lost on its way, it arrives once more after another choice.
      expect((await rest.put(path, body, key)).status).toBe(200);
      expect((await rest.put(path, { ...body, sourceSlideId: mine.id }, key)).status).toBe(422);
    }
    const { body: chosen } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${mine.id}`);
    expect(chosen.presentation.pricing.offers[0]?.selectedTier).toBe('better');
    const ask = (): Promise<{ status: number }> =>
      rest.post('/api/guest/questions', { question: 'Gutters?' }, { 'idempotency-key': 'once' });
    expect([(await ask()).status, (await ask()).status]).toEqual([204, 204]);
    const { body } = await rest.get<{ contracts: { contractId: string; documentHash: string; pdfUrl: string }[] }>(
      '/api/guest/contracts',
    );
    expect(body.contracts.map(({ contractId }) => contractId)).toEqual([own.id]);
    const [{ documentHash, pdfUrl } = { documentHash: '', pdfUrl: '' }] = body.contracts;
    expect((await fetch(app.base + pdfUrl)).headers.get('content-type')).toBe('application/pdf');
    const signature = { tier: 'better', signerName: 'Dana Whitaker', consent: true, documentHash };
    expect((await rest.post(`/api/guest/contracts/${foreign.id}/sign`, signature)).status).toBe(404);
    expect((await rest.post(`/api/guest/contracts/${own.id}/sign`, signature)).status).toBe(200);
    const signed = (await app.rest.get<{ contract: ContractAnswer }>(`/api/contracts/${own.id}`)).body.contract;
    expect(signed).toMatchObject({ status: 'signed', signatures: [{ linkId: link.id, ip: '127.0.0.1' }] });
    const asked: EventAnswer[] = await app.events('types=question.asked');
    const data = { presentationId: mine.id, linkId: link.id, sourceSlideId: null, question: 'Gutters?' };
    expect(asked).toHaveLength(1);
    expect(asked).toMatchObject([{ deckId: mine.deckId, data }]);
  });

  test('streams nothing that its guest has, and then what changes alone', async () => {
    type Shown = { stateTag: string; slides: object[]; offers: object[] } & Record<string, unknown>;
    type Sent = Partial<Shown> & { changes?: { path: string; value: unknown }[] };
    const { rest, headers } = await guest((await make({}, other)).token);
    const read = async () => (await rest.get<{ presentation: Shown }>('/api/guest/presentation')).body.presentation;
    const follow = (after: string) =>
      EventStream.open<Sent>(`${app.base}/api/guest/presentation/stream?after=${after}`, headers);
    const before = await read();
    const [current, stale] = await Promise.all([follow(before.stateTag), follow('')]);
    await eventually(() => stale.received.length === 1, { what: 'the whole state' });
    expect(stale.received[0]?.data).toEqual(before);
    const tier = before.offers[0] && 'selectedTier' in before.offers[0] && before.offers[0].selectedTier;
    expect((await rest.put('/api/guest/tier', { tier: tier === 'good' ? 'better' : 'good' })).status).toBe(200);
    await eventually(() => current.received.length > 0 && stale.received.length > 1, { what: 'the change' });
    const after = await read();
    for (const { event, data } of [current.received[0], stale.received[1]].filter((sent) => sent !== undefined)) {
      const changed: Record<string, unknown> = structuredClone(before);
      for (const { path, value } of data.changes ?? []) {
        const [, name = '', index] = path.split('/');
        if (index === undefined) changed[name] = value;
        else (changed[name] as unknown[])[Number(index)] = value;
      }
      expect([event, changed]).toEqual(['changes', after]);
      expect(data.changes?.map(({ path }) => path)).toEqual(['/version', '/stateTag', '/offers/0']);
    }
    for (const stream of [current, stale]) stream.close();
  });

  test('to sign is made by those alone who may sign', async () => {
    const { body } = await app.rest.post<{ token: string }>('/api/keys', {
      name: 'Seller',
      scopes: ['presentations:write'],
    });
    const headers = { authorization: `Bearer ${body.token}` };
    const path = `/api/presentations/${mine.id}/links`;
    expect((await app.rest.post(path, { name: 'Phone' }, headers)).status).toBe(201);
    expect((await app.rest.post(path, { name: 'Phone', scope: 'view_and_sign' }, headers)).status).toBe(403);
  });

  test('that is revoked ends what is open by it', async () => {
    const { token, link } = await make();
    const { headers } = await guest(token);
    const live = app.live(headers);
    const socket = live.subscribe('subscription { guestPresentationChanged { title } }');
    const stream = await EventStream.open(`${app.base}/api/guest/presentation/stream`, headers);
    await eventually(() => socket.received.length > 0 && stream.received.length > 0, { what: 'the first state' });
    await app.graphql.data(`mutation { revokePresentationLink(id: "${link.id}") { link { revokedAt } } }`);
    await eventually(() => live.closeCode === 4403 && stream.ended === 'complete', { what: 'the end of both' });
    expect(stream.received.at(-1)).toMatchObject({ event: 'problem', data: { code: 'FORBIDDEN' } });
  });
});

describeOnPostgres('at another process, what is open by a link', () => {
  const second = useApp({ API_KEY: apiKey, ROLES: 'web', RATE_WRONG_KEYS: '0' }, app);

  /** A browser at the other process: a socket, a stream, and a request. */
  async function follow(token: string) {
    const headers = { authorization: `Link ${token}` };
    const live = second.live(headers);
    const socket = live.subscribe('subscription { guestPresentationChanged { title } }');
    const stream = await EventStream.open(`${second.base}/api/guest/presentation/stream`, headers);
    await eventually(() => socket.received.length > 0 && stream.received.length > 0, { what: 'the first state' });
    const hasEnded = async (): Promise<boolean> => {
      const { status } = await fetch(`${second.base}/api/guest/presentation`, { headers });
      return status === 401 && live.closeCode === 4403 && stream.ended === 'complete';
    };
    return { hasEnded, isOpen: () => live.closeCode === undefined && stream.ended === undefined };
  }

  const expectEndWithinASecond = async ({ hasEnded }: Awaited<ReturnType<typeof follow>>): Promise<void> => {
    const what = 'the end of socket, stream and requests';
    expect(await timeUntil(hasEnded, { what })).toBeLessThan(1_000);
  };

  test('ends within a second of a revocation', async () => {
    const { token, link } = await make();
    const open = await follow(token);
    expect((await app.rest.delete(`/api/links/${link.id}`)).status).toBe(204);
    await expectEndWithinASecond(open);
  });

  test('ends within a second of a revocation whose wake-up is lost', async () => {
    const { token, link } = await make();
    const open = await follow(token);
    await sql`update presentation_link set revoked_at = now() where id = ${link.id}`.execute(
      app.database.connection.kysely,
    );
    await expectEndWithinASecond(open);
  });

  test('ends within a second of its expiry, and not before', async () => {
    const expiresAt = Date.now() + 1_000;
    const open = await follow((await make({ expiresAt: new Date(expiresAt).toISOString() })).token);
    await eventually(() => !open.isOpen());
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt);
    await expectEndWithinASecond(open);
    expect(Date.now()).toBeLessThan(expiresAt + 1_000);
  });
});

describe('playerUrl', () => {
  const keyed = async (scopes: string[]) => {
    const { token } = await issue(app, { scopes });
    return {
      rest: await new RestClient(app.base, bearer(token)).open(),
      graphql: new GraphQLClient(app.base, bearer(token)),
      live: app.live(bearer(token)),
    };
  };
  const newPresentation = () => createPresentation(app.rest, other.deckId);
  const tokenOf = ({ playerUrl }: Pick<PresentationAnswer, 'playerUrl'>): string => playerUrl?.split('/').at(-1) ?? '';
  const ownLinkOf = async ({ id }: PresentationAnswer): Promise<Made['link']> => {
    const { body } = await app.rest.get<{ links: Made['link'][] }>(`/api/presentations/${id}/links`);
    expect(body.links).toMatchObject([{ name: 'Player', scope: 'view', isOneTime: false }]);
    return body.links[0] as Made['link'];
  };
  const statusBy = async (token: string): Promise<number> =>
    (await (await guest(token)).rest.get('/api/guest/presentation')).status;

  test('is a link to view, the same at each reading, whose token is stored nowhere', async () => {
    const made = await newPresentation();
    expect(made.playerUrl).toMatch(/^\/p\/pl_/);
    expect(await statusBy(tokenOf(made))).toBe(200);
    const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${made.id}`);
    expect(body.presentation.playerUrl).toBe(made.playerUrl);
    const { presentation } = await app.graphql.data<{ presentation: PresentationAnswer }>(
      `{ presentation(id: "${made.id}") { playerUrl } }`,
    );
    expect(presentation.playerUrl).toBe(made.playerUrl);
    const secret = tokenOf(made).slice(-43);
    expect(await dump(app)).not.toContain(secret);
    await ownLinkOf(made);
  });

  test('is given to whom may make links, and to nobody else, in every API', async () => {
    const made = await newPresentation();
    const [reader, writer] = [await keyed(['presentations:read']), await keyed(['presentations:write'])];
    for (const [{ rest, graphql, live }, expected] of [
      [reader, null],
      [writer, made.playerUrl],
    ] as const) {
      const one = await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${made.id}`);
      const list = await rest.get<{ presentations: PresentationAnswer[] }>(`/api/decks/${made.deckId}/presentations`);
      const sent = await graphql.data<{ presentation: PresentationAnswer }>(
        `{ presentation(id: "${made.id}") { playerUrl } }`,
      );
      const stream = live.subscribe<{ presentationChanged: PresentationAnswer }>(
        `subscription { presentationChanged(presentationId: "${made.id}") { playerUrl } }`,
      );
      await eventually(() => stream.received.length > 0);
      const listed = list.body.presentations.find(({ id }) => id === made.id);
      expect([
        one.body.presentation.playerUrl,
        listed?.playerUrl,
        sent.presentation.playerUrl,
        stream.received[0]?.data?.presentationChanged.playerUrl,
      ]).toEqual([expected, expected, expected, expected]);
    }
    const body = await (await guest(tokenOf(made))).rest.get('/api/guest/presentation');
    expect(JSON.stringify(body)).not.toContain('playerUrl');
  });

  test('is null once its link is revoked, which then opens nothing', async () => {
    const made = await newPresentation();
    const { id } = await ownLinkOf(made);
    expect((await app.rest.delete(`/api/links/${id}`)).status).toBe(204);
    const { body, headers } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${made.id}`);
    expect([body.presentation.playerUrl, headers.get('etag')]).toEqual([null, '"2"']);
    expect(await statusBy(tokenOf(made))).toBe(401);
  });

  test('opens no other presentation, and not with another secret', async () => {
    const [one, two] = [await newPresentation(), await newPresentation()];
    const [first, second] = [tokenOf(one), tokenOf(two)];
    expect(await statusBy(first.slice(0, -43) + second.slice(-43))).toBe(401);
    expect(await statusBy(first.slice(0, -43) + 'A'.repeat(43))).toBe(401);
    expect(await statusBy((await make()).token.slice(0, -43) + first.slice(-43))).toBe(401);
  });
});
