import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { expireContract } from '../../src/contracts/contracts/expire-contract.task.ts';
import { statusAt } from '../../src/contracts/contracts/contract.transitions.ts';
import { eventually } from '../helpers/eventually.ts';
import type { ContractAnswer } from '../helpers/answers.ts';
import { createDeck, createPresentation, createSlide } from '../helpers/factories.ts';
import { rawAnswer } from '../helpers/raw-answer.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';
import { Contracts, presented, cancelable } from './contracts.ts';

const app = useApp();
const contracts = new Contracts(app);
type Status = ContractAnswer['status'];

const moves = ['send', 'mark-viewed', 'sign', 'decline', 'void', 'rescind'] as const;
type Move = (typeof moves)[number];
type Pair = readonly [ContractAnswer, ContractAnswer];

/** Where each move leads from each state; what is absent is refused. */
const table: Record<Status, Partial<Record<Move, Status>>> = {
  draft: { send: 'sent', void: 'voided' },
  sent: { 'mark-viewed': 'viewed', sign: 'signed', decline: 'declined', void: 'voided' },
  viewed: { 'mark-viewed': 'viewed', sign: 'signed', decline: 'declined', void: 'voided' },
  // The same signature again is no other move.
  signed: { sign: 'signed', rescind: 'rescinded' },
  declined: {},
  voided: {},
  expired: {},
  rescinded: { sign: 'rescinded', rescind: 'rescinded' },
};
const hints: Record<Status, string> = {
  draft: 'it can be sent or voided.',
  sent: 'it can be viewed, signed, declined, or voided.',
  viewed: 'it can be signed, declined, or voided.',
  signed: 'it is final, unless the homeowner cancels it in time.',
  declined: 'it is over; its presentation may have a new one.',
  voided: 'it is over; its presentation may have a new one.',
  expired: 'it is over; its presentation may have a new one.',
  rescinded: 'it is over; its presentation may have a new one.',
};
const eventOf: Record<Move, string> = {
  send: 'contract.sent',
  'mark-viewed': 'contract.viewed',
  sign: 'contract.signed',
  decline: 'contract.declined',
  void: 'contract.voided',
  rescind: 'contract.rescinded',
};
const pairs = Object.keys(table).flatMap((status) => moves.map((move) => [status as Status, move] as const));

/** The same move through the other API. */
async function moveOverGraphQL(id: string, move: Move): Promise<{ status: string; refusal: string | undefined }> {
  const input = move === 'sign' ? { ...(await contracts.signature(id)), tier: 'BETTER' } : null;
  const { data, errors } = await app.graphql.send<{ it: { contract: { status: string } } | null } | null>(
    move === 'sign'
      ? 'mutation ($id: ID!, $input: SignContractInput!) { it: signContract(id: $id, input: $input) { contract { status } } }'
      : `mutation ($id: ID!) { it: ${move === 'mark-viewed' ? 'markContractViewed' : `${move}Contract`}(id: $id) { contract { status } } }`,
    { id, input },
  );
  return { status: data?.it?.contract.status ?? '', refusal: errors?.[0]?.message };
}

describe('the moves of a contract', () => {
  let sharedDeckId: string;
  /** By state, a pair of contracts that a move has left as it was: the next test of that state takes it over. */
  const unmoved = new Map<Status, Pair>();

  beforeAll(async () => {
    ({ deckId: sharedDeckId } = await presented(app.rest, { deck: cancelable }));
  });

  /** Two contracts in a state, one for each API. */
  async function pairIn(status: Status): Promise<Pair> {
    const pair = unmoved.get(status);
    // A test that fails gives none back.
    unmoved.delete(status);
    const sized = { price_inputs: { roof_squares: 24.5 } };
    const open = async () => contracts.in(status, await createPresentation(app.rest, sharedDeckId, sized));
    return pair ?? [await open(), await open()];
  }

  test.each(pairs)('%s, then %s: both APIs do the same', async (status, move) => {
    const to = table[status][move];
    const [one, other] = await pairIn(status);
    const events = await EventRecorder.start(app);
    const body = move === 'sign' ? await contracts.signature(one.id) : undefined;
    const overRest = await contracts.move(one.id, move, body);
    const overGraphQL = await moveOverGraphQL(other.id, move);
    const isNews = to !== undefined && to !== status;
    expect((await events.facts()).map(({ type, deckId, data }) => [type, deckId, data['contractId']])).toEqual(
      isNews ? [one, other].map(({ id, deckId }) => [eventOf[move], deckId, id]) : [],
    );
    if (to === undefined) {
      expect([overRest.status, overRest.body.detail]).toEqual([409, overGraphQL.refusal]);
      expect(overRest.body.detail).toMatch(new RegExp(`^A contract that is ${status} cannot be \\w+: `));
      expect(overRest.body.detail.endsWith(hints[status])).toBe(true);
    } else {
      expect([overRest.status, overRest.body.contract?.status]).toEqual([200, to]);
      expect([overGraphQL.status, overGraphQL.refusal]).toEqual([to.toUpperCase(), undefined]);
    }
    expect((await contracts.read(one.id)).body.contract.status).toBe(to ?? status);
    if (!isNews) unmoved.set(status, [one, other]);
  });
});

/** Lines as documents have them: what says more of add-ons and percentages is left out where there is nothing to say. */
function stated(lines: readonly object[]): object[] {
  const optional = new Set(['addOn', 'percent', 'percentOf']);
  return lines.map((line) =>
    Object.fromEntries(Object.entries(line).filter(([name, value]) => value !== null || !optional.has(name))),
  );
}

describe('a contract', () => {
  test('is drafted from a presentation, and both APIs show the same', async () => {
    const presentation = await presented(app.rest);
    const { status, headers, body } = await contracts.create(presentation.id);
    const { contract } = body;
    expect([status, headers.get('location'), headers.get('etag')]).toEqual([
      201,
      `/api/contracts/${contract.id}`,
      expect.stringMatching(/^"1-[0-9a-f]{12}"$/),
    ]);
    expect(contract).toMatchObject({
      presentationId: presentation.id,
      deckId: presentation.deckId,
      status: 'draft',
      expiresAt: null,
      tier: null,
      signedAt: null,
    });
    const fields = Object.keys(contract)
      .join(' ')
      .replace('document ', 'documentText ')
      .replace('notice ', 'notice { title } ')
      .replace('signatures', 'signatures { signer }')
      .replace('warnings', 'warnings { code detail }');
    const twin = await app.graphql.data<Record<string, { contract: object; contracts: { nodes: object[] } }>>(
      `query ($id: ID!, $presentationId: ID!) {
        contract(id: $id) { ${fields} presentation { id } }
        presentation(id: $presentationId) { contract { ${fields} } contracts { nodes { ${fields} } } }
      }`,
      { id: contract.id, presentationId: presentation.id },
    );
    const { document, ...others } = contract;
    const documentText = expect.stringContaining(JSON.stringify(document.contractId)) as unknown;
    const same = { ...others, documentText, status: 'DRAFT', missingSigners: ['HOMEOWNER'] };
    expect(twin['contract']).toEqual({ ...same, presentation: { id: presentation.id } });
    expect(twin['presentation']).toEqual({ contract: same, contracts: { nodes: [same] } });
    expect((await app.rest.get(`/api/presentations/${presentation.id}/contracts`)).body).toEqual({
      contracts: [contract],
    });
  });

  test('has a document of what is stored: parties, priced tiers with their lines, disclaimer, consent', async () => {
    const presentation = await presented(app.rest);
    const { document, id, createdAt } = await contracts.in('draft', presentation);
    const { homeowner, pricing } = presentation;
    expect(document).toEqual({
      contractId: id,
      presentationId: presentation.id,
      createdAt,
      expiresAt: null,
      language: 'en-US',
      seller: 'Larkspur Roofing',
      homeowner: { firstName: homeowner['first_name'], lastName: homeowner['last_name'] },
      currency: 'USD',
      tiers: pricing.offers[0]?.tiers
        .slice(0, 2)
        .map(({ tier, name, total, lines }) => ({ tier, name, total, lines: stated(lines) })),
      disclaimer: 'Prices for Dana hold for 30 days.',
      consent: expect.stringContaining('I agree'),
    });
    expect(document.tiers.map(({ tier, total }) => [tier, total])).toEqual([
      ['good', '11800.00'],
      ['better', '12824.18'],
    ]);
  });

  test('anyone can compute the hash of its document', async () => {
    const sorted = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(sorted);
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value).map(([key, item]): [string, unknown] => [key, sorted(item)]);
      return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
    };
    for (const status of ['draft', 'sent', 'signed'] as const) {
      const { document, documentHash } = await contracts.in(status);
      expect(
        createHash('sha256')
          .update(JSON.stringify(sorted(document)))
          .digest('hex'),
      ).toBe(documentHash);
    }
  });

  test('may be signed until the end of the 30th day after it was sent, unless sending it says otherwise', async () => {
    const { expiresAt, updatedAt, document } = await contracts.in('sent');
    const dayMs = 86_400_000;
    expect(Date.parse(expiresAt ?? '')).toBe((Math.floor(Date.parse(updatedAt) / dayMs) + 31) * dayMs);
    expect(document.expiresAt).toBe(expiresAt);
    const { id } = await contracts.in('draft');
    const { body } = await contracts.move(id, 'send', { expiresAt: '2199-01-31T12:00:00+02:00' });
    expect(body.contract.expiresAt).toBe('2199-01-31T10:00:00.000Z');
  });

  test('cannot be sent for a time that is over', async () => {
    const { id } = await contracts.in('draft');
    const { status, body } = await contracts.move(id, 'send', { expiresAt: '2020-01-31T12:00:00Z' });
    expect([status, body.errors[0]?.pointer]).toEqual([422, '/expiresAt']);
  });

  test('needs a tier with a price', async () => {
    const { id } = await createPresentation(app.rest, (await createDeck(app.rest)).id);
    const { status, body } = await contracts.create(id);
    expect([status, body.errors[0]?.pointer]).toEqual([422, '/presentationId']);
  });

  test('is the only one of its presentation until it is declined, voided or expired', async () => {
    const presentation = await presented(app.rest);
    for (const status of ['declined', 'voided', 'expired'] as const) await contracts.in(status, presentation);
    const { id } = await contracts.in('viewed', presentation);
    const refusal = await contracts.create(presentation.id);
    expect([refusal.status, refusal.body.detail]).toEqual([
      409,
      `The presentation has a contract of this offer that is viewed (${id}): void that one first.`,
    ]);
    await contracts.move(id, 'sign', await contracts.signature(id));
    expect((await contracts.create(presentation.id)).body.detail).toContain(
      'it is final, unless the homeowner cancels it in time.',
    );
    const { presentation: read } = await app.graphql.data<{ presentation: object }>(
      'query ($id: ID!) { presentation(id: $id) { contract { id } contracts { nodes { status } } } }',
      { id: presentation.id },
    );
    const states = ['SIGNED', 'EXPIRED', 'VOIDED', 'DECLINED'];
    expect(read).toEqual({ contract: { id }, contracts: { nodes: states.map((status) => ({ status })) } });
  });

  test('keeps the reason of who declined it', async () => {
    const { id } = await contracts.in('sent');
    const { body } = await contracts.move(id, 'decline', { reason: 'Too dear.' });
    expect(body.contract).toMatchObject({ status: 'declined', declineReason: 'Too dear.', tier: null });
  });

  test('is not moved by who has not seen its last state', async () => {
    const { id } = await contracts.in('draft');
    const draft = (await contracts.read(id)).headers.get('etag') ?? '';
    const sent = (await contracts.move(id, 'send', undefined, { 'if-match': draft })).headers.get('etag') ?? '';
    expect((await contracts.move(id, 'mark-viewed', undefined, { 'if-match': draft })).status).toBe(412);
    expect((await contracts.move(id, 'mark-viewed', undefined, { 'if-match': '"2"' })).status).toBe(412);
    const viewed = await contracts.move(id, 'mark-viewed', undefined, { 'if-match': sent });
    expect([viewed.status, viewed.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"3-/)]);
  });

  test('has another ETag once its document has changed, and is not moved by who has seen the old one', async () => {
    const { id, deckId } = await contracts.in('sent');
    const before = (await contracts.read(id)).headers.get('etag') ?? '';
    await app.rest.put(`/api/decks/${deckId}`, { description: 'Not in the document' });
    expect((await contracts.read(id)).headers.get('etag')).toBe(before);
    await app.rest.put(`/api/decks/${deckId}`, { brandName: 'Other Roofing' });
    const after = (await contracts.read(id)).headers.get('etag') ?? '';
    expect(after).not.toBe(before);
    const refused = await contracts.move(id, 'decline', undefined, { 'if-match': before });
    expect([refused.status, refused.body.detail]).toEqual([412, expect.stringContaining(after)]);
    const { headers: compressed } = await rawAnswer(`${app.base}/api/contracts/${id}`, { 'accept-encoding': 'gzip' });
    expect(compressed.etag).toBe(after.replace(/"$/, '-gzip"'));
    const declined = await contracts.move(id, 'decline', undefined, { 'if-match': compressed.etag ?? '' });
    expect(declined.status).toBe(200);
    const deck = await app.rest.put(`/api/decks/${deckId}`, { name: 'x' }, { 'if-match': after });
    expect([deck.status, deck.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
  });

  test('is unknown under another id', async () => {
    const nobody = '01900000-0000-7000-8000-00000000dead';
    const statuses = await Promise.all([
      contracts.read(nobody),
      contracts.move(nobody, 'mark-viewed'),
      contracts.create(nobody),
      app.rest.get(`/api/presentations/${nobody}/contracts`),
      app.rest.get(`/api/contracts/${nobody}/document.pdf`),
      contracts.read('no-uuid'),
      contracts.move('no-uuid', 'void'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 400, 400]);
  });
});

describe('what a contract may say', () => {
  const selling = (good: object, priceInputs: object = {}) =>
    presented(app.rest, { slide: { productData: { good } }, input: { price_inputs: priceInputs } });

  test.each([
    ['a roof of 0 squares', { basePrice: 350, pricePerSquare: 500 }, { roof_squares: 0 }],
    ['a solar system of 0 kW', { pricePerKw: 3_000 }, { system_size_kw: 0 }],
    ['a price of 0', { price: 0 }, {}],
    ['discounts of all of the price', { price: 500, adders: [{ amount: -500 }] }, {}],
  ])('is not %s', async (_, good, priceInputs) => {
    const { id, pricing } = await selling(good, priceInputs);
    expect(pricing.offers[0]?.tiers).toMatchObject([{ total: null }]);
    expect(await contracts.create(id)).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/presentationId' }] },
    });
  });

  test('is not a tier that an older presentation has for 0 squares', async () => {
    const presentation = await selling({ pricePerSquare: 500 }, { roof_squares: 10 });
    const { id } = await contracts.in('draft', presentation);
    await sql`update presentation set pricing = jsonb_set(jsonb_set(pricing, '{offers,0,tiers,0,lines,0,quantity}', '"0"'),
      '{offers,0,tiers,0,total}', '"350.00"') where id = ${presentation.id}`.execute(app.database.connection.kysely);
    const sent = await contracts.move(id, 'send');
    expect([sent.status, sent.body.errors[0]?.pointer]).toEqual([422, '/contractId']);
    const chosen = await app.rest.put(`/api/presentations/${presentation.id}/tier`, { tier: 'good' });
    expect(chosen.status).toBe(422);
  });

  test('has discounts, tax and deposit, and the event of its signature the same total', async () => {
    const adders = [{ label: 'Rebate', amount: -500 }];
    const presentation = await selling({ price: 10_500, adders, tax: { percent: 8 }, deposit: { amount: 1_000 } });
    const { id, document } = await contracts.in('sent', presentation);
    const lines = presentation.pricing.offers[0]?.tiers[0]?.lines;
    expect(lines?.map(({ amount }) => amount)).toEqual(['10500.00', '-500.00', '800.00']);
    expect(document.tiers).toEqual([
      { tier: 'good', name: 'Good', total: '10800.00', tax: '800.00', deposit: '1000.00', lines: stated(lines ?? []) },
    ]);
    const events = await EventRecorder.start(app);
    const { body } = await contracts.move(id, 'sign', { ...(await contracts.signature(id)), tier: 'good' });
    expect(body.contract.total).toBe('10800.00');
    expect(await events.facts()).toMatchObject([{ data: { total: '10800.00', totalMinor: 1_080_000 } }]);
  });

  test.each(['', '  '])('names the deck as its seller where the stored brand is %j', async (brand) => {
    const presentation = await presented(app.rest, { deck: { name: 'Larkspur deck' } });
    await sql`update deck set brand_name = ${brand} where id = ${presentation.deckId}`.execute(
      app.database.connection.kysely,
    );
    expect((await contracts.in('draft', presentation)).document.seller).toBe('Larkspur deck');
  });

  test('is the same, with the same hash, for one that was sent before offers, tax and deposits were stored', async () => {
    const presentation = await presented(app.rest);
    const { id, documentHash } = await contracts.in('sent', presentation);
    const { kysely } = app.database.connection;
    await sql`update contract set source_slide_id = null where id = ${id}`.execute(kysely);
    await sql`update presentation set pricing = jsonb_set(pricing #- '{offers,0,title}', '{offers,0,tiers}',
      (select jsonb_agg(tier - 'tax' - 'deposit' - 'depositText') from jsonb_array_elements(pricing #> '{offers,0,tiers}') tier))
      where id = ${presentation.id}`.execute(kysely);
    const { contract } = (await contracts.read(id)).body;
    expect([contract.sourceSlideId, contract.documentHash]).toEqual([
      presentation.pricing.offers[0]?.sourceSlideId,
      documentHash,
    ]);
    const path = `/api/presentations/${presentation.id}`;
    const { body } = await app.rest.get<{ presentation: typeof presentation }>(path);
    const [offer] = presentation.pricing.offers;
    expect(body.presentation.pricing).toEqual({ ...presentation.pricing, offers: [{ ...offer, title: null }] });
    expect((await contracts.create(presentation.id)).status).toBe(409);
    const { body: signed } = await contracts.move(id, 'sign', await contracts.signature(id));
    expect([signed.contract.sourceSlideId, signed.contract.documentHash]).toEqual([
      contract.sourceSlideId,
      documentHash,
    ]);
  });

  test('hides nothing, wherever a text came from', async () => {
    const presentation = await presented(app.rest, {
      deck: { variables: { colour: 'R\u202eed' } },
      slide: { productData: { good: { name: 'Roof {{colour}}', price: 5 }, disclaimer: '\u20661\u2069 علی\u200cرضا' } },
    });
    await sql`update deck set brand_name = ${'Lark\u200bspur'} where id = ${presentation.deckId}`.execute(
      app.database.connection.kysely,
    );
    const { document } = await contracts.in('draft', presentation);
    expect([document.seller, document.tiers[0]?.name, document.disclaimer]).toEqual([
      'Larkspur',
      'Roof Red',
      '1 علی\u200cرضا',
    ]);
  });

  test('is one offer of a presentation, and each offer has its own contract', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const pricing = { slideType: 'product_pricing_v1' };
    await createSlide(app.rest, deckId, { ...pricing, title: 'Roof', productData: { better: { price: 100 } } });
    const solar = { better: { price: 900 }, best: { price: 950 } };
    const { id: sourceSlideId } = await createSlide(app.rest, deckId, { ...pricing, title: 'Sun', productData: solar });
    const presentation = await createPresentation(app.rest, deckId);
    const roof = await contracts.in('signed', presentation);
    expect([roof.sourceSlideId, roof.document.offer, roof.total]).toEqual([
      presentation.pricing.offers[0]?.sourceSlideId,
      'Roof',
      '100.00',
    ]);
    const create =
      'mutation ($id: ID!, $input: CreateContractInput) { it: createContract(presentationId: $id, input: $input) { contract { id sourceSlideId } } }';
    const {
      it: { contract: it },
    } = await app.graphql.data<{ it: { contract: { id: string } } }>(create, {
      id: presentation.id,
      input: { sourceSlideId },
    });
    expect(it).toMatchObject({ sourceSlideId });
    const path = `/api/presentations/${presentation.id}/contracts`;
    const refused = await Promise.all([{}, { sourceSlideId }].map((body) => app.rest.post(path, body)));
    expect(refused.map(({ status }) => status)).toEqual([409, 409]);
    expect((await app.rest.post(path, { sourceSlideId: deckId })).body.errors).toMatchObject([
      { pointer: '/sourceSlideId' },
    ]);
    await contracts.move(it.id, 'send');
    const events = await EventRecorder.start(app);
    const { body } = await contracts.move(it.id, 'sign', await contracts.signature(it.id));
    expect(body.contract).toMatchObject({ sourceSlideId, total: '900.00', document: { offer: 'Sun' } });
    expect(await events.facts()).toMatchObject([
      { type: 'contract.signed', data: { sourceSlideId, total: '900.00', totalMinor: 90_000 } },
    ]);
    const choice = await app.rest.put(`/api/presentations/${presentation.id}/tier`, { tier: 'best', sourceSlideId });
    expect(choice.status).toBe(409);
  });
});

describe('a contract whose time is over', () => {
  /** The jobs that expire a contract, once one of them is done. */
  async function jobsOf(id: string): Promise<object[]> {
    const jobs = sql<{ state: string }>`select state from pgboss.job
      where name = ${expireContract.name} and data->>'contractId' = ${id}`;
    const { rows } = await eventually(
      async () => {
        const found = await jobs.execute(app.database.connection.kysely);
        return found.rows.some(({ state }) => state === 'completed') && found;
      },
      { timeoutMs: 20_000 },
    );
    return rows;
  }

  test('expires once, by itself', async () => {
    const { id, presentationId, deckId } = await contracts.in('draft');
    const events = await EventRecorder.start(app);
    const expiresAt = new Date(Date.now() + 4_000).toISOString();
    await contracts.move(id, 'send', { expiresAt });
    const { body } = await eventually(
      async () => {
        const answer = await contracts.read(id);
        return answer.headers.get('etag')?.startsWith('"3-') === true && answer;
      },
      { timeoutMs: 20_000 },
    );
    expect(body.contract).toMatchObject({ status: 'expired', expiresAt });
    const { documentHash } = body.contract;
    const { sourceSlideId } = body.contract;
    const prices = { total: null, totalMinor: null, currency: 'USD' };
    const data = { contractId: id, presentationId, documentHash, sourceSlideId, expiresAt, ...prices };
    expect(await events.facts()).toEqual([
      { type: 'contract.sent', deckId, data: { ...data, status: 'sent' } },
      { type: 'contract.expired', deckId, data: { ...data, status: 'expired' } },
    ]);
  });

  test('is over in the very millisecond at which it expires', () => {
    const expiresAt = new Date('2026-12-05T00:30:00.000Z');
    const at = (ms: number) => statusAt({ status: 'sent', expiresAt }, new Date(expiresAt.getTime() + ms));
    expect([at(-1), at(0), at(1)]).toEqual(['sent', 'expired', 'expired']);
  });

  test('that was declined before is left alone, and its expiry is not planned again', async () => {
    const { id } = await contracts.in('draft');
    await contracts.move(id, 'send', { expiresAt: new Date(Date.now() + 1_500).toISOString() });
    expect((await contracts.move(id, 'decline')).status).toBe(200);
    expect(await jobsOf(id)).toEqual([{ state: 'completed' }]);
    expect((await contracts.read(id)).body.contract.status).toBe('declined');
  });

  test('that was deleted before has an expiry that does nothing', async () => {
    const { id } = await contracts.in('draft');
    await contracts.move(id, 'send', { expiresAt: new Date(Date.now() + 1_500).toISOString() });
    // Deleting its presentation also deletes its jobs, unless one is under way.
    await sql`delete from contract where id = ${id}`.execute(app.database.connection.kysely);
    const events = await EventRecorder.start(app);
    expect(await jobsOf(id)).toEqual([{ state: 'completed' }]);
    expect((await contracts.read(id)).status).toBe(404);
    expect((await events.taken()).filter(({ type }) => type === 'contract.expired')).toEqual([]);
  });

  test('is expired for readers at once, and recorded as such when a new one takes its place', async () => {
    const presentation = await presented(app.rest);
    const { id } = await contracts.in('viewed', presentation);
    await contracts.makeOverdue(id);
    const events = await EventRecorder.start(app);
    expect((await contracts.read(id)).body.contract.status).toBe('expired');
    expect(await events.taken()).toEqual([]);
    expect((await contracts.create(presentation.id)).status).toBe(201);
    expect((await events.facts()).map(({ type, data }) => [type, data['contractId']])).toEqual([
      ['contract.expired', id],
    ]);
  });
});

describe('a deck that is deleted', () => {
  test('takes its unsigned contracts with it and leaves the signed ones complete', async () => {
    const presentation = await presented(app.rest);
    const { id: declined } = await contracts.in('declined', presentation);
    const signed = await contracts.in('signed', presentation);
    const again = await contracts.signature(signed.id);
    expect((await app.rest.delete(`/api/decks/${presentation.deckId}`)).status).toBe(204);
    expect((await app.rest.get(`/api/presentations/${presentation.id}`)).status).toBe(404);
    expect((await contracts.read(declined)).status).toBe(404);
    // Only that it is held is new.
    const kept = { ...signed, heldUntil: expect.stringMatching(/Z$/) };
    expect((await contracts.read(signed.id)).body.contract).toEqual(kept);
    expect((await app.rest.get(`/api/contracts/${signed.id}/document.pdf`)).status).toBe(200);
    const refusal = await contracts.move(signed.id, 'void');
    expect([refusal.status, refusal.body.detail]).toEqual([
      409,
      'A contract that is signed cannot be voided: it is final, unless the homeowner cancels it in time.',
    ]);
    expect(await contracts.move(signed.id, 'sign', again)).toMatchObject({ status: 200, body: { contract: kept } });
    expect((await contracts.move(signed.id, 'sign', { ...again, tier: 'good' })).status).toBe(409);
  });
});
