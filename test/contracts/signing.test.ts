import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { PresentationAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';
import { Contracts, presented } from './contracts.ts';

// As behind a proxy on this machine: without its header the address is that of the proxy.
const app = useApp({ TRUSTED_PROXIES: '127.0.0.0/8' });
const contracts = new Contracts(app);
const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

describe('a signature behind a proxy that appends to Forwarded', () => {
  const behind = useApp({ TRUSTED_PROXIES: '127.0.0.0/8', FORWARDED_HEADER: 'forwarded' });

  test.each(['for=', '"x', 'for=a b'].flatMap((written) => [written, `${written}"`]))(
    'has the address that the proxy appended to what its client wrote: %s',
    async (written) => {
      const own = new Contracts(behind);
      const { id } = await own.in('sent');
      const headers = { forwarded: `${written}, for=203.0.113.9`, 'x-forwarded-for': '6.6.6.6' };
      const { status, body } = await own.move(id, 'sign', await own.signature(id), headers);
      expect([status, body.contract.signatures[0]?.ip]).toEqual([200, '203.0.113.9']);
    },
  );
});

describe('a signature', () => {
  test('is kept with tier, total, currency, time, document and where it came from', async () => {
    const presentation = await presented(app.rest);
    const sent = await contracts.in('sent', presentation);
    const before = Date.now();
    const { status, body } = await contracts.move(sent.id, 'sign', await contracts.signature(sent.id), {
      'user-agent': 'Kitchen table/1.0',
    });
    const { contract } = body;
    expect(status).toBe(200);
    expect(contract).toMatchObject({
      status: 'signed',
      tier: 'better',
      total: '12824.18',
      currency: 'USD',
      signatures: [{ name: 'Dana Whitaker', ip: '127.0.0.1', userAgent: 'Kitchen table/1.0' }],
      document: sent.document,
      documentHash: sent.documentHash,
    });
    const signedAt = Date.parse(contract.signedAt ?? '');
    expect(signedAt).toBeGreaterThanOrEqual(before);
    expect(signedAt).toBeLessThanOrEqual(Date.now());
  });

  test('has the address that the proxy appended, not one that its client wrote into Forwarded', async () => {
    const { id } = await contracts.in('sent');
    const headers = { forwarded: 'for=192.0.2.66;host=evil.example', 'x-forwarded-for': '192.0.2.7, 203.0.113.9' };
    const { status, body } = await contracts.move(id, 'sign', await contracts.signature(id), headers);
    expect([status, body.contract.signatures[0]?.ip]).toEqual([200, '203.0.113.9']);
  });

  test('is kept as it was drawn, in both APIs, and a different drawing is no repetition', async () => {
    const drawing = {
      width: 600,
      height: 160,
      strokes: [
        [10, 80, 300, 20, 590, 140],
        [300, 150],
      ],
    };
    const { id } = await contracts.in('sent');
    const signature = { ...(await contracts.signature(id)), drawing };
    const { status, body } = await contracts.move(id, 'sign', signature);
    expect([status, body.contract.signatures[0]?.drawing]).toEqual([200, drawing]);
    expect((await contracts.move(id, 'sign', signature)).body).toEqual(body);
    const other = await contracts.move(id, 'sign', { ...signature, drawing: { ...drawing, strokes: [[1, 1]] } });
    expect(other.status).toBe(409);
    const fields = 'width height strokes';
    expect(await app.graphql.data(`{ contract(id: "${id}") { signatures { drawing { ${fields} } } } }`)).toEqual({
      contract: { signatures: [{ drawing }] },
    });
    const second = await contracts.in('sent');
    const input = { ...(await contracts.signature(second.id)), tier: 'BETTER', drawing };
    const mutation = `mutation ($input: SignContractInput!) { signContract(id: "${second.id}", input: $input) { contract {
      signatures { drawing { ${fields} } } } } }`;
    expect(await app.graphql.data(mutation, { input })).toEqual({
      signContract: { contract: { signatures: [{ drawing }] } },
    });
  });

  test('knows where it came from over GraphQL and over a socket, too', async () => {
    const mutation = `mutation ($id: ID!, $input: SignContractInput!) {
      it: signContract(id: $id, input: $input) { contract { signatures { ip userAgent } } } }`;
    const signing = async (): Promise<{ id: string; input: object }> => {
      const { id } = await contracts.in('viewed');
      return { id, input: { ...(await contracts.signature(id)), tier: 'GOOD' } };
    };
    const tablet = new GraphQLClient(app.base, { 'user-agent': 'Tablet 7' });
    expect(await tablet.data(mutation, await signing())).toEqual({
      it: { contract: { signatures: [{ ip: '127.0.0.1', userAgent: 'Tablet 7' }] } },
    });
    const stream = app.live().subscribe(mutation, await signing());
    const [message] = await eventually(() => stream.received.length > 0 && stream.received);
    expect(message).toEqual({ data: { it: { contract: { signatures: [{ ip: '127.0.0.1', userAgent: null }] } } } });
  });

  test('freezes the selected tier of the presentation', async () => {
    const presentation = await presented(app.rest);
    expect(presentation.pricing.offers[0]?.selectedTier).toBeNull();
    await contracts.in('signed', presentation);
    const path = `/api/presentations/${presentation.id}`;
    const { headers, body } = await app.rest.get<{ presentation: PresentationAnswer }>(path);
    const [offer] = presentation.pricing.offers;
    expect(body.presentation.pricing).toEqual({
      offers: [{ ...offer, selectedTier: 'better', isAgreed: true }],
    });
    expect(headers.get('etag')).toBe('"2"');
  });

  test('is one event that names nobody', async () => {
    const contract = await contracts.in('viewed');
    const events = await EventRecorder.start(app);
    const { body } = await contracts.move(contract.id, 'sign', await contracts.signature(contract.id));
    const { id, presentationId, sourceSlideId, deckId, documentHash, signedAt } = body.contract;
    expect(await events.facts()).toEqual([
      {
        type: 'contract.signed',
        deckId,
        data: {
          contractId: id,
          presentationId,
          sourceSlideId,
          documentHash,
          tier: 'better',
          total: '12824.18',
          totalMinor: 1_282_418,
          currency: 'USD',
          signedAt,
        },
      },
    ]);
  });

  test('of a document that has changed since is refused until it was read again', async () => {
    const { id, deckId } = await contracts.in('viewed');
    const signature = await contracts.signature(id);
    await app.rest.put(`/api/decks/${deckId}`, { brandName: 'Other Roofing' });
    const refusal = await contracts.move(id, 'sign', signature);
    expect([refusal.status, refusal.body.detail]).toEqual([409, expect.stringContaining('read the contract again')]);
    const { status, body } = await contracts.move(id, 'sign', await contracts.signature(id));
    expect([status, body.contract.document.seller]).toEqual([200, 'Other Roofing']);
    await app.rest.put(`/api/decks/${deckId}`, { brandName: 'Third Roofing' });
    expect((await contracts.read(id)).body.contract).toEqual(body.contract);
  });

  test.each([
    ['es', 'He leído este documento.'],
    ['es-MX', 'He leído este documento.'],
    ['de-CH', 'Ich habe dieses Dokument gelesen.'],
    ['vi', 'I have read this document.'],
  ])('agrees to a consent that people who read %s can read', async (languageCode, consent) => {
    const deck = { defaultLanguage: languageCode };
    const { id, document, documentHash } = await contracts.in('viewed', await presented(app.rest, { deck }));
    expect(document.consent.startsWith(consent)).toBe(true);
    const { body } = await contracts.move(id, 'sign', await contracts.signature(id));
    expect([body.contract.document, body.contract.documentHash]).toEqual([document, documentHash]);
  });

  test('that was given to other words, as of an older version, stays as it was given', async () => {
    const { id } = await contracts.in('signed', await presented(app.rest, { deck: { defaultLanguage: 'es' } }));
    const consent = 'I have read it. I agree.';
    await sql`update contract set document = jsonb_set(document, '{consent}', ${JSON.stringify(consent)}::jsonb),
      document_hash = ${'5f'.repeat(32)},
      stored_signatures = jsonb_set(stored_signatures, '{0,documentHash}', ${JSON.stringify('5f'.repeat(32))}::jsonb) where id = ${id}`.execute(
      app.database.connection.kysely,
    );
    const { contract } = (await contracts.read(id)).body;
    expect([contract.status, contract.document.consent, contract.documentHash]).toEqual([
      'signed',
      consent,
      '5f'.repeat(32),
    ]);
    const again = { tier: 'better', signerName: 'Dana Whitaker', consent: true, documentHash: contract.documentHash };
    expect(await contracts.move(id, 'sign', again)).toMatchObject({ status: 200, body: { contract } });
    expect((await fetch(`${app.base}/api/contracts/${id}/document.pdf`)).status).toBe(200);
  });

  test('of a tier without a price is refused', async () => {
    const { id } = await contracts.in('viewed');
    const { status, body } = await contracts.move(id, 'sign', { ...(await contracts.signature(id)), tier: 'best' });
    expect([status, body.errors[0]?.pointer]).toEqual([422, '/tier']);
    expect(body.detail).toBe('The tier best has no price: tier must be one of good, better.');
  });

  test('without consent is refused', async () => {
    const { id } = await contracts.in('viewed');
    const { status, body } = await contracts.move(id, 'sign', { ...(await contracts.signature(id)), consent: false });
    expect([status, body.detail]).toEqual([400, 'consent must be true.']);
  });

  test.each(['\u202eanaD', 'Dana\u2028Whitaker', '\u2066Dana\u2069', 'Dana\u200e', 'Da\u200bna', '\u3164', 'D\u061ca'])(
    'by the name %j, which people would see as another one, is refused',
    async (signerName) => {
      const { id } = await contracts.in('viewed');
      const { status, body } = await contracts.move(id, 'sign', { ...(await contracts.signature(id)), signerName });
      expect([status, body.errors[0]?.pointer]).toEqual([400, '/signerName']);
      expect(body.detail).toMatch(/one line with at least one letter, in its natural direction/);
    },
  );

  test('comes too late when the contract is overdue', async () => {
    const { id } = await contracts.in('viewed');
    await contracts.makeOverdue(id);
    const { status, body } = await contracts.move(id, 'sign', await contracts.signature(id));
    expect([status, body.detail]).toEqual([409, expect.stringContaining('that is expired cannot be signed')]);
  });
});

describe('twenty signatures at the same time', () => {
  test.each([
    ['of twenty people: one counts', (number: number) => `Dana ${number} Whitaker`, [200, ...upTo(19).map(() => 409)]],
    ['of one person who repeats it: all are answered with the same', () => 'Dana Whitaker', upTo(20).map(() => 200)],
  ])('%s', async (_, nameOf, expected) => {
    const { id } = await contracts.in('viewed');
    const signature = await contracts.signature(id);
    const events = await EventRecorder.start(app);
    const answers = await Promise.all(
      upTo(20).map((number) => contracts.move(id, 'sign', { ...signature, signerName: nameOf(number) })),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual(expected);
    const { contract } = (await contracts.read(id)).body;
    for (const { status, body } of answers) if (status === 200) expect(body.contract).toEqual(contract);
    expect((await events.taken()).map(({ type }) => type)).toEqual(['contract.signed']);
  });

  test('and twenty new contracts: one of each comes about', async () => {
    const presentation = await presented(app.rest);
    const created = await Promise.all(upTo(20).map(() => contracts.create(presentation.id)));
    expect(created.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, ...upTo(19).map(() => 409)]);
  });

  test('sign, decline and void at the same time: one of them is what happened', async () => {
    const { id } = await contracts.in('viewed');
    const signature = await contracts.signature(id);
    const events = await EventRecorder.start(app);
    const answers = await Promise.all(
      upTo(5).flatMap(() => [
        contracts.move(id, 'sign', signature),
        contracts.move(id, 'decline'),
        contracts.move(id, 'void'),
      ]),
    );
    const { status } = (await contracts.read(id)).body.contract;
    expect((await events.taken()).map(({ type }) => type)).toEqual([`contract.${status}`]);
    const done = answers.filter((answer) => answer.status === 200);
    expect(new Set(done.map(({ body }) => body.contract.status))).toEqual(new Set([status]));
  });

  test('a deck that is deleted while its contract is signed: the signature stays or was refused', async () => {
    for (const round of upTo(5)) {
      const { id, deckId } = await contracts.in('viewed');
      const signature = await contracts.signature(id);
      const sign = () => contracts.move(id, 'sign', { ...signature, signerName: `Dana ${round}` });
      const [signed, deleted] = await Promise.all([sign(), app.rest.delete(`/api/decks/${deckId}`)]);
      expect([200, 404]).toContain(signed.status);
      expect(deleted.status).toBe(204);
      expect((await contracts.read(id)).status).toBe(signed.status);
    }
  });
});
