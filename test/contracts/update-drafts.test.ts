import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ContractAnswer, PresentationAnswer, ProblemAnswer } from '../helpers/answers.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';
import { type Answer, Contracts, presented } from './contracts.ts';

const app = useApp();
const contracts = new Contracts(app);
const later = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();
const update = (id: string, body: object, headers: Record<string, string> = {}): Promise<Answer> =>
  app.rest.send('PATCH', `/api/contracts/${id}`, body, headers);

const mutation = `mutation ($id: ID!, $input: UpdateContractInput!, $ifVersion: Int) {
  updateContract(id: $id, input: $input, ifVersion: $ifVersion) { contract { version status coSigner expiresAt missingSigners } }
}`;

describe('a draft', () => {
  let presentation: PresentationAnswer;
  let draft: ContractAnswer;

  beforeAll(async () => {
    presentation = await presented(app.rest);
    draft = await contracts.in('draft', presentation);
  });

  test('gets another co-signer and another expiry over REST, which its document has at once', async () => {
    const recorder = await EventRecorder.start(app);
    const expiresAt = later(10);
    const { status, body, headers } = await update(draft.id, { coSigner: 'Robin Whitaker', expiresAt });
    expect(status).toBe(200);
    expect(body.contract).toMatchObject({ status: 'draft', coSigner: 'Robin Whitaker', expiresAt });
    expect(body.contract.document).toMatchObject({ coSigner: 'Robin Whitaker', expiresAt });
    expect(headers.get('etag')).not.toBeNull();
    const { documentHash } = body.contract;
    expect(await recorder.facts()).toEqual([
      {
        type: 'contract.updated',
        deckId: presentation.deckId,
        data: {
          contractId: draft.id,
          presentationId: presentation.id,
          documentHash,
          changed: ['coSigner', 'expiresAt'],
        },
      },
    ]);
  });

  test('gets them over GraphQL as well, and null clears them', async () => {
    const input = { coSigner: null, expiresAt: null };
    const { updateContract } = await app.graphql.data<{ updateContract: { contract: object } }>(mutation, {
      id: draft.id,
      input,
    });
    expect(updateContract.contract).toMatchObject({ status: 'DRAFT', ...input, missingSigners: ['HOMEOWNER'] });
  });

  test('stays as it is without an event where nothing changes', async () => {
    const before = await contracts.read(draft.id);
    const recorder = await EventRecorder.start(app);
    const { status, headers } = await update(draft.id, { coSigner: null });
    expect([status, headers.get('etag')]).toEqual([200, before.headers.get('etag')]);
    expect(await recorder.taken()).toEqual([]);
  });

  test('is sent with its expiry, and with another one if the sender gives one', async () => {
    const [first, second] = [await contracts.in('draft', await presented(app.rest)), await contracts.in('draft')];
    const [own, given] = [later(5), later(6)];
    for (const { id } of [first, second]) expect((await update(id, { expiresAt: own })).status).toBe(200);
    expect((await contracts.move(first.id, 'send')).body.contract).toMatchObject({ status: 'sent', expiresAt: own });
    expect((await contracts.move(second.id, 'send', { expiresAt: given })).body.contract.expiresAt).toBe(given);
  });

  test.each([
    [{ expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt', 'range'],
    [{ expiresAt: 'tomorrow' }, '/expiresAt', 'format'],
    [{ coSigner: 'dana  whitaker' }, '/coSigner', 'format'],
    [{ coSigner: '', expiresAt: later(3) }, '/coSigner', 'length'],
  ])('refuses %j, and changes nothing', async (body, pointer, code) => {
    const before = (await contracts.read(draft.id)).body.contract;
    const recorder = await EventRecorder.start(app);
    const answer = await app.rest.send<ProblemAnswer>('PATCH', `/api/contracts/${draft.id}`, body);
    expect([400, 422]).toContain(answer.status);
    expect(answer.body.errors).toMatchObject([{ pointer, code }]);
    const refused = await app.graphql.send(mutation, { id: draft.id, input: body });
    expect(refused.errors?.[0]?.extensions.problem.errors).toMatchObject([{ pointer, code }]);
    expect((await contracts.read(draft.id)).body.contract).toEqual(before);
    expect(await recorder.taken()).toEqual([]);
  });

  test('is changed by one of two who have read the same, in both APIs', async () => {
    const { headers } = await contracts.read(draft.id);
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    const answers = await Promise.all([
      update(draft.id, { coSigner: 'Robin One' }, ifMatch),
      update(draft.id, { coSigner: 'Robin Two' }, ifMatch),
    ]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 412]);
    const stale = await app.graphql.send(mutation, { id: draft.id, input: { coSigner: 'Robin' }, ifVersion: 1 });
    expect(stale.errors?.[0]?.extensions.code).toBe('PRECONDITION_FAILED');
  });
});

test.each(['sent', 'viewed', 'signed', 'declined', 'voided', 'expired', 'rescinded'] as const)(
  'a contract that is %s is not changed, and the refusal says what to do',
  async (status) => {
    const deck = status === 'rescinded' ? { rightToCancel: { ...rightToCancel } } : {};
    const { id } = await contracts.in(status, await presented(app.rest, { deck }));
    const answer = await app.rest.send<ProblemAnswer>('PATCH', `/api/contracts/${id}`, { coSigner: 'Robin Doe' });
    expect(answer.status).toBe(409);
    expect(answer.body.detail).toMatch(
      new RegExp(`^A contract that is ${status} cannot be changed, only a draft can: `),
    );
    const refused = await app.graphql.send(mutation, { id, input: { coSigner: 'Robin Doe' } });
    expect(refused.errors?.[0]?.extensions.code).toBe('CONFLICT');
    expect((await contracts.read(id)).body.contract.coSigner).toBeNull();
  },
);

const rightToCancel = {
  rule: 'calendar_days',
  days: 14,
  sellerName: 'Larkspur Roofing LLC',
  sellerAddress: '410 Congress Avenue, Austin, TX 78701',
};

test('a contract that nobody has is not found', async () => {
  expect((await update('01900000-0000-7000-8000-0000000000aa', { coSigner: 'Robin Doe' })).status).toBe(404);
  expect((await app.rest.send('PATCH', '/api/contracts/none', {})).status).toBe(400);
});
