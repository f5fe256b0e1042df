import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { Big } from 'big.js';
import { extractText, getDocumentProxy } from 'unpdf';
import type { PresentationAnswer, TierPriceAnswer } from '../helpers/answers.ts';
import { GraphQLClient } from '../helpers/graphql-client.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { EventStream } from '../helpers/event-stream.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts, presented } from '../contracts/contracts.ts';
import { EventRecorder } from '../rules/event-recorder.ts';

const apiKey = 'a-key-of-more-than-16-characters';
const app = useApp({ API_KEY: apiKey });
const contracts = new Contracts(app);

const guards = {
  key: 'guards',
  label: 'Gutter guards for {{first_name}}',
  description: 'No leaves.',
  amount: 1_799.99,
};
const shield = { key: 'ice-shield', label: 'Ice shield', amount: 12.345, per: 'square' };
const battery = { key: 'battery', label: 'Battery', amount: 900, per: 'kw' };
const spire = { key: 'spire', label: 'Spire', amount: 5 };

/** An offer; `shared` is what the homeowner may add to the tiers good and better. */
const offerWith = (shared: object[]) => ({
  roundTo: 50,
  good: { name: 'Shingle', price: 11_820, tax: { percent: 8.25 }, deposit: { percent: 10 }, addOns: shared },
  better: { name: 'Metal', pricePerSquare: 500, deposit: { amount: 13_000 }, addOns: [...shared, shield, battery] },
  best: { name: 'Slate', pricePerKw: 3_000, addOns: [spire] },
});
const productData = offerWith([guards]);

const sumOf = ({ lines }: TierPriceAnswer): string =>
  lines.reduce((sum, { amount }) => sum.plus(amount), new Big(0)).toFixed(2);
const totalsOf = ({ pricing }: PresentationAnswer): (string | null)[] =>
  pricing.offers.slice(0, 1).flatMap(({ tiers }) => tiers.map(({ total }) => total));
const select = (id: string, addOns: string[], headers?: Record<string, string>) =>
  app.rest.put<{ presentation: PresentationAnswer; reason: string; detail: string }>(
    `/api/presentations/${id}/add-ons`,
    { addOns },
    headers,
  );

describe('the add-ons of an offer', () => {
  let made: PresentationAnswer;
  beforeAll(async () => {
    made = await presented(app.rest, { slide: { productData } });
  });

  test('have a price of their own; those of a tier without a price are left out, those without a measurement with a warning', () => {
    const [offer] = made.pricing.offers;
    expect(offer?.addOns).toEqual([
      {
        key: 'guards',
        label: 'Gutter guards for Dana',
        description: 'No leaves.',
        quantity: null,
        unit: null,
        rate: null,
        amount: '1799.99',
        amountText: '$1,799.99',
        tiers: ['good', 'better'],
        isSelected: false,
      },
      {
        key: 'ice-shield',
        label: 'Ice shield',
        description: null,
        quantity: '24.5',
        unit: 'square',
        rate: '12.345',
        amount: '302.45',
        amountText: '$302.45',
        tiers: ['better'],
        isSelected: false,
      },
    ]);
    expect(made.warnings.map(({ code, detail }) => [code, detail])).toContainEqual([
      'needs_input',
      'The add-on battery is not offered without system_size_kw: give a value above 0.',
    ]);
    expect(totalsOf(made)).toEqual(['12773.50', '12250.00', null]);
  });

  test('raise the price by exactly their own, behind the rounding and before tax and deposit, and can be taken back', async () => {
    const events = await EventRecorder.start(app);
    const { id, deckId } = made;
    const stream = await EventStream.open<PresentationAnswer>(`${app.base}/api/presentations/${id}/stream`, {
      authorization: `Bearer ${apiKey}`,
    });
    const { status, headers, body } = await select(id, ['ice-shield', 'guards']);
    expect([status, headers.get('etag')]).toEqual([200, '"2"']);
    const [good, better] = body.presentation.pricing.offers[0]?.tiers ?? [];
    expect(good?.lines.map(({ label, addOn, amount, percentOf }) => [label, addOn, amount, percentOf])).toEqual([
      ['Fixed price', null, '11820.00', null],
      ['Rounding', null, '-20.00', null],
      ['Gutter guards for Dana', 'guards', '1799.99', null],
      // Of 13,599.99.
      ['Sales tax 8.25%', null, '1122.00', '13599.99'],
    ]);
    expect(good).toMatchObject({ total: '14721.99', totalText: '$14,721.99', tax: '1122.00', deposit: '1472.20' });
    expect(better).toMatchObject({ total: '14352.44', deposit: '13000.00', depositText: '$13,000' });
    expect([good, better].map((tier) => tier && sumOf(tier))).toEqual(['14721.99', '14352.44']);
    await eventually(() => stream.received.some(({ data }) => totalsOf(data).includes('14352.44')));
    await select(id, ['guards', 'ice-shield']);
    const sourceSlideId = made.pricing.offers[0]?.sourceSlideId;
    expect(await events.facts()).toEqual([
      {
        type: 'presentation.add_ons_selected',
        deckId,
        data: { presentationId: id, sourceSlideId, addOns: ['guards', 'ice-shield'] },
      },
    ]);
    expect((await select(id, [], { 'if-match': '"1"' })).status).toBe(412);
    const { selectAddOns } = await app.graphql.data<{ selectAddOns: object }>(
      `mutation { selectAddOns(presentationId: "${id}", addOns: []) { presentation { pricing { offers { tiers { total } } } } } }`,
    );
    const tiers = totalsOf(made).map((total) => ({ total }));
    expect(selectAddOns).toEqual({ presentation: { pricing: { offers: [{ tiers }] } } });
    stream.close();
  });

  test('that the offer has not are refused, with those that it has', async () => {
    const { status, body } = await select(made.id, ['guards', 'battery']);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      detail: 'The offer has no add-on battery with a price; addOns can have guards, ice-shield.',
      errors: [{ pointer: '/addOns/1' }],
    });
    const { id } = await createPresentation(app.rest, (await createDeck(app.rest)).id);
    expect((await select(id, [])).body.detail).toBe('The presentation has no prices, and so no add-ons.');
  });

  test('are worded in the language of the homeowner, and survive edits of the offer', async () => {
    const { id: deckId } = await createDeck(app.rest);
    const words = {
      good: { addOns: [{ label: 'Protección para {{first_name}}' }] },
      better: { addOns: [null, null, { label: 'Batería' }] },
    };
    const { id } = await createSlide(app.rest, deckId, {
      slideType: 'product_pricing_v1',
      productData,
      translations: { es: { title: 'T', bullets: [], narrationScript: 'N', productData: words } },
    });
    const { better, ...others } = productData;
    const addOns = better.addOns.toReversed();
    await app.rest.put(`/api/slides/${id}`, { productData: { ...others, better: { ...better, addOns } } });
    const { pricing } = await createPresentation(app.rest, deckId, {
      price_inputs: { roof_squares: 24.5, system_size_kw: 7.2 },
      language_settings: { language_code: 'es' },
    });
    expect(pricing.offers[0]?.addOns.map(({ label, amountText }) => [label, amountText])).toEqual([
      ['Protección para Dana', '1799,99\u00a0US$'],
      ['Batería', '6480\u00a0US$'],
      ['Ice shield', '302,45\u00a0US$'],
      ['Spire', '5\u00a0US$'],
    ]);
  });

  test('that are selected are no drift, and other prices of them are', async () => {
    const presentation = await presented(app.rest, { slide: { productData } });
    const { id } = presentation;
    await select(id, ['guards']);
    const drift = async (): Promise<object> => (await app.rest.get(`/api/presentations/${id}/drift`)).body;
    const sourceSlideId = presentation.pricing.offers[0]?.sourceSlideId ?? '';
    await app.rest.put(`/api/slides/${sourceSlideId}`, { slideContext: 'Other' });
    expect(await drift()).toMatchObject({ drift: { prices: [] } });
    await app.rest.put(`/api/slides/${sourceSlideId}`, { productData: offerWith([{ ...guards, amount: 2_000 }]) });
    expect(await drift()).toMatchObject({
      drift: {
        prices: [
          { tier: 'good', before: { total: '14721.99' }, now: { total: '14938.50' } },
          { tier: 'better', before: { total: '14049.99' }, now: { total: '14250.00' } },
        ],
      },
    });
  });
});

describe('the add-ons of a contract', () => {
  test('are changed by a link sixty times an hour at most', async () => {
    const { id } = await presented(app.rest, { slide: { productData } });
    const { body: link } = await app.rest.post<{ token: string }>(`/api/presentations/${id}/links`, { name: 'Phone' });
    const graphql = new GraphQLClient(app.base, { authorization: `Link ${link.token}` });
    const hourly = sql`jsonb_build_object('addOns', jsonb_build_object('since', now(), 'count', 58))`;
    await sql`update presentation_link set hourly = ${hourly} where presentation_id = ${id}`.execute(
      app.database.connection.kysely,
    );
    const flips = Array.from(
      { length: 6 },
      (_, at) =>
        `m${at}: selectGuestAddOns(addOns: [${at % 2 === 0 ? '"guards"' : ''}]) { presentation { presentationId } }`,
    );
    const { errors = [] } = await graphql.send(`mutation { ${flips.join(' ')} }`);
    // Every second one asks for what is selected already.
    expect(errors.map(({ extensions }) => extensions.code)).toEqual(Array(2).fill('TOO_MANY_REQUESTS'));
    const reported = (await app.events('types=presentation.add_ons_selected')).filter(
      ({ data }) => data['presentationId'] === id,
    );
    expect(reported).toHaveLength(2);
  });

  test('are chosen by a link, change what is signed, are printed, and stay as they were signed', async () => {
    const presentation = await presented(app.rest, { slide: { productData } });
    const { id } = presentation;
    const contract = await contracts.in('sent', presentation);
    const { body: link } = await app.rest.post<{ token: string }>(`/api/presentations/${id}/links`, { name: 'Phone' });
    const headers = { authorization: `Link ${link.token}` };
    const guest = await new RestClient(app.base, headers).open({ authorization: `Bearer ${apiKey}` });
    const chosen = await guest.put<{ presentation: { offers: { tiers: object[] }[] } }>('/api/guest/add-ons', {
      addOns: ['guards'],
    });
    expect(chosen.status).toBe(200);
    expect(chosen.body.presentation.offers[0]).toMatchObject({
      addOns: [
        { key: 'guards', isSelected: true },
        { key: 'ice-shield', isSelected: false },
      ],
      tiers: [
        { total: '14721.99' },
        { total: '14049.99', lines: [{}, { label: 'Gutter guards for Dana', addOn: 'guards' }] },
      ],
    });
    const { selectGuestAddOns } = await new GraphQLClient(app.base, headers).data<{ selectGuestAddOns: object }>(
      'mutation { selectGuestAddOns(addOns: ["guards", "ice-shield"]) { presentation { offers { tiers { total } } } } }',
    );
    expect(selectGuestAddOns).toEqual({
      presentation: { offers: [{ tiers: [{ total: '14721.99' }, { total: '14352.44' }] }] },
    });
    // What was read before is not what would be signed now.
    const read = { ...(await contracts.signature(contract.id)), documentHash: contract.documentHash };
    expect((await contracts.move(contract.id, 'sign', read)).status).toBe(409);
    const signed = await contracts.move(contract.id, 'sign', await contracts.signature(contract.id));
    expect(signed.body.contract).toMatchObject({
      tier: 'better',
      total: '14352.44',
      document: {
        tiers: [
          { total: '14721.99' },
          { total: '14352.44', lines: [{}, { addOn: 'guards' }, { addOn: 'ice-shield' }] },
        ],
      },
    });
    const answer = await fetch(`${app.base}/api/contracts/${contract.id}/document.pdf`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const printed = new Uint8Array(await answer.arrayBuffer());
    const { text } = await extractText(await getDocumentProxy(printed), { mergePages: true });
    expect(text.replaceAll(/\s+/g, ' ')).toContain('Ice shield (add-on) (24.5 squares × $12.345) $302.45');
    expect(await select(id, ['guards'])).toMatchObject({
      status: 409,
      body: {
        reason: 'offer_signed',
        detail: 'A contract for this offer was signed: its add-ons stay as they were signed.',
      },
    });
    expect((await guest.put('/api/guest/add-ons', { addOns: [] })).status).toBe(409);
    expect((await select(id, ['guards', 'ice-shield'])).status).toBe(200);
  });

  test('stay as the first of two owners has signed them, until the contract is declined', async () => {
    const presentation = await presented(app.rest, { slide: { productData } });
    const { id } = presentation;
    const contract = await contracts.in('sent', presentation, { coSigner: 'Robin Whitaker' });
    expect((await select(id, ['guards'])).status).toBe(200);
    const first = await contracts.move(contract.id, 'sign', await contracts.signature(contract.id));
    const refused = await select(id, []);
    expect([refused.status, refused.body.reason, refused.body.detail]).toEqual([
      409,
      'signature_exists',
      `The contract ${contract.id} of this offer has a signature to these prices: decline or void it before you select other add-ons.`,
    ]);
    expect((await contracts.read(contract.id)).body).toEqual(first.body);
    expect((await select(id, ['guards'])).status).toBe(200);
    // A signature to an earlier text counts for nothing.
    await app.rest.put(`/api/decks/${presentation.deckId}`, { brandName: 'Other Roofing' });
    expect((await select(id, ['ice-shield'])).status).toBe(200);
    await contracts.move(contract.id, 'sign', await contracts.signature(contract.id));
    expect((await select(id, [])).status).toBe(409);
    await contracts.move(contract.id, 'decline');
    expect((await select(id, [])).status).toBe(200);
  });
});
