import { describe, expect, test } from '@jest/globals';
import type { ContractAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { useApp } from '../helpers/test-app.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { EventRecorder } from '../rules/event-recorder.ts';
import { type Answer, Contracts, presented, cancelable } from './contracts.ts';

const app = useApp();
const contracts = new Contracts(app);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const drawing = { width: 600, height: 160, strokes: [[10, 80, 300, 20, 590, 140]] };

/** A contract that was sent to Dana and Robin Whitaker. */
function sent(presentation?: PresentationAnswer): Promise<ContractAnswer> {
  return contracts.in('sent', presentation, { coSigner: 'Robin Whitaker' });
}

async function sign(id: string, more: object = {}): Promise<Answer> {
  return contracts.move(id, 'sign', { ...(await contracts.signature(id)), ...more });
}

const robin = { signer: 'co_signer', signerName: 'Robin Whitaker' };

describe('a contract of two owners', () => {
  test('names both in its document, and is signed once both have signed, in any order', async () => {
    const { id, document, documentHash, deckId, presentationId, sourceSlideId } = await sent();
    expect(document.coSigner).toBe('Robin Whitaker');
    const events = await EventRecorder.start(app);
    const first = await sign(id, { ...robin, drawing });
    expect([first.status, first.body.contract]).toMatchObject([
      200,
      { status: 'sent', signedAt: null, tier: null, missingSigners: ['homeowner'] },
    ]);
    const { status, body } = await sign(id);
    expect([status, body.contract]).toMatchObject([
      200,
      { status: 'signed', tier: 'better', total: '12824.18', missingSigners: [] },
    ]);
    const shared = { tier: 'better', documentHash, consent: document.consent, ip: '127.0.0.1', linkId: null };
    expect(body.contract.signatures).toMatchObject([
      { ...shared, signer: 'homeowner', name: 'Dana Whitaker', drawing: null, signedAt: body.contract.signedAt },
      { ...shared, signer: 'co_signer', name: 'Robin Whitaker', drawing },
    ]);
    expect((await contracts.read(id)).body.contract).toEqual(body.contract);
    const facts = { contractId: id, presentationId, documentHash, tier: 'better' };
    const { signedAt } = body.contract;
    const [one] = first.body.contract.signatures;
    expect(await events.facts()).toEqual([
      {
        type: 'contract.signature_added',
        deckId,
        data: { ...facts, signer: 'co_signer', signedAt: one?.signedAt },
      },
      {
        type: 'contract.signed',
        deckId,
        data: { ...facts, sourceSlideId, total: '12824.18', totalMinor: 1_282_418, currency: 'USD', signedAt },
      },
    ]);
  });

  test('answers each repeated signature, and refuses a second one of the same signer', async () => {
    const { id } = await sent();
    const signature = await contracts.signature(id);
    const first = await contracts.move(id, 'sign', signature);
    const events = await EventRecorder.start(app);
    expect((await contracts.move(id, 'sign', signature)).body).toEqual(first.body);
    const other = await contracts.move(id, 'sign', { ...signature, signerName: 'Dana M. Whitaker' });
    expect([other.status, other.body.detail]).toEqual([
      409,
      'The homeowner has signed this document. The signature that is missing names its signer: co_signer.',
    ]);
    const last = await sign(id, robin);
    expect((await contracts.move(id, 'sign', { ...signature, ...robin })).body).toEqual(last.body);
    expect((await contracts.move(id, 'sign', signature)).body).toEqual(last.body);
    expect((await events.taken()).map(({ type }) => type)).toEqual(['contract.signed']);
  });

  test('refuses another tier and the name of the other signer', async () => {
    const { id } = await sent();
    await sign(id);
    const tier = await sign(id, { ...robin, tier: 'good' });
    expect([tier.status, tier.body.errors[0]?.pointer]).toEqual([422, '/tier']);
    const name = await sign(id, { ...robin, signerName: 'dana  WHITAKER' });
    expect([name.status, name.body.errors[0]?.pointer]).toEqual([422, '/signerName']);
    expect((await contracts.read(id)).body.contract.missingSigners).toEqual(['co_signer']);
  });

  test('whose document changes between the signatures is signed again by both', async () => {
    const { id, deckId } = await sent();
    await sign(id);
    const read = await contracts.signature(id);
    await app.rest.put(`/api/decks/${deckId}`, { brandName: 'Other Roofing' });
    expect((await contracts.move(id, 'sign', { ...read, ...robin })).status).toBe(409);
    const { contract } = (await contracts.read(id)).body;
    expect([contract.signatures, contract.missingSigners]).toEqual([[], ['homeowner', 'co_signer']]);
    expect((await sign(id, robin)).body.contract.missingSigners).toEqual(['homeowner']);
    const { body } = await sign(id);
    expect(body.contract).toMatchObject({ status: 'signed', document: { seller: 'Other Roofing' } });
    expect(new Set(body.contract.signatures.map(({ documentHash }) => documentHash)).size).toBe(1);
  });

  test('is declined, voided and overdue as any other, also with one signature', async () => {
    for (const [move, status] of [
      ['decline', 'declined'],
      ['void', 'voided'],
    ] as const) {
      const { id } = await sent();
      await sign(id);
      expect((await contracts.move(id, move)).body.contract).toMatchObject({ status, missingSigners: [] });
      expect((await sign(id, robin)).status).toBe(409);
    }
    const { id } = await sent();
    await sign(id);
    await contracts.makeOverdue(id);
    expect((await contracts.read(id)).body.contract.status).toBe('expired');
    expect((await sign(id, robin)).body.detail).toContain('that is expired cannot be signed');
  });

  test('is shown over GraphQL with its signatures', async () => {
    const { id } = await sent();
    const input = { ...(await contracts.signature(id)), ...robin, tier: 'BETTER', signer: 'CO_SIGNER' };
    const fields = 'coSigner missingSigners signatures { signer name tier ip drawing { width } } ';
    const mutation = `mutation ($input: SignContractInput!) { it: signContract(id: "${id}", input: $input) { contract { ${fields} } } }`;
    const expected = {
      coSigner: 'Robin Whitaker',
      missingSigners: ['HOMEOWNER'],
      signatures: [{ signer: 'CO_SIGNER', name: 'Robin Whitaker', tier: 'BETTER', ip: '127.0.0.1', drawing: null }],
    };
    expect(await app.graphql.data(mutation, { input })).toEqual({ it: { contract: expected } });
    expect(await app.graphql.data(`{ it: contract(id: "${id}") { ${fields} } }`)).toEqual({ it: expected });
  });

  test('is printed with the signatures so far, then with both', async () => {
    const { id } = await sent();
    await sign(id, { drawing });
    const { text: half } = await contracts.printed(id);
    expect(half).toContain('Homeowner Dana Whitaker Robin Whitaker');
    expect(half).toMatch(
      /Signed by Dana Whitaker .* Not yet signed by Robin Whitaker Not signed: this contract is sent/,
    );
    await sign(id, { ...robin, drawing });
    const { text: whole } = await contracts.printed(id);
    expect(whole).toMatch(/Signed by Dana Whitaker .* Signed by Robin Whitaker/);
    expect(whole).not.toMatch(/Not (yet )?signed/);
  });

  test.each(['Dana Whitaker', 'dana   whitaker'])(
    'whose second owner is the homeowner (%j) is refused',
    async (name) => {
      const { id } = await presented(app.rest);
      const { status, body } = await contracts.create(id, { coSigner: name });
      expect([status, body.errors[0]?.pointer]).toEqual([422, '/coSigner']);
    },
  );
});

test('a contract of one owner lists its one signature, and takes none of a co-signer', async () => {
  const { id } = await contracts.in('sent');
  const refused = await sign(id, robin);
  expect([refused.status, refused.body.errors[0]?.pointer]).toEqual([422, '/signer']);
  const { body } = await sign(id);
  expect(body.contract.signatures).toMatchObject([
    {
      signer: 'homeowner',
      name: 'Dana Whitaker',
      signedAt: body.contract.signedAt,
      ip: '127.0.0.1',
      documentHash: body.contract.documentHash,
    },
  ]);
  expect(body.contract.coSigner).toBeNull();
  expect('coSigner' in body.contract.document).toBe(false);
});

describe('signatures of two owners at the same time', () => {
  test('of each one once are one event of the first and one of the contract', async () => {
    for (const round of upTo(3)) {
      const { id } = await sent();
      const signature = await contracts.signature(id);
      const events = await EventRecorder.start(app);
      const answers = await Promise.all(
        upTo(10).map((number) => contracts.move(id, 'sign', number % 2 === 0 ? signature : { ...signature, ...robin })),
      );
      expect([round, answers.map(({ status }) => status)]).toEqual([round, upTo(10).map(() => 200)]);
      expect((await events.taken()).map(({ type }) => type)).toEqual(['contract.signature_added', 'contract.signed']);
      const { contract } = (await contracts.read(id)).body;
      expect(contract.signatures.map(({ name }) => name)).toEqual(['Dana Whitaker', 'Robin Whitaker']);
    }
  });

  test('and a refusal: the first one wins', async () => {
    const { id } = await sent();
    const signature = await contracts.signature(id);
    const events = await EventRecorder.start(app);
    await Promise.all([
      contracts.move(id, 'sign', signature),
      contracts.move(id, 'decline'),
      contracts.move(id, 'sign', { ...signature, ...robin }),
    ]);
    const { status } = (await contracts.read(id)).body.contract;
    const types = (await events.taken()).map(({ type }) => type);
    expect([types.at(-1), types.filter((type) => type !== 'contract.signature_added').length]).toEqual([
      `contract.${status}`,
      1,
    ]);
  });
});

describe('at their links, two owners', () => {
  const open = async (presentationId: string): Promise<RestClient> => {
    const { body } = await app.rest.post<{ url: string }>(`/api/presentations/${presentationId}/links`, {
      name: 'Phone',
      scope: 'view_and_sign',
    });
    const token = body.url.slice(body.url.indexOf('/p/') + 3);
    return new RestClient(app.base, { Authorization: `Link ${token}` });
  };

  test('sign, see whose signature is missing, but not from where the other has signed, and each of them cancels', async () => {
    const presentation = await presented(app.rest, { deck: cancelable });
    const { id } = await sent(presentation);
    const [danas, robins] = [await open(presentation.id), await open(presentation.id)];
    const path = `/api/guest/contracts/${id}`;
    const signature = await contracts.signature(id);
    const first = await danas.post<{ contract: Record<string, unknown> }>(`${path}/sign`, signature);
    expect(first.status).toBe(200);
    const { body } = await robins.get<{ contracts: Record<string, unknown>[] }>('/api/guest/contracts');
    expect(body.contracts).toEqual([first.body.contract]);
    expect(first.body.contract).toMatchObject({
      coSigner: 'Robin Whitaker',
      missingSigners: ['co_signer'],
      signatures: [{ signer: 'homeowner', name: 'Dana Whitaker', tier: 'better', drawing: null }],
    });
    expect(JSON.stringify(body)).not.toContain('127.0.0.1');
    expect((await robins.post(`${path}/sign`, { ...signature, ...robin })).status).toBe(200);
    const { contract } = (await contracts.read(id)).body;
    const links = contract.signatures.map(({ linkId }) => linkId);
    expect([contract.status, new Set(links).size, links.includes(null)]).toEqual(['signed', 2, false]);
    expect((await robins.post(`${path}/rescind`)).status).toBe(200);
    expect((await contracts.read(id)).body.contract).toMatchObject({ status: 'rescinded', signatures: [{}, {}] });
  });
});
