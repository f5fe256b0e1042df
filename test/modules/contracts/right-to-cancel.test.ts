import { describe, expect, jest, test } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import type { ContractAnswer, PresentationAnswer } from '../../helpers/answers.ts';
import { GraphQLClient } from '../../helpers/graphql-client.ts';
import { RestClient } from '../../helpers/rest-client.ts';
import { useClock } from '../../helpers/fake-clock.ts';
import { useApp } from '../../helpers/test-app.ts';
import { EventRecorder } from '../event-recorder.ts';
import { Contracts, presented, rightToCancel } from './contracts.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });
const contracts = new Contracts(app);
const inDenver = { timeZone: 'America/Denver', rightToCancel };
const deadline = '2026-12-09T07:00:00.000Z';

// Friday at 17:30 in Denver, Saturday in UTC: Saturday, Monday and Tuesday are the business days.
useClock('2026-12-05T00:30:00Z');

async function signed(deck: object = inDenver, input: object = {}): Promise<ContractAnswer> {
  return contracts.in('signed', await presented(app.rest, { deck, input }));
}

async function textOf(id: string): Promise<{ text: string; pages: number }> {
  const response = await fetch(`${app.base}/api/contracts/${id}/document.pdf`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { text, totalPages } = await extractText(await getDocumentProxy(bytes), { mergePages: true });
  return { text: text.replaceAll(/\s+/g, ' '), pages: totalPages };
}

async function guestOf({ presentationId }: ContractAnswer) {
  const link = { name: 'Phone', scope: 'view+sign' };
  const { body } = await app.rest.post<{ token: string }>(`/api/presentations/${presentationId}/links`, link);
  const headers = { authorization: `Link ${body.token}` };
  const rest = await new RestClient(app.base, headers).open({ authorization: `Bearer ${apiKey}` });
  return { rest, graphql: new GraphQLClient(app.base, headers) };
}

describe('the notice of cancellation', () => {
  test('is part of the signed document, with the deadline in the time zone of the deck', async () => {
    const { document, rescindableUntil } = await signed();
    expect(rescindableUntil).toBe(deadline);
    expect(document.cancellation).toMatchObject({
      rule: 'us',
      signedOn: '2026-12-04',
      until: deadline,
      seller: 'Larkspur Roofing LLC',
      address: rightToCancel.sellerAddress,
      dated: 'Date of transaction: Friday, December 4, 2026',
      statement: expect.stringContaining('prior to midnight of the third business day'),
    });
    expect(document.cancellation?.paragraphs.at(-1)).toContain(
      'to Larkspur Roofing LLC, at 410 Congress Avenue, Austin, TX 78701, NOT LATER THAN MIDNIGHT OF Tuesday, December 8, 2026.',
    );
  });

  test('gives the document another hash on the next day, so that its date is read before it is signed', async () => {
    const { id } = await contracts.in('sent', await presented(app.rest, { deck: inDenver }));
    const signature = await contracts.signature(id);
    jest.setSystemTime(new Date('2026-12-05T06:59:59Z'));
    expect(await contracts.signature(id)).toEqual(signature);
    jest.setSystemTime(new Date('2026-12-05T07:00:00Z'));
    expect((await contracts.move(id, 'sign', signature)).status).toBe(409);
    const { body } = await contracts.move(id, 'sign', await contracts.signature(id));
    expect(body.contract.rescindableUntil).toBe('2026-12-10T07:00:00.000Z');
  });

  test.each([
    ['es-MX', inDenver, ['AVISO DE CANCELACIÓN', 'TRES DÍAS HÁBILES', 'MEDIANOCHE DEL martes, 8 de diciembre de 2026']],
    ['fr', inDenver, ['NOTICE OF CANCELLATION', 'MIDNIGHT OF Tuesday, December 8, 2026']],
    [
      'de-DE',
      {
        timeZone: 'Europe/Berlin',
        rightToCancel: { rule: 'calendar_days', sellerAddress: 'Am Markt 1, 01067 Dresden' },
      },
      ['WIDERRUFSFORMULAR', 'innerhalb von 14 Tagen', 'Larkspur Roofing, Am Markt 1', 'Samstag, 19. Dezember 2026'],
    ],
  ])('is printed in two copies in %s, and its statement beside the signature', async (language, deck, expected) => {
    const { id, document } = await signed(deck, { language_settings: { language_code: language } });
    const { text, pages } = await textOf(id);
    expect(pages).toBe(3);
    for (const words of expected) expect(text.split(words).length).toBeGreaterThanOrEqual(3);
    expect(text.split(document.cancellation?.statement ?? '?')).toHaveLength(2);
  });

  test('is in no contract of a deck that gives no right to cancel, which cannot be canceled', async () => {
    const { id, document, rescindableUntil } = await signed({});
    expect([document.cancellation, rescindableUntil]).toEqual([undefined, null]);
    const { status, body } = await contracts.move(id, 'rescind');
    expect([status, body.detail]).toEqual([409, expect.stringContaining('gives no right to cancel')]);
  });
});

describe('a sent contract', () => {
  test('is declined by its homeowner with a reason, at both doors of a link, and stays in sight', async () => {
    const [first, second] = [await contracts.in('sent'), await contracts.in('viewed')];
    const { rest } = await guestOf(first);
    const path = `/api/guest/contracts/${first.id}/decline`;
    const reason = 'We wait for spring.';
    expect((await (await guestOf(second)).rest.post(path, { reason })).status).toBe(404);
    const { status, body } = await rest.post<{ contract: object }>(path, { reason });
    expect([status, body.contract]).toMatchObject([200, { status: 'declined', declineReason: reason }]);
    expect((await rest.post(path, { reason })).status).toBe(409);
    expect((await rest.get<object>('/api/guest/contracts')).body).toMatchObject({
      contracts: [{ status: 'declined' }],
    });
    const mutation = `mutation { declineGuestContract(id: "${second.id}") { status declineReason } }`;
    expect(await (await guestOf(second)).graphql.data(mutation)).toEqual({
      declineGuestContract: { status: 'DECLINED', declineReason: null },
    });
  });

  test('that is overdue is shown to its homeowner as expired', async () => {
    const contract = await contracts.in('expired');
    const { body } = await (await guestOf(contract)).rest.get<object>('/api/guest/contracts');
    expect(body).toMatchObject({ contracts: [{ contractId: contract.id, status: 'expired' }] });
  });
});

describe('a signed contract', () => {
  test('is canceled until the last moment: one event, and the offer is free again', async () => {
    const contract = await signed();
    const events = await EventRecorder.start(app);
    jest.setSystemTime(new Date('2026-12-09T06:59:59.999Z'));
    const answers = await Promise.all([1, 2, 3].map(() => contracts.move(contract.id, 'rescind')));
    const rescindedAt = '2026-12-09T06:59:59.999Z';
    for (const { status, body } of answers) {
      expect([status, body.contract]).toMatchObject([
        200,
        { status: 'rescinded', rescindedAt, tier: 'better', documentHash: contract.documentHash },
      ]);
    }
    const { id, presentationId, deckId, documentHash } = contract;
    expect(await events.facts()).toEqual([
      {
        type: 'contract.rescinded',
        deckId,
        data: { id, presentationId, documentHash, rescindedAt, recordedBy: 'seller' },
      },
    ]);
    const { body } = await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${presentationId}`);
    expect(body.presentation.pricing.offers).toMatchObject([{ selectedTier: 'better', isAgreed: false }]);
    expect((await app.rest.put(`/api/presentations/${presentationId}/tier`, { tier: 'good' })).status).toBe(200);
    expect((await contracts.create(presentationId)).status).toBe(201);
    expect((await textOf(id)).text).toContain('Canceled by the homeowner on December 8, 2026');
  });

  test('is not canceled behind the deadline, which the refusal names, unless the notice was given before', async () => {
    const { id } = await signed();
    jest.setSystemTime(new Date(deadline));
    const late = await contracts.move(id, 'rescind');
    expect([late.status, late.body.detail]).toEqual([
      409,
      expect.stringContaining('ended at 2026-12-09T07:00:00.000Z (midnight in America/Denver)'),
    ]);
    for (const givenAt of ['2026-12-09T07:00:01Z', '2026-12-05T00:29:59Z']) {
      const { status, body } = await contracts.move(id, 'rescind', { givenAt });
      expect([status, body.errors[0]?.pointer]).toEqual([422, '/givenAt']);
    }
    const letter = await app.graphql.data(
      `mutation { rescindContract(id: "${id}", input: { givenAt: "2026-12-08T18:00:00Z" }) { status rescindedAt } }`,
    );
    expect(letter).toEqual({ rescindContract: { status: 'RESCINDED', rescindedAt: '2026-12-08T18:00:00.000Z' } });
  });

  test('is canceled by its homeowner at both doors of a link, and by nobody at that of another', async () => {
    const [first, second] = [await signed(), await signed()];
    const events = await EventRecorder.start(app);
    const path = `/api/guest/contracts/${first.id}/rescind`;
    expect((await (await guestOf(second)).rest.post(path)).status).toBe(404);
    const { status, body } = await (await guestOf(first)).rest.post<{ contract: object }>(path);
    expect([status, body.contract]).toMatchObject([200, { status: 'rescinded', rescindableUntil: deadline }]);
    const { graphql, rest } = await guestOf(second);
    const mutation = `mutation { rescindGuestContract(id: "${second.id}") { status } }`;
    expect(await graphql.data(mutation)).toEqual({ rescindGuestContract: { status: 'RESCINDED' } });
    expect((await rest.get<object>('/api/guest/contracts')).body).toMatchObject({
      contracts: [{ contractId: second.id, status: 'rescinded' }],
    });
    const recorded = (await events.taken()).filter(({ type }) => type === 'contract.rescinded');
    expect(recorded.map(({ data }) => data)).toMatchObject([{ recordedBy: 'homeowner' }, { recordedBy: 'homeowner' }]);
  });

  test('is canceled also when its presentation was deleted', async () => {
    const { id, presentationId } = await signed();
    expect((await app.rest.delete(`/api/presentations/${presentationId}`)).status).toBe(200);
    expect((await contracts.move(id, 'rescind')).body.contract.status).toBe('rescinded');
  });

  test('is never canceled before it is signed', async () => {
    const { id } = await contracts.in('sent', await presented(app.rest, { deck: inDenver }));
    const { status, body } = await contracts.move(id, 'rescind');
    expect([status, body.detail]).toEqual([409, expect.stringContaining('that is sent cannot be rescinded')]);
  });
});
