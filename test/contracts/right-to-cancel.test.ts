import { describe, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import type { ContractAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { createDeck, createPresentation, createSlide } from '../helpers/factories.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { eventually } from '../helpers/eventually.ts';
import { useClock } from '../helpers/fake-clock.ts';
import { testOnPostgres } from '../helpers/on-postgres.ts';
import { useApp } from '../helpers/test-app.ts';
import { EventRecorder } from '../rules/event-recorder.ts';
import { cancelable, Contracts, presented, productData } from './contracts.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });
const contracts = new Contracts(app);
const deadline = '2026-12-09T07:00:00.000Z';

// Friday at 17:30 in Denver, Saturday in UTC: Saturday, Monday and Tuesday are the business days.
useClock('2026-12-05T00:30:00Z');

async function signed(deck: object = cancelable, input: object = {}): Promise<ContractAnswer> {
  return contracts.in('signed', await presented(app.rest, { deck, input }));
}

const textOf = (id: string) => contracts.printed(id, { authorization: `Bearer ${apiKey}` });

async function guestOf({ presentationId }: ContractAnswer) {
  const link = { name: 'Phone', scope: 'view_and_sign' };
  const { body } = await app.rest.post<{ token: string }>(`/api/presentations/${presentationId}/links`, link);
  const headers = { authorization: `Link ${body.token}` };
  const rest = await new RestClient(app.base, headers).open({ authorization: `Bearer ${apiKey}` });
  return { rest, graphql: new GraphQLClient(app.base, headers) };
}

describe('the notice of cancellation', () => {
  test('completes the terms of the document by the day of the signature, in the time zone of the deck', async () => {
    const { document, notice, rescindableUntil } = await signed();
    const seller = 'Larkspur Roofing LLC';
    const address = cancelable.rightToCancel.sellerAddress;
    expect(document.cancellation).toEqual({
      rule: 'us',
      days: 3,
      seller,
      address,
      statement: expect.stringContaining('prior to midnight of the third business day'),
    });
    expect([rescindableUntil, notice?.until]).toEqual([deadline, deadline]);
    expect(notice).toMatchObject({
      signedOn: '2026-12-04',
      seller,
      address,
      dated: 'Date of transaction: Friday, December 4, 2026',
    });
    expect(notice?.paragraphs.at(-1)).toContain(
      'to Larkspur Roofing LLC, at 410 Congress Avenue, Austin, TX 78701, NOT LATER THAN MIDNIGHT OF Tuesday, December 8, 2026.',
    );
  });

  test('shows the dates of a signature now, and is of the day on which a text is signed that was read before', async () => {
    const { id, notice } = await contracts.in('sent', await presented(app.rest, { deck: cancelable }));
    expect(notice).toMatchObject({ signedOn: '2026-12-04', until: deadline });
    const signature = await contracts.signature(id);
    jest.setSystemTime(new Date('2026-12-05T07:00:00Z'));
    const { contract } = (await contracts.read(id)).body;
    expect([contract.documentHash, contract.notice?.signedOn]).toEqual([signature['documentHash'], '2026-12-05']);
    const { status, body } = await contracts.move(id, 'sign', signature);
    expect([status, body.contract]).toMatchObject([
      200,
      { notice: { signedOn: '2026-12-05' }, rescindableUntil: '2026-12-10T07:00:00.000Z' },
    ]);
    jest.setSystemTime(new Date('2026-12-08T12:00:00Z'));
    expect((await contracts.read(id)).body).toEqual(body);
  });

  test('is not part of a contract that is over without having been signed', async () => {
    const { id, notice } = await contracts.in('expired', await presented(app.rest, { deck: cancelable }));
    expect([notice, (await textOf(id)).pages]).toEqual([null, 1]);
  });

  test('that was signed as a part of the document is read and printed as it was', async () => {
    const { id } = await signed();
    const [{ contract }, printed] = [(await contracts.read(id)).body, await textOf(id)];
    await sql`update contract set notice = null, document = jsonb_set(document, '{cancellation}',
      (document->'cancellation') - 'days' || notice) where id = ${id}`.execute(app.database.connection.kysely);
    const earlier = (await contracts.read(id)).body.contract;
    expect(earlier.document.cancellation).toMatchObject({ rule: 'us', signedOn: '2026-12-04' });
    expect(earlier).toMatchObject({ notice: contract.notice, signatures: contract.signatures });
    expect(await textOf(id)).toEqual(printed);
    expect(printed.pages).toBe(3);
    expect((await contracts.move(id, 'rescind')).body.contract).toMatchObject({
      status: 'rescinded',
      notice: contract.notice,
    });
  });

  test.each(['UTC', 'Etc/GMT'])(
    'by the rule us_ftc_cooling_off is in no contract that goes by the time zone %s',
    async (timeZone) => {
      const deck = { ...cancelable, timeZone };
      const { status, body } = await contracts.create((await presented(app.rest, { deck })).id);
      expect([status, body.errors[0]?.pointer, body.detail]).toEqual([
        422,
        '/presentationId',
        expect.stringContaining(`timeZone of the presentation is ${timeZone}: set timeZone of its deck`),
      ]);
      const { id, deckId } = await contracts.in('draft', await presented(app.rest, { deck: { timeZone } }));
      await app.rest.put(`/api/decks/${deckId}`, { rightToCancel: cancelable.rightToCancel });
      const sent = await contracts.move(id, 'send');
      expect([sent.status, sent.body.errors[0]?.pointer]).toEqual([422, '/contractId']);
      const rightToCancel = { ...cancelable.rightToCancel, rule: 'calendar_days' };
      await app.rest.put(`/api/decks/${deckId}`, { rightToCancel });
      expect((await contracts.move(id, 'send')).status).toBe(200);
    },
  );

  test.each([
    [
      'es-MX',
      { ...cancelable, defaultLanguage: 'es-MX' },
      ['AVISO DE CANCELACIÓN', 'TRES DÍAS HÁBILES', 'MEDIANOCHE DEL martes, 8 de diciembre de 2026'],
    ],
    ['fr', cancelable, ['NOTICE OF CANCELLATION', 'MIDNIGHT OF Tuesday, December 8, 2026']],
    [
      'de-DE',
      {
        defaultLanguage: 'de-DE',
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

  test('is in the language in which the slides are shown where the homeowner speaks another one', async () => {
    const deck = { ...cancelable, defaultLanguage: 'es-MX' };
    const input = { language_settings: { language_code: 'fr-FR' } };
    const { id, document } = await signed(deck, input);
    expect(document).toMatchObject({
      language: 'es-MX',
      consent: expect.stringContaining('He leído este documento'),
      cancellation: { statement: expect.stringContaining('Usted, el comprador') },
    });
    const { text } = await textOf(id);
    for (const words of ['AVISO DE CANCELACIÓN', 'Contrato']) expect(text).toContain(words);
    expect(text).not.toContain('NOTICE OF CANCELLATION');
  });

  test.each(['es-MX', 'de-DE'])(
    'is in %s where that is shown to a homeowner who speaks English',
    async (defaultLanguage) => {
      const input = { language_settings: { language_code: 'en-US' } };
      const { document, warnings } = await contracts.in(
        'sent',
        await presented(app.rest, { deck: { ...cancelable, defaultLanguage }, input }),
      );
      expect([document.language, warnings]).toEqual([defaultLanguage, []]);
      expect(document.cancellation?.statement).toMatch(/^(Usted, el comprador|Sie als Käufer)/);
    },
  );

  test('is in English where that is shown to a homeowner who speaks Spanish', async () => {
    const input = { language_settings: { language_code: 'es-MX' } };
    const { document, warnings } = await contracts.in('sent', await presented(app.rest, { deck: cancelable, input }));
    expect([document.language, document.consent, warnings]).toEqual([
      'en-US',
      expect.stringContaining('I have read this document'),
      [],
    ]);
  });

  test.each([
    ['en-US', 'English'],
    ['es-MX', 'Spanish'],
  ])(
    'by the rule us_ftc_cooling_off is in no contract of slides in French for a homeowner who speaks %s',
    async (language, name) => {
      const deck = { ...cancelable, defaultLanguage: 'fr-FR' };
      const input = { language_settings: { language_code: language } };
      const { status, body } = await contracts.create((await presented(app.rest, { deck, input })).id);
      expect([status, body.errors[0]?.pointer, body.detail]).toEqual([
        422,
        '/presentationId',
        expect.stringContaining(
          `shown in fr-FR, but the consent, the notice of cancellation and the printed words of its contract are in ${name}`,
        ),
      ]);
      const rightToCancel = { ...cancelable.rightToCancel, rule: 'calendar_days' };
      const elsewhere = await presented(app.rest, { deck: { ...deck, rightToCancel }, input });
      const { warnings, document } = await contracts.in('sent', elsewhere);
      expect([document.language, warnings.map(({ code }) => code)]).toEqual([language, ['untranslated']]);
    },
  );

  test('goes by the language of most slides, also where the offer is in another one', async () => {
    const { id: deckId } = await createDeck(app.rest, { ...cancelable, defaultLanguage: 'es-MX' });
    await createSlide(app.rest, deckId, { slideType: 'product_pricing_v1', productData });
    const input = { price_inputs: { roof_squares: 24.5 }, language_settings: { language_code: 'fr-FR' } };
    const languageNow = async (): Promise<unknown> => {
      const { status, body } = await contracts.create((await createPresentation(app.rest, deckId, input)).id);
      return status === 201 ? body.contract.document.language : body.detail;
    };
    for (const title of ['Roof', 'Sun']) {
      const { id } = await createSlide(app.rest, deckId, { title, bullets: [], narrationScript: 'Hola.' });
      expect(await languageNow()).toBe('es-MX');
      const translation = { title, bullets: [], narrationScript: 'Bonjour.' };
      expect((await app.rest.put(`/api/slides/${id}/translations/fr-FR`, translation)).status).toBe(200);
    }
    expect(await languageNow()).toContain('The presentation is shown in fr-FR');
  });

  test('by the rule us_ftc_cooling_off is in no contract in a language that has no notice; elsewhere the draft warns', async () => {
    const french = { ...cancelable, defaultLanguage: 'fr-FR' };
    const { status, body } = await contracts.create((await presented(app.rest, { deck: french })).id);
    expect(body.reason).toBe('notice_untranslated');
    expect([status, body.errors[0]?.pointer, body.detail]).toEqual([
      422,
      '/presentationId',
      expect.stringContaining(
        'The rule us_ftc_cooling_off needs the notice of cancellation in the language of the presentation',
      ),
    ]);
    const rightToCancel = { ...cancelable.rightToCancel, rule: 'calendar_days' };
    const elsewhere = await presented(app.rest, { deck: { ...french, rightToCancel } });
    const { id, deckId, warnings } = await contracts.in('draft', elsewhere);
    const expected = [{ code: 'untranslated', detail: expect.stringContaining('shown in fr-FR') }];
    expect(warnings).toEqual(expected);
    const query = `{ contract(id: "${id}") { warnings { code detail } } }`;
    const graphql = new GraphQLClient(app.base, { authorization: `Bearer ${apiKey}` });
    expect(await graphql.data(query)).toEqual({ contract: { warnings: expected } });
    await app.rest.put(`/api/decks/${deckId}`, { rightToCancel: cancelable.rightToCancel });
    const sent = await contracts.move(id, 'send');
    expect([sent.status, sent.body.errors[0]?.pointer]).toEqual([422, '/contractId']);
    await app.rest.put(`/api/decks/${deckId}`, { rightToCancel });
    expect((await contracts.move(id, 'send')).status).toBe(200);
    const { body: settled } = await contracts.move(id, 'sign', await contracts.signature(id));
    expect(settled.contract).toMatchObject({ status: 'signed', warnings: [] });
  });

  test('is in no contract of a deck that gives no right to cancel, which cannot be canceled', async () => {
    const { id, document, rescindableUntil } = await signed({});
    expect([document.cancellation, rescindableUntil]).toEqual([undefined, null]);
    const { status, body } = await contracts.move(id, 'rescind');
    expect([status, body.detail]).toEqual([409, expect.stringContaining('gives no right to cancel')]);
  });
});

describe('a sent contract', () => {
  test('is declined by its homeowner with a reason, in both APIs of a link, and stays in sight', async () => {
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
    const mutation = `mutation { declineGuestContract(id: "${second.id}") { contract { status declineReason } } }`;
    expect(await (await guestOf(second)).graphql.data(mutation)).toEqual({
      declineGuestContract: { contract: { status: 'DECLINED', declineReason: null } },
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
        data: { contractId: id, presentationId, documentHash, rescindedAt, recordedBy: 'seller' },
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
    expect([late.status, late.body.reason, late.body.detail]).toEqual([
      409,
      'right_to_cancel_ended',
      expect.stringContaining('ended at 2026-12-09T07:00:00.000Z (midnight in America/Denver)'),
    ]);
    for (const givenAt of ['2026-12-09T07:00:01Z', '2026-12-05T00:29:59Z']) {
      const { status, body } = await contracts.move(id, 'rescind', { givenAt });
      expect([status, body.errors[0]?.pointer]).toEqual([422, '/givenAt']);
    }
    const letter = await app.graphql.data(
      `mutation { rescindContract(id: "${id}", input: { givenAt: "2026-12-08T18:00:00Z" }) { contract { status rescindedAt } } }`,
    );
    expect(letter).toEqual({
      rescindContract: { contract: { status: 'RESCINDED', rescindedAt: '2026-12-08T18:00:00.000Z' } },
    });
  });

  testOnPostgres('is canceled in time by who asks before midnight and waits for a lock until after it', async () => {
    const { id, presentationId } = await signed();
    const { kysely } = app.database.connection;
    const lastMoment = '2026-12-09T06:59:59.999Z';
    jest.setSystemTime(new Date(lastMoment));
    const { answer } = await kysely.transaction().execute(async (holder) => {
      await sql`select from presentation where id = ${presentationId} for update`.execute(holder);
      const asked = contracts.move(id, 'rescind');
      await eventually(async () => {
        const { rows } = await sql`select 1 from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`.execute(kysely);
        return rows.length > 0;
      });
      jest.setSystemTime(new Date(deadline));
      return { answer: asked };
    });
    const { status, body } = await answer;
    expect([status, body.contract]).toMatchObject([200, { status: 'rescinded', rescindedAt: lastMoment }]);
  });

  test('is canceled by its homeowner in both APIs of a link, and by nobody at that of another', async () => {
    const [first, second] = [await signed(), await signed()];
    const events = await EventRecorder.start(app);
    const path = `/api/guest/contracts/${first.id}/rescind`;
    expect((await (await guestOf(second)).rest.post(path)).status).toBe(404);
    const { status, body } = await (await guestOf(first)).rest.post<{ contract: object }>(path);
    expect([status, body.contract]).toMatchObject([200, { status: 'rescinded', rescindableUntil: deadline }]);
    const { graphql, rest } = await guestOf(second);
    const mutation = `mutation { rescindGuestContract(id: "${second.id}") { contract { status } } }`;
    expect(await graphql.data(mutation)).toEqual({ rescindGuestContract: { contract: { status: 'RESCINDED' } } });
    expect((await rest.get<object>('/api/guest/contracts')).body).toMatchObject({
      contracts: [{ contractId: second.id, status: 'rescinded' }],
    });
    const recorded = (await events.taken()).filter(({ type }) => type === 'contract.rescinded');
    expect(recorded.map(({ data }) => data)).toMatchObject([{ recordedBy: 'homeowner' }, { recordedBy: 'homeowner' }]);
  });

  test('says to its guest whether it may be canceled now, by the clock of the server', async () => {
    const { id, presentationId } = await signed();
    const other = await contracts.in('signed', await presented(app.rest));
    const { rest, graphql } = await guestOf({ presentationId } as ContractAnswer);
    const reported = async () => {
      const { body } = await rest.get<{ contracts: { canRescind: boolean }[] }>('/api/guest/contracts');
      const { guestContracts } = await graphql.data<typeof body & { guestContracts: typeof body.contracts }>(
        '{ guestContracts { canRescind } }',
      );
      return [...body.contracts, ...guestContracts].map(({ canRescind }) => canRescind);
    };
    jest.setSystemTime(new Date('2026-12-09T06:59:59.999Z'));
    expect(await reported()).toEqual([true, true]);
    jest.setSystemTime(new Date(deadline));
    expect(await reported()).toEqual([false, false]);
    jest.setSystemTime(new Date('2026-12-08T12:00:00Z'));
    await contracts.move(id, 'rescind');
    expect(await reported()).toEqual([false, false]);
    const without = await (await guestOf(other)).rest.get<object>('/api/guest/contracts');
    expect(without.body).toMatchObject({ contracts: [{ canRescind: false }] });
  });

  test('is canceled also when its presentation was deleted', async () => {
    const { id, presentationId } = await signed();
    expect((await app.rest.delete(`/api/presentations/${presentationId}`)).status).toBe(200);
    expect((await contracts.move(id, 'rescind')).body.contract.status).toBe('rescinded');
  });

  test('is never canceled before it is signed', async () => {
    const { id } = await contracts.in('sent', await presented(app.rest, { deck: cancelable }));
    const { status, body } = await contracts.move(id, 'rescind');
    expect([status, body.detail]).toEqual([409, expect.stringContaining('that is sent cannot be rescinded')]);
  });
});
