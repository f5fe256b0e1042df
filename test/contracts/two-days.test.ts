import { describe, expect, jest, test } from '@jest/globals';
import { useClock } from '../helpers/fake-clock.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { useApp } from '../helpers/test-app.ts';
import { type Answer, cancelable, Contracts, presented } from './contracts.ts';

const app = useApp();
const contracts = new Contracts(app);
const robin = { signer: 'co_signer', signerName: 'Robin Whitaker' };
const provisional = 'If they sign on a later day, this notice is replaced';

// Wednesday in Denver. Of the days behind it Christmas, a Friday, and the Sunday do not count.
useClock('2026-12-23T18:00:00Z');
const firstDay = '2026-12-23T18:00:00.000Z';
const nextDay = '2026-12-24T18:00:00.000Z';
const [firstDeadline, lastDeadline] = ['2026-12-29T07:00:00.000Z', '2026-12-30T07:00:00.000Z'];

/** A contract of two owners that the homeowner has signed, and what signs it for the other one. */
async function half(): Promise<{ id: string; first: Answer; missing: object }> {
  const presentation = await presented(app.rest, { deck: cancelable });
  const { id } = await contracts.in('sent', presentation, { coSigner: 'Robin Whitaker' });
  const signature = await contracts.signature(id);
  return { id, first: await contracts.move(id, 'sign', signature), missing: { ...signature, ...robin } };
}

describe('two owners who sign on two days', () => {
  test('sign one document, each once, and get the notice of the last signature', async () => {
    const { id, first, missing } = await half();
    const { documentHash, notice } = first.body.contract;
    expect(first.body.contract).toMatchObject({ status: 'sent', rescindableUntil: null });
    expect(notice).toMatchObject({ signedOn: '2026-12-23', until: firstDeadline });
    expect(notice?.paragraphs.at(-1)).toContain(provisional);
    jest.setSystemTime(new Date(nextDay));
    expect((await contracts.read(id)).body).toEqual(first.body);
    const { text: early } = await contracts.printed(id);
    for (const words of [provisional, 'MIDNIGHT OF Monday, December 28, 2026']) {
      expect(early.split(words)).toHaveLength(3);
    }
    const { status, body } = await contracts.move(id, 'sign', missing);
    const dated = 'Date of transaction: Thursday, December 24, 2026';
    expect([status, body.contract]).toMatchObject([
      200,
      {
        status: 'signed',
        documentHash,
        signedAt: nextDay,
        signatures: [{ signedAt: firstDay }, { signedAt: nextDay }],
        notice: { signedOn: '2026-12-24', until: lastDeadline, dated },
        rescindableUntil: lastDeadline,
      },
    ]);
    const { text: final } = await contracts.printed(id);
    expect(final.split('MIDNIGHT OF Tuesday, December 29, 2026')).toHaveLength(3);
    for (const words of [provisional, 'December 28']) expect(final).not.toContain(words);
    jest.setSystemTime(Date.parse(lastDeadline) - 1);
    expect((await contracts.move(id, 'rescind')).body.contract.status).toBe('rescinded');
  });

  test('do not lose time by a server whose clock is behind', async () => {
    const { id, missing } = await half();
    jest.setSystemTime(new Date('2026-12-22T18:00:00Z'));
    const { contract } = (await contracts.move(id, 'sign', missing)).body;
    expect([contract.notice?.signedOn, contract.rescindableUntil]).toEqual(['2026-12-23', firstDeadline]);
  });

  test('cancel by a letter that was sent between the signatures, but by none from before the first', async () => {
    const { id, missing } = await half();
    jest.setSystemTime(new Date(nextDay));
    await contracts.move(id, 'sign', missing);
    const tooEarly = await contracts.move(id, 'rescind', { givenAt: '2026-12-23T17:59:59Z' });
    const range = `givenAt must be from ${firstDay} until now`;
    expect([tooEarly.status, tooEarly.body.detail]).toEqual([422, expect.stringContaining(range)]);
    const givenAt = '2026-12-24T08:00:00.000Z';
    const { status, body } = await contracts.move(id, 'rescind', { givenAt });
    expect([status, body.contract]).toMatchObject([200, { status: 'rescinded', rescindedAt: givenAt }]);
  });

  test('are listed the same on the next day as once the contract is overdue, which has no notice then', async () => {
    const { id, first } = await half();
    const { signatures } = first.body.contract;
    jest.setSystemTime(new Date(nextDay));
    expect((await contracts.read(id)).body.contract).toMatchObject({ status: 'sent', signatures });
    jest.setSystemTime(new Date('2027-01-25T18:00:00Z'));
    const overdue = { status: 'expired', signatures, missingSigners: [], notice: null };
    expect((await contracts.read(id)).body.contract).toMatchObject(overdue);
    expect((await contracts.printed(id)).pages).toBe(1);
  });

  test('see the notice in both APIs of a link', async () => {
    const { presentationId, notice } = (await half()).first.body.contract;
    const link = { name: 'Phone', scope: 'view_and_sign' };
    const { body } = await app.rest.post<{ token: string }>(`/api/presentations/${presentationId}/links`, link);
    const headers = { authorization: `Link ${body.token}` };
    const overRest = await new RestClient(app.base, headers).get<object>('/api/guest/contracts');
    expect(overRest.body).toMatchObject({ contracts: [{ notice }] });
    const overGraphQL = await new GraphQLClient(app.base, headers).data(
      `{ guestContracts { notice { signedOn until seller address title dated paragraphs declaration
        blanks { date signature } } } }`,
    );
    expect(overGraphQL).toEqual({ guestContracts: [{ notice }] });
  });
});
