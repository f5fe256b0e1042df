import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { extractText, getDocumentProxy } from 'unpdf';
import { financingFormula, type Payments, paymentsFor, plansOf } from '../../src/engines/pricing/financing.ts';
import { priceTiers } from '../../src/engines/pricing/pricing.ts';
import type { PresentationAnswer } from '../helpers/answers.ts';
import { useApp } from '../helpers/test-app.ts';
import { Contracts, presented } from '../contracts/contracts.ts';

const app = useApp();
const contracts = new Contracts(app);

const text = 'Subject to approval, {{first_name}}.';
const plans = [
  { provider: 'Larkspur Credit', annualPercent: 6.99, months: 120, text },
  { provider: 'In-house', annualPercent: 0, months: 12 },
];
const addOns = [{ key: 'guards', label: 'Gutter guards', amount: 1_799.99 }];
const productData = {
  good: { name: 'Shingle', price: 10_000, deposit: { percent: 10 }, addOns, financing: plans },
  better: { name: 'Metal', pricePerSquare: 500, addOns, financing: plans },
  best: { name: 'Slate', pricePerKw: 3_000 },
};

/** A fraction above 0, rounded half up: from the remainder, as people do it by hand. */
function toCents(dividend: bigint, divisor: bigint): bigint {
  const rest = dividend % divisor;
  return dividend / divisor + (rest + rest < divisor ? 0n : 1n);
}

/** Payments by exact fractions: the loan is the sum of the discounted payments. None for one that is paid early. */
function exactPayments(
  cents: bigint,
  hundredths: bigint,
  months: number,
): Partial<Pick<Payments, 'monthly' | 'lastPayment'>> {
  // A month multiplies what is owed by `after / before`.
  const [before, after] = [120_000n, 120_000n + hundredths];
  let [discounted, scale] = [0n, 1n];
  for (let month = 0; month < months; month += 1) [discounted, scale] = [(discounted + scale) * before, scale * after];
  const monthly = toCents(cents * scale, discounted);
  let owed = cents;
  for (let month = 1; month <= months; month += 1) {
    owed += toCents(owed * hundredths, before);
    if (month < months) owed -= monthly;
  }
  const [first = '', last = ''] = [monthly, owed].map((amount) => (Number(amount) / 100).toFixed(2));
  return owed > 0n ? { monthly: first, lastPayment: last } : {};
}

function paymentsOf(product: object, currency: string): Payments[] {
  const [plan] = plansOf(product);
  return plan === undefined ? [] : paymentsFor(plan, priceTiers(product, {}, currency).tiers);
}

describe('the payments of a plan', () => {
  // Computed by a schedule in 80 decimal digits, in another language.
  test.each<[string, string, number, number, string[]]>([
    ['10000', 'USD', 6, 12, ['860.66', '860.70', '10327.96', '327.96']],
    ['36045', 'USD', 6.99, 120, ['418.33', '417.83', '50199.10', '14154.10']],
    ['250000', 'USD', 4.5, 360, ['1266.71', '1269.32', '456018.21', '206018.21']],
    ['100', 'USD', 0, 3, ['33.33', '33.34', '100.00', '0.00']],
    ['1000000', 'JPY', 3.9, 60, ['18371.00', '18399.00', '1102288.00', '102288.00']],
    ['12345.678', 'KWD', 7.25, 36, ['382.611', '382.630', '13774.015', '1428.337']],
  ])('for %s %s at %d%% in %d months are exact to the last', (price, currency, annualPercent, months, amounts) => {
    const [payments] = paymentsOf(
      { good: { price, financing: [{ provider: 'Bank', annualPercent, months }] } },
      currency,
    );
    const { monthly, lastPayment, totalPaid, totalInterest } = payments ?? {};
    expect([monthly, lastPayment, totalPaid, totalInterest]).toEqual(amounts);
  });

  test('are those of exact fractions, in each of thousands of ordinary plans', () => {
    const wrong: unknown[] = [];
    let compared = 0;
    for (const dollars of [100.5, 144.6, 2_500, 7_499.99, 15_000, 20_000, 24_850.5, 36_045, 41_850, 88_888.88]) {
      for (const annualPercent of [
        1.9, 3.99, 4.5, 5, 5.25, 6, 6.99, 7, 7.25, 8, 8.5, 9.99, 10, 11, 12, 13.99, 20, 29.9,
      ]) {
        for (const months of [2, 6, 12, 18, 24, 36, 48, 60, 72, 84, 96, 120, 144, 180, 240]) {
          const [payments] = paymentsOf(
            { good: { price: dollars, financing: [{ provider: 'Bank', annualPercent, months }] } },
            'USD',
          );
          const cents = BigInt(Math.round(dollars * 100));
          const exact = exactPayments(cents, BigInt(Math.round(annualPercent * 100)), months);
          const { monthly, lastPayment } = payments ?? {};
          compared += 1;
          if (monthly !== exact.monthly || lastPayment !== exact.lastPayment)
            wrong.push([dollars, annualPercent, months, payments, exact]);
        }
      }
    }
    expect({ compared, wrong }).toEqual({ compared: 2_700, wrong: [] });
  });

  test.each<[number, number, number, string, string]>([
    // The interest of a month ends in exactly half a cent.
    [15_000, 7, 60, '297.02', '296.86'],
    // The level payment is exactly 73.205.
    [144.6, 10, 2, '73.21', '73.21'],
  ])('round half a cent up: %d at %d%% in %d months', (price, annualPercent, months, monthly, lastPayment) => {
    const financing = [{ provider: 'Bank', annualPercent, months }];
    expect(paymentsOf({ good: { price, financing } }, 'USD')).toMatchObject([{ monthly, lastPayment }]);
  });

  test('take a rate of any length, to its twelfth decimal', () => {
    const financing = [{ provider: 'Bank', annualPercent: 5e-300, months: 480 }];
    expect(plansOf({ good: { price: 48_000, financing } })).toMatchObject([{ annualPercent: '0' }]);
    expect(paymentsOf({ good: { price: 48_000, financing } }, 'USD')).toMatchObject([{ monthly: '100.00' }]);
  });

  test('are not offered for what is paid before the last month, nor without a price', () => {
    const financing = [{ provider: 'Bank', annualPercent: 0, months: 360 }];
    expect(paymentsOf({ good: { price: 100, financing }, better: { financing } }, 'USD')).toEqual([]);
  });

  test('are not offered where every payment but the last would be nothing', () => {
    const financing = [{ provider: 'Bank', annualPercent: 0, months: 360 }];
    expect(paymentsOf({ good: { price: 1, financing } }, 'USD')).toEqual([]);
  });

  test('are for the tiers that name the plan, and for no other', () => {
    const financing = [{ provider: 'Bank', annualPercent: 5, months: 12 }];
    const product = { good: { price: 100 }, better: { price: 200, financing }, best: { price: 300 } };
    expect(paymentsOf(product, 'USD').map(({ tier }) => tier)).toEqual(['better']);
  });

  test.each([
    [0, 2, 1],
    [100, 480, 1],
    [5, 1, 0],
    [5, 481, 0],
    ['100.01', 12, 0],
  ])('are made at %s%% in %d months: %d plans', (annualPercent, months, count) => {
    const good = { price: 1_000, financing: [{ provider: 'Bank', annualPercent, months }] };
    expect(plansOf({ good })).toHaveLength(count);
  });

  test('are not made of what an old offer called financing', () => {
    const odd = [
      null,
      5,
      {},
      { provider: 'Bank', annualPercent: '7%', months: 12 },
      { provider: 'B', annualPercent: 7 },
    ];
    for (const financing of ['6.99%', { months: 12 }, odd])
      expect(plansOf({ good: { price: 1, financing } })).toEqual([]);
  });
});

describe('a financing plan', () => {
  test('is in the offer of each tier in both APIs, of the total without the deposit, and follows the add-ons', async () => {
    const { id, pricing } = await presented(app.rest, { slide: { productData } });
    const [credit, own] = pricing.offers[0]?.financing ?? [];
    expect(credit).toEqual({
      provider: 'Larkspur Credit',
      annualPercent: '6.99',
      months: 120,
      text: 'Subject to approval, Dana.',
      formula: financingFormula,
      tiers: ['good', 'better'],
      payments: [
        {
          tier: 'good',
          financed: '9000.00',
          monthly: '104.45',
          lastPayment: '104.66',
          totalPaid: '12534.21',
          totalInterest: '3534.21',
          monthlyText: '$104.45',
        },
        {
          tier: 'better',
          financed: '12250.00',
          monthly: '142.17',
          lastPayment: '142.08',
          totalPaid: '17060.31',
          totalInterest: '4810.31',
          monthlyText: '$142.17',
        },
      ],
    });
    expect(own).toMatchObject({
      annualPercent: '0',
      text: null,
      payments: [{}, { monthly: '1020.83', lastPayment: '1020.87' }],
    });
    const { selectAddOns } = await app.graphql.data<{ selectAddOns: object }>(
      `mutation { selectAddOns(presentationId: "${id}", addOns: ["guards"]) { presentation {
        pricing { offers { financing { provider payments { tier financed monthly totalInterest } } } } } } }`,
    );
    expect(selectAddOns).toMatchObject({
      presentation: {
        pricing: {
          offers: [
            {
              financing: [
                { provider: 'Larkspur Credit' },
                { payments: [{}, { tier: 'BETTER', financed: '14049.99', monthly: '1170.83', totalInterest: '0.00' }] },
              ],
            },
          ],
        },
      },
    });
  });

  test('is part of the document that is signed, and of its PDF', async () => {
    const presentation: PresentationAnswer = await presented(app.rest, { slide: { productData } });
    const { id, document } = await contracts.in('signed', presentation);
    expect(document).toMatchObject({
      financing: [
        { provider: 'Larkspur Credit', formula: financingFormula, payments: [{}, { monthly: '142.17' }] },
        { provider: 'In-house' },
      ],
    });
    const printed = await (await fetch(`${app.base}/api/contracts/${id}/document.pdf`)).arrayBuffer();
    const { text: pages } = await extractText(await getDocumentProxy(new Uint8Array(printed)), { mergePages: true });
    const read = pages.replaceAll(/\s+/g, ' ');
    expect(read).toContain(
      'By the month with Larkspur Credit: 119 × $142.17 and a last payment of $142.08, for $12,250.00 at 6.99% a year. In all $17,060.31, of which $4,810.31 is interest.',
    );
    for (const expected of ['Subject to approval, Dana.', 'Payments by the month are equal'])
      expect(read).toContain(expected);
    expect(read).not.toContain('104.45');
  });

  /** As a release computed the payments that rounded twice. */
  async function becomeOldOf({ id }: PresentationAnswer): Promise<void> {
    await sql`update presentation set pricing = jsonb_set(pricing, '{offers,0,financing,0,payments,1,monthly}', '"142.16"')
      where id = ${id}`.execute(app.database.connection.kysely);
  }

  test('is computed again when a contract of an older presentation is drafted, and when an older draft is sent', async () => {
    const presentation = await presented(app.rest, { slide: { productData } });
    await becomeOldOf(presentation);
    const exact = { financing: [{ payments: [{}, { monthly: '142.17' }] }, {}] };
    const { body: drafted } = await contracts.create(presentation.id);
    expect(drafted.contract.document).toMatchObject(exact);
    const { body: read } = await app.rest.get<{ presentation: PresentationAnswer }>(
      `/api/presentations/${presentation.id}`,
    );
    expect(read.presentation.pricing).toEqual(presentation.pricing);
    await becomeOldOf(presentation);
    const { body: sent } = await contracts.move(drafted.contract.id, 'send');
    expect(sent.contract).toMatchObject({ status: 'sent', document: exact });
  });

  test('keeps the payment with which an open contract was sent, and is computed again with other add-ons', async () => {
    const presentation = await presented(app.rest, { slide: { productData } });
    const sent = await contracts.in('sent', presentation);
    // As a release computed it that rounded twice.
    const old = { financing: [{ payments: [{}, { monthly: '142.16' }] }, {}] };
    const becomeOld = () => becomeOldOf(presentation);
    const select = (keys: string[]): Promise<unknown> =>
      app.rest.put(`/api/presentations/${presentation.id}/add-ons`, { addOns: keys });

    await becomeOld();
    const read = (await contracts.read(sent.id)).body.contract;
    expect(read.document).toMatchObject(old);
    await select(['guards']);
    const signature = { tier: 'better', signerName: 'Dana Whitaker', consent: true, documentHash: read.documentHash };
    expect((await contracts.move(sent.id, 'sign', signature)).status).toBe(409);
    await select([]);
    expect((await contracts.read(sent.id)).body.contract).toMatchObject({
      documentHash: sent.documentHash,
      document: { financing: [{ payments: [{}, { monthly: '142.17' }] }, {}] },
    });

    await becomeOld();
    const { body } = await contracts.move(sent.id, 'sign', signature);
    expect(body.contract).toMatchObject({ status: 'signed', documentHash: read.documentHash, document: old });
    await select(['guards']);
    expect((await contracts.read(sent.id)).body.contract).toEqual(body.contract);
  });
});
