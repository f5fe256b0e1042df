import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../../helpers/eventually.ts';
import type { ContractAnswer } from '../../helpers/answers.ts';
import { createDeck, createPresentation } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { EventRecorder } from '../event-recorder.ts';
import { Contracts, presented } from './contracts.ts';

const app = useApp();
const contracts = new Contracts(app);
type Status = ContractAnswer['status'];

const moves = ['send', 'view', 'sign', 'decline', 'cancel'] as const;
type Move = (typeof moves)[number];

/** Where each move leads from each state; what is absent is refused. */
const table: Record<Status, Partial<Record<Move, Status>>> = {
  draft: { send: 'sent', cancel: 'canceled' },
  sent: { view: 'viewed', sign: 'signed', decline: 'declined', cancel: 'canceled' },
  viewed: { view: 'viewed', sign: 'signed', decline: 'declined', cancel: 'canceled' },
  // The same signature again is no other move.
  signed: { sign: 'signed' },
  declined: {},
  canceled: {},
  expired: {},
};
const hints: Record<Status, string> = {
  draft: 'it can be sent or canceled.',
  sent: 'it can be viewed, signed, declined, or canceled.',
  viewed: 'it can be signed, declined, or canceled.',
  signed: 'it is final.',
  declined: 'it is over; its presentation may have a new one.',
  canceled: 'it is over; its presentation may have a new one.',
  expired: 'it is over; its presentation may have a new one.',
};
const eventOf: Record<Move, string> = {
  send: 'contract.sent',
  view: 'contract.viewed',
  sign: 'contract.signed',
  decline: 'contract.declined',
  cancel: 'contract.canceled',
};
const pairs = Object.keys(table).flatMap((status) => moves.map((move) => [status as Status, move] as const));

/** The same move through the other door. */
async function moveOverGraphQL(id: string, move: Move): Promise<{ status: string; refusal: string | undefined }> {
  const input = move === 'sign' ? { ...(await contracts.signature(id)), tier: 'BETTER' } : null;
  const { data, errors } = await app.graphql.send<{ it: { status: string } } | null>(
    move === 'sign'
      ? 'mutation ($id: ID!, $input: SignContractInput!) { it: signContract(id: $id, input: $input) { status } }'
      : `mutation ($id: ID!) { it: ${move}Contract(id: $id) { status } }`,
    { id, input },
  );
  return { status: data?.it.status ?? '', refusal: errors?.[0]?.message };
}

describe('the moves of a contract', () => {
  test.each(pairs)('%s, then %s: both doors do the same', async (status, move) => {
    const to = table[status][move];
    const [one, other] = [await contracts.in(status), await contracts.in(status)];
    const events = await EventRecorder.start(app);
    const body = move === 'sign' ? await contracts.signature(one.id) : undefined;
    const overRest = await contracts.move(one.id, move, body);
    const overGraphQL = await moveOverGraphQL(other.id, move);
    const isNews = to !== undefined && to !== status;
    expect((await events.facts()).map(({ type, deckId, data }) => [type, deckId, data['id']])).toEqual(
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
  });
});

describe('a contract', () => {
  test('is drafted from a presentation, and both doors show the same', async () => {
    const presentation = await presented(app.rest);
    const { status, headers, body } = await contracts.create(presentation.id);
    const { contract } = body;
    expect([status, headers.get('location'), headers.get('etag')]).toEqual([
      201,
      `/api/contracts/${contract.id}`,
      '"1"',
    ]);
    expect(contract).toMatchObject({
      presentationId: presentation.id,
      deckId: presentation.deckId,
      status: 'draft',
      expiresAt: null,
      tier: null,
      signedAt: null,
    });
    const fields = Object.keys(contract).join(' ');
    const twin = await app.graphql.data<Record<string, { contract: object; contracts: object[] }>>(
      `query ($id: ID!, $presentationId: ID!) {
        contract(id: $id) { ${fields} presentation { id } }
        presentation(id: $presentationId) { contract { ${fields} } contracts { ${fields} } }
      }`,
      { id: contract.id, presentationId: presentation.id },
    );
    const same = { ...contract, status: 'DRAFT' };
    expect(twin['contract']).toEqual({ ...same, presentation: { id: presentation.id } });
    expect(twin['presentation']).toEqual({ contract: same, contracts: [same] });
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
      tiers: pricing.tiers.slice(0, 2).map(({ tier, name, total, lines }) => ({ tier, name, total, lines })),
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

  test('may be signed for 30 days after it was sent, unless sending it says otherwise', async () => {
    const { expiresAt, updatedAt, document } = await contracts.in('sent');
    const days = (Date.parse(expiresAt ?? '') - Date.parse(updatedAt)) / 86_400_000;
    expect(days).toBeCloseTo(30, 3);
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

  test('is the only one of its presentation until it is declined, canceled or expired', async () => {
    const presentation = await presented(app.rest);
    for (const status of ['declined', 'canceled', 'expired'] as const) await contracts.in(status, presentation);
    const { id } = await contracts.in('viewed', presentation);
    const refusal = await contracts.create(presentation.id);
    expect([refusal.status, refusal.body.detail]).toEqual([
      409,
      `The presentation has a contract that is viewed (${id}): cancel that one first.`,
    ]);
    await contracts.move(id, 'sign', await contracts.signature(id));
    expect((await contracts.create(presentation.id)).body.detail).toContain('it is final.');
    const { presentation: read } = await app.graphql.data<{ presentation: object }>(
      'query ($id: ID!) { presentation(id: $id) { contract { id } contracts { status } } }',
      { id: presentation.id },
    );
    const states = ['SIGNED', 'EXPIRED', 'CANCELED', 'DECLINED'];
    expect(read).toEqual({ contract: { id }, contracts: states.map((status) => ({ status })) });
  });

  test('keeps the reason of who declined it', async () => {
    const { id } = await contracts.in('sent');
    const { body } = await contracts.move(id, 'decline', { reason: 'Too dear.' });
    expect(body.contract).toMatchObject({ status: 'declined', declineReason: 'Too dear.', tier: null });
  });

  test('is not moved by who has not seen its last state', async () => {
    const { id } = await contracts.in('sent');
    const { status } = await contracts.move(id, 'view', undefined, { 'if-match': '"1"' });
    expect(status).toBe(412);
    const viewed = await contracts.move(id, 'view', undefined, { 'if-match': '"2"' });
    expect([viewed.status, viewed.headers.get('etag')]).toEqual([200, '"3"']);
  });

  test('is unknown under another id', async () => {
    const nobody = '01900000-0000-7000-8000-00000000dead';
    const statuses = await Promise.all([
      contracts.read(nobody),
      contracts.move(nobody, 'view'),
      contracts.create(nobody),
      app.rest.get(`/api/presentations/${nobody}/contracts`),
      app.rest.get(`/api/contracts/${nobody}/document.pdf`),
      contracts.read('no-uuid'),
      contracts.move('no-uuid', 'cancel'),
    ]);
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 400, 400]);
  });
});

describe('a contract whose time is over', () => {
  test('expires once, by itself', async () => {
    const { id, presentationId, deckId } = await contracts.in('draft');
    const events = await EventRecorder.start(app);
    const expiresAt = new Date(Date.now() + 1_500).toISOString();
    await contracts.move(id, 'send', { expiresAt });
    const { body } = await eventually(async () => {
      const answer = await contracts.read(id);
      return answer.headers.get('etag') === '"3"' && answer;
    });
    expect(body.contract).toMatchObject({ status: 'expired', expiresAt });
    const { documentHash } = body.contract;
    const data = { id, presentationId, documentHash };
    expect(await events.facts()).toEqual([
      { type: 'contract.sent', deckId, data },
      { type: 'contract.expired', deckId, data },
    ]);
  });

  test('is expired for readers at once, and recorded as such when a new one takes its place', async () => {
    const presentation = await presented(app.rest);
    const { id } = await contracts.in('viewed', presentation);
    await contracts.makeOverdue(id);
    const events = await EventRecorder.start(app);
    expect((await contracts.read(id)).body.contract.status).toBe('expired');
    expect(await events.taken()).toEqual([]);
    expect((await contracts.create(presentation.id)).status).toBe(201);
    expect((await events.facts()).map(({ type, data }) => [type, data['id']])).toEqual([['contract.expired', id]]);
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
    expect((await contracts.read(signed.id)).body.contract).toEqual(signed);
    expect((await app.rest.get(`/api/contracts/${signed.id}/document.pdf`)).status).toBe(200);
    const refusal = await contracts.move(signed.id, 'cancel');
    expect([refusal.status, refusal.body.detail]).toEqual([
      409,
      'A contract that is signed cannot be canceled: it is final.',
    ]);
    expect((await contracts.move(signed.id, 'sign', again)).status).toBe(409);
  });
});
