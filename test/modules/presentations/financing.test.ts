import { describe, expect, test } from '@jest/globals';
import { extractText, getDocumentProxy } from 'unpdf';
import { financingFormula, type Payments, paymentsFor, plansOf } from '../../../src/engines/pricing/financing.ts';
import { priceTiers } from '../../../src/engines/pricing/pricing.ts';
import type { PresentationAnswer } from '../../helpers/answers.ts';
import { useApp } from '../../helpers/test-app.ts';
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

  test('are not offered for what is paid before the last month, nor without a price', () => {
    const financing = [{ provider: 'Bank', annualPercent: 0, months: 360 }];
    expect(paymentsOf({ good: { price: 100, financing }, better: { financing } }, 'USD')).toEqual([]);
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
  test('is in the offer of each tier at both doors, of the total without the deposit, and follows the add-ons', async () => {
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
      `mutation { selectAddOns(presentationId: "${id}", addOns: ["guards"]) {
        pricing { offers { financing { provider payments { tier financed monthly totalInterest } } } } } }`,
    );
    expect(selectAddOns).toMatchObject({
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
});
