import { describe, expect, test } from '@jest/globals';
import { Big } from 'big.js';
import { demoFile } from '../../src/demo/demo-deck.ts';
import type { PriceQuantities } from '../../src/engines/pricing/price-terms.ts';
import { priceTiers } from '../../src/engines/pricing/pricing.ts';
import type { TierPrice } from '../../src/engines/pricing/tier-price.ts';

const measured: PriceQuantities = { roofSquares: 24.5, systemSizeKw: 7.2 };

function priced(good: unknown, quantities = measured, roundTo?: unknown): TierPrice {
  const [tier] = priceTiers({ good, roundTo }, quantities, 'USD').tiers;
  if (tier === undefined) throw new Error('No tier was priced.');
  return tier;
}

function sumOf(tier: TierPrice): string {
  return tier.lines.reduce((sum, line) => sum.plus(line.amount), new Big(0)).toFixed(2);
}

describe('the price of a tier', () => {
  test.each([
    ['425', '11803.75', '11800.00'],
    ['509.15', '14071.59', '14050.00'],
    ['649.99', '17867.23', '17850.00'],
  ])('at %s a square is %s, rounded %s', (pricePerSquare, exact, rounded) => {
    const tier = { pricePerSquare, wastePercent: 10, basePrice: 350 };
    expect(priced(tier)).toMatchObject({ status: 'priced', total: exact, missing: [], currency: 'USD' });
    expect(priced(tier, measured, 50).total).toBe(rounded);
    expect(sumOf(priced(tier))).toBe(exact);
  });

  test('of 7.2 kW at 3,150 and a base of 1,200 is 23,880', () => {
    expect(priced({ pricePerKw: 3150, base: '1200' }).total).toBe('23880.00');
  });

  test.each([
    ['JPY', '13717.00', ['350.00', '12213.00', '1154.00']],
    ['KWD', '13717.380', ['350.000', '12213.250', '1154.130']],
    ['USD', '13717.38', ['350.00', '12213.25', '1154.13']],
  ])('in %s has nothing smaller than what people pay with, and all of that', (currency, total, amounts) => {
    const good = { basePrice: 350, pricePerSquare: 498.5, pricePerKw: '160.2958' };
    const { tiers } = priceTiers({ good }, measured, currency);
    expect(tiers[0]).toMatchObject({ total, lines: amounts.map((amount) => ({ amount })) });
  });

  test('in yen is rounded once, and its lines add up', () => {
    const { tiers } = priceTiers({ good: { pricePerSquare: 0.5, pricePerKw: 0.5, minPrice: 16.5 } }, measured, 'JPY');
    expect(tiers[0]?.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['Roof area', '12.00'],
      ['Solar system', '4.00'],
      ['Up to the minimum price', '1.00'],
    ]);
    expect(tiers[0]?.total).toBe('17.00');
  });

  test('of the demo deck is what its author says', () => {
    const product = demoFile.slides.find((slide) => slide.productData !== undefined)?.productData;
    const { tiers, priceWarnings } = priceTiers(product, measured, 'USD');
    expect(tiers.map(({ tier, name, total }) => [tier, name, total])).toEqual([
      ['good', 'Essential', '35850.00'],
      ['better', 'Preferred', '40050.00'],
      ['best', 'Signature', '56650.00'],
    ]);
    expect(priceWarnings).toEqual([]);
  });

  test('is explained line by line', () => {
    const tier = {
      name: ' Full ',
      basePrice: 350,
      pricePerSquare: 509.15,
      wastePercent: 10,
      pricePerKw: 3150,
      adders: [
        { label: 'Tear-off', amount: 75, per: 'square' },
        { label: 'Strong panels', amount: '160.125', per: 'kw' },
        { label: 'Permit', amount: 650, per: 'flat' },
        { amount: 1 },
      ],
    };
    expect(priced(tier, measured, 50)).toEqual({
      tier: 'good',
      name: 'Full',
      status: 'priced',
      missing: [],
      total: '40400.00',
      tax: null,
      deposit: null,
      currency: 'USD',
      lines: [
        { label: 'Base price', quantity: null, unit: null, rate: null, amount: '350.00' },
        { label: 'Roof area', quantity: '24.5', unit: 'square', rate: '509.15', amount: '12474.18' },
        { label: 'Waste 10%', quantity: '2.45', unit: 'square', rate: '509.15', amount: '1247.42' },
        { label: 'Solar system', quantity: '7.2', unit: 'kW', rate: '3150.00', amount: '22680.00' },
        { label: 'Tear-off', quantity: '24.5', unit: 'square', rate: '75.00', amount: '1837.50' },
        { label: 'Strong panels', quantity: '7.2', unit: 'kW', rate: '160.125', amount: '1152.90' },
        { label: 'Permit', quantity: null, unit: null, rate: null, amount: '650.00' },
        { label: 'Extra', quantity: null, unit: null, rate: null, amount: '1.00' },
        { label: 'Rounding', quantity: null, unit: null, rate: null, amount: '7.00' },
      ],
      terms: { tax: null, deposit: null },
    });
  });

  test('that is fixed needs no measurement and ignores the formula', () => {
    const tier = priced({ price: '14700', pricePerSquare: 425, adders: [{ amount: 10 }] }, {});
    expect(tier).toMatchObject({ status: 'priced', total: '14700.00', lines: [{ label: 'Fixed price' }] });
  });

  test('is at least the minimum, also after rounding', () => {
    const tier = { pricePerSquare: 100, minPrice: 9_510 };
    expect(priced(tier)).toMatchObject({
      total: '9510.00',
      lines: [{ amount: '2450.00' }, { label: 'Up to the minimum price', amount: '7060.00' }],
    });
    // Rounded to the nearest 100 it would be 9,500.
    expect(priced(tier, measured, 100)).toMatchObject({ total: '9510.00', lines: [{}, { amount: '7060.00' }] });
    expect(priced({ ...tier, minPrice: 9_560 }, measured, 100).total).toBe('9600.00');
    const stopped = priced({ price: 9_540, minPrice: 9_530 }, measured, 100);
    expect([stopped.total, stopped.lines.map(({ label, amount }) => [label, amount])]).toEqual([
      '9530.00',
      [
        ['Fixed price', '9540.00'],
        ['Rounding, not below the minimum price', '-10.00'],
      ],
    ]);
    expect(priced({ price: 1, minPrice: '9.991' }).total).toBe('10.00');
    expect(priced({ ...tier, minPrice: 2_450 }).lines).toHaveLength(1);
  });

  test.each([
    ['25', '50.00'],
    ['74.999', '50.00'],
    ['75', '100.00'],
  ])('of %s goes to the nearest 50, half up: %s', (price, nearest) => {
    expect(priced({ price }, measured, 50).total).toBe(nearest);
  });

  test.each([
    [1, '1.00'],
    ['0.01', '0.01'],
  ])('may be as low as %s', (price, total) => {
    expect(priced({ price })).toMatchObject({ status: 'priced', total });
  });

  test('has no line for waste of 0%', () => {
    expect(priced({ pricePerSquare: 100, wastePercent: 0 }).lines).toHaveLength(1);
  });

  test('stays as it is where the nearest multiple is nothing', () => {
    expect(priced({ price: '24.99' }, measured, 50).total).toBe('24.99');
  });

  test('goes to cents, half up, without roundTo', () => {
    expect([0, '0', null, undefined].map((roundTo) => priced({ price: '10.005' }, {}, roundTo).total)).toEqual(
      Array.from({ length: 4 }, () => '10.01'),
    );
  });
});

describe('discounts, percentages, tax and deposit', () => {
  const offer = {
    basePrice: 1_000,
    pricePerSquare: 400,
    adders: [
      { label: 'Permit', amount: 200 },
      { label: 'Spring rebate', amount: -500 },
      { label: 'Old shingles', amount: '-2.5', per: 'square' },
      { label: 'Senior discount', percent: -10 },
      { label: 'Financing', percent: '2.5' },
    ],
    tax: { percent: 8.25, label: 'Texas sales tax' },
    deposit: { percent: 10 },
  };

  test('come in this order, and the lines add up to the total', () => {
    const tier = priced(offer, { roofSquares: 20 }, 50);
    expect(tier.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['Base price', '1000.00'],
      ['Roof area', '8000.00'],
      ['Permit', '200.00'],
      ['Spring rebate', '-500.00'],
      ['Old shingles', '-50.00'],
      // Both of the same 8,650.
      ['Senior discount -10%', '-865.00'],
      ['Financing 2.5%', '216.25'],
      ['Rounding', '-1.25'],
      ['Texas sales tax 8.25%', '660.00'],
    ]);
    expect(
      tier.lines.flatMap(({ percent, percentOf }) => (percent === undefined ? [] : [[percent, percentOf]])),
    ).toEqual([
      ['-10', '8650.00'],
      ['2.5', '8650.00'],
      ['8.25', '8000.00'],
    ]);
    expect(tier).toMatchObject({ total: '8660.00', tax: '660.00', deposit: '866.00' });
    expect(sumOf(tier)).toBe('8660.00');
  });

  test('a fixed price takes discounts and percentages, and includes all other charges', () => {
    const adders = [{ amount: 50 }, { label: 'Rebate', amount: -100 }, { label: 'Cash', percent: -5 }];
    const tier = priced({ price: 1_000, adders });
    expect(tier.lines.map(({ label, amount }) => [label, amount])).toEqual([
      ['Fixed price', '1000.00'],
      ['Rebate', '-100.00'],
      ['Cash -5%', '-45.00'],
    ]);
    expect(tier.total).toBe('855.00');
  });

  test('nothing is offered for 0 or less, whatever the discounts', () => {
    for (const amount of [-100, -101]) {
      const good = { price: 100, adders: [{ amount }], tax: { percent: 8 }, deposit: { amount: 10 } };
      const { tiers, priceWarnings } = priceTiers({ good }, {}, 'USD');
      expect(tiers).toMatchObject([{ status: 'no_price', total: null, tax: null, deposit: null, lines: [] }]);
      expect(priceWarnings).toMatchObject([{ code: 'nothing_to_pay' }]);
    }
    expect(priced({ price: 100, minPrice: 60, adders: [{ amount: -300 }] }, {}, 50)).toMatchObject({
      total: '60.00',
      lines: [{}, { amount: '-300.00' }, { label: 'Up to the minimum price', amount: '260.00' }],
    });
  });

  test('the minimum counts before tax', () => {
    const tier = priced({ price: 50, minPrice: 100, tax: { percent: 10 } }, {});
    expect([tier.total, tier.tax, sumOf(tier)]).toEqual(['110.00', '10.00', '110.00']);
  });

  test('a deposit of all the total is no reason for a warning', () => {
    const { tiers, priceWarnings } = priceTiers({ good: { price: 80, deposit: { amount: 80 } } }, {}, 'USD');
    expect([tiers[0]?.deposit, priceWarnings]).toEqual(['80.00', []]);
  });

  test.each([
    [100, '200.00', []],
    [-100, null, ['nothing_to_pay']],
    [-150, null, ['invalid_price']],
    [150, null, ['invalid_price']],
  ])('a percentage of %d makes 100.00 %j', (percent, total, codes) => {
    const good = { price: 100, adders: [{ label: 'Share', percent }] };
    const { tiers, priceWarnings } = priceTiers({ good }, {}, 'USD');
    expect([tiers[0]?.total, priceWarnings.map(({ code }) => code)]).toEqual([total, codes]);
  });

  test('a deposit above the total is all of it, with a warning', () => {
    const { tiers, priceWarnings } = priceTiers({ good: { price: 80, deposit: { amount: 100 } } }, {}, 'USD');
    expect([tiers[0]?.deposit, priceWarnings.map(({ code }) => code)]).toEqual(['80.00', ['deposit_above_total']]);
  });

  test.each([
    ['JPY', '10817.00', '801.00', '1082.00'],
    ['USD', '10817.19', '801.27', '1081.72'],
    ['KWD', '10817.198', '801.274', '1081.720'],
  ])('in %s are rounded to what people pay with', (currency, total, tax, deposit) => {
    const good = { price: '10015.9244', tax: { percent: 8 }, deposit: { percent: 10 } };
    expect(priceTiers({ good }, {}, currency).tiers).toMatchObject([{ total, tax, deposit }]);
  });

  test('old offers are priced as before: keys that meant nothing then mean nothing, and amounts go before percentages', () => {
    const good = { price: 100, adders: [{ amount: 10, percent: 5 }], tax: 8, deposit: 500, discount: { amount: 5 } };
    expect(priced(good)).toMatchObject({ total: '100.00', lines: [{ amount: '100.00' }] });
    const formula = { basePrice: 100, adders: [{ label: 'Permit', amount: 10, percent: 5 }] };
    expect(priced(formula)).toMatchObject({ total: '110.00', lines: [{}, { label: 'Permit', amount: '10.00' }] });
  });

  test.each([
    ['es', 'Impuesto sobre las ventas 8,25 %', 'Extra -10 %'],
    ['de', 'Umsatzsteuer 8,25 %', 'Extra -10 %'],
    ['en', 'Sales tax 8.25%', 'Extra -10%'],
  ])('are worded in %s', (locale, tax, discount) => {
    const good = { price: 100, adders: [{ percent: -10 }], tax: { percent: '8.25' } };
    const labels = priceTiers({ good }, {}, 'USD', locale).tiers[0]?.lines.map(({ label }) => label);
    expect(labels?.slice(1)).toEqual([discount, tax]);
  });
});

describe('a missing measurement', () => {
  test.each<[string, object, PriceQuantities, string[]]>([
    ['roof', { pricePerSquare: 425, basePrice: 350 }, { systemSizeKw: 7.2 }, ['roof_squares']],
    ['solar', { pricePerKw: 3150 }, { roofSquares: 24.5, systemSizeKw: null }, ['system_size_kw']],
    ['both', { pricePerSquare: 1, wastePercent: 5, pricePerKw: 1 }, {}, ['roof_squares', 'system_size_kw']],
    ['for an adder', { price: 0, base: 1, adders: [{ amount: 1, per: 'kw' }] }, {}, ['system_size_kw']],
    ['not a number', { pricePerSquare: 425 }, { roofSquares: NaN }, ['roof_squares']],
    ['negative', { pricePerSquare: 425 }, { roofSquares: '-3' }, ['roof_squares']],
    ['0', { basePrice: 350, pricePerSquare: 425 }, { roofSquares: 0 }, ['roof_squares']],
    ['0 as text', { pricePerKw: 3150 }, { systemSizeKw: '0.00' }, ['system_size_kw']],
  ])('(%s) leaves no total, and is named', (_, good, quantities, missing) => {
    expect(priced(good, quantities)).toMatchObject({ status: 'needs_input', total: null, missing, lines: [] });
    const detail = `The tier good has no price without ${missing.join(' and ')}: give a value above 0.`;
    expect(priceTiers({ good }, quantities, 'USD').priceWarnings).toEqual([{ code: 'needs_input', detail }]);
  });

  test('does not matter to a tier that has no use for it', () => {
    expect(priced({ pricePerSquare: 425, pricePerKw: 0 }, { roofSquares: '10' }).total).toBe('4250.00');
  });
});

describe('hostile product data', () => {
  test.each<unknown>([undefined, null, 5, 'x', [], { good: null, better: 'x', best: [1] }])(
    '%j has no tiers',
    (productData) => {
      expect(priceTiers(productData, measured, 'USD')).toEqual({ tiers: [], priceWarnings: [] });
    },
  );

  test.each<object>([
    {},
    { name: 'Good' },
    { wastePercent: 10, minPrice: 500 },
    { price: 0, adders: [] },
    { constructor: 5 },
  ])('%j has no price, without a warning', (good) => {
    expect(priceTiers({ good }, measured, 'USD')).toEqual({
      tiers: [expect.objectContaining({ status: 'no_price', name: 'Good', total: null, lines: [] })],
      priceWarnings: [],
    });
  });

  test.each<[object, string]>([
    [{ price: 'abc' }, 'price'],
    [{ price: -1 }, 'price'],
    [{ price: '1e400' }, 'price'],
    [{ price: '' }, 'price'],
    [{ price: ' 5' }, 'price'],
    [{ price: 1e300 }, 'price'],
    [{ price: true }, 'price'],
    [{ price: 100, minPrice: 'x', wastePercent: {} }, 'wastePercent, minPrice'],
    [{ base: [1] }, 'base'],
    [{ price: 5, adders: 'x' }, 'adders'],
    [{ price: 5, adders: [1, { amount: '-' }] }, 'adders[0].amount, adders[1].amount'],
    [{ price: 5, adders: [{ percent: 101 }, { percent: 'x' }] }, 'adders[0].percent, adders[1].percent'],
    [{ price: 5, tax: { percent: 101 } }, 'tax.percent'],
    [{ price: 5, deposit: { amount: -1 } }, 'deposit.amount'],
    [{ price: 5, deposit: { amount: 1, percent: 1 } }, 'deposit'],
    [{ price: 5, adders: [{ amount: 1, per: 'panel' }] }, 'adders[0].per'],
  ])('%j has no price and warns of %s', (good, fields) => {
    const { tiers, priceWarnings } = priceTiers({ good }, measured, 'USD');
    expect(tiers).toMatchObject([{ status: 'no_price', total: null, lines: [] }]);
    const detail = `The tier good has no price: no valid amount in ${fields}.`;
    expect(priceWarnings).toEqual([{ code: 'invalid_price', detail }]);
  });

  test('a warning names five fields at most', () => {
    const adders = Array.from({ length: 1_000 }, () => ({ amount: 'x' }));
    const [warning] = priceTiers({ good: { adders } }, measured, 'USD').priceWarnings;
    expect(warning?.detail).toMatch(/in adders\[0\]\.amount.*adders\[4\]\.amount\.$/);
  });

  test.each<unknown>([-50, 2.5, 'x', {}])('a roundTo of %j rounds to cents and warns', (roundTo) => {
    const { tiers, priceWarnings } = priceTiers({ roundTo, good: { price: '10.004' } }, measured, 'USD');
    expect(tiers).toMatchObject([{ total: '10.00' }]);
    expect(priceWarnings).toMatchObject([{ code: 'invalid_round_to' }]);
  });
});

describe('the order of tiers', () => {
  test('is good, better, best, whatever the order of the keys', () => {
    const { tiers } = priceTiers({ best: { price: 3 }, better: {}, good: { price: 1 } }, {}, 'USD');
    expect(tiers.map(({ tier, name }) => [tier, name])).toEqual([
      ['good', 'Good'],
      ['better', 'Better'],
      ['best', 'Best'],
    ]);
  });

  test('warns when a better tier costs less, unpriced ones left out', () => {
    const product = { good: { price: 900 }, better: { pricePerKw: 1 }, best: { price: '899.99' } };
    expect(priceTiers(product, {}, 'USD').priceWarnings).toEqual([
      expect.objectContaining({ code: 'needs_input' }),
      { code: 'tier_order', detail: 'The tier good at 900.00 costs more than best at 899.99.' },
    ]);
    expect(priceTiers({ good: { price: 9 }, better: { price: 9 } }, {}, 'USD').priceWarnings).toEqual([]);
  });
});

describe('random prices', () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  let state = seed;
  /** A decimal below `limit` (Park and Miller's generator). */
  const random = (limit: number, digits: number): string => {
    state = (state * 48_271) % 2_147_483_647 || 1;
    return ((state / 2_147_483_647) * limit).toFixed(digits);
  };

  test(`add up to their totals, and rounding again changes nothing (FUZZ_SEED=${seed})`, () => {
    for (let run = 0; run < 2_000; run += 1) {
      const good = {
        basePrice: random(2_000, 2),
        pricePerSquare: random(900, 3),
        pricePerKw: random(4_000, 2),
        wastePercent: random(20, 1),
        minPrice: random(60_000, 2),
        adders: [
          { label: 'a', amount: random(90, 3), per: 'square' },
          { label: 'b', amount: Number(random(90, 2)), per: 'kw' },
        ],
      };
      const roundTo = [0, 1, 5, 7, 50, 1000][run % 6];
      const quantities = { roofSquares: `1${random(59, 2)}`, systemSizeKw: 1 + Number(random(20, 2)) };
      const tier = priced(good, quantities, roundTo);
      const again = priced({ price: tier.total }, {}, roundTo);
      const isMinimum = new Big(tier.total ?? NaN).eq(good.minPrice);
      const offGrid = roundTo && !isMinimum ? new Big(tier.total ?? NaN).mod(roundTo).toFixed() : '0';
      expect({ run, sum: sumOf(tier), offGrid, isBelow: new Big(tier.total ?? NaN).lt(good.minPrice) }).toEqual({
        run,
        sum: tier.total,
        offGrid: '0',
        isBelow: false,
      });
      if (!isMinimum) expect(again.total).toBe(tier.total);
    }
  });

  test(`are exact to the cent, whatever floats the numbers came as and whatever the language (FUZZ_SEED=${seed})`, () => {
    for (let run = 0; run < 1_000; run += 1) {
      const [base, square, kw, waste] = [random(2_000, 2), random(900, 2), random(4_000, 2), random(20, 1)];
      const [squares, size] = [random(60, 2), random(20, 2)];
      if (Number(squares) === 0 || Number(size) === 0) continue;
      const good = { base: Number(base), pricePerSquare: Number(square), pricePerKw: kw, wastePercent: Number(waste) };
      // In ten-millionths, as whole numbers: no step of it can be a fraction.
      const units = (text: string, digits: number): bigint => BigInt(text.replace('.', '')) * 10n ** BigInt(digits);
      const exact =
        units(base, 5) +
        units(squares, 0) * units(square, 0) * (1_000n + units(waste, 0)) +
        units(size, 0) * units(kw, 0) * 1_000n;
      const cents = (exact + 50_000n) / 100_000n;
      const total = `${cents / 100n}.${String(cents % 100n).padStart(2, '0')}`;
      const quantities = { roofSquares: Number(squares), systemSizeKw: size };
      const tiers = ['en-US', 'es-MX', 'de-AT'].map(
        (locale) => priceTiers({ good }, quantities, 'USD', locale).tiers[0],
      );
      expect([run, tiers.map((tier) => tier?.total)]).toEqual([run, [total, total, total]]);
      for (const line of tiers.flatMap((tier) => tier?.lines ?? [])) {
        expect(line.amount).toMatch(/^-?\d+\.\d\d$/);
        expect(`${line.quantity ?? 0} ${line.rate ?? 0}`).toMatch(/^\d+(\.\d{1,6})? \d+(\.\d{2})?$/);
      }
    }
  });
});

describe('the words of a price', () => {
  test.each([
    ['es-MX', 'Bueno', 'Precio base|Superficie del techo|Desperdicio del 7.5 %|Sistema solar|Extra|Redondeo'],
    ['es', 'Bueno', 'Precio base|Superficie del techo|Desperdicio del 7,5 %|Sistema solar|Extra|Redondeo'],
    ['de', 'Gut', 'Grundpreis|Dachfläche|Verschnitt 7,5 %|Solaranlage|Extra|Rundung'],
    ['ja-JP', 'Good', 'Base price|Roof area|Waste 7.5%|Solar system|Extra|Rounding'],
  ])('in %s', (locale, name, labels) => {
    const good = { base: '1.5', pricePerSquare: 1, wastePercent: 7.5, pricePerKw: 1, adders: [{ amount: 1 }] };
    const [tier] = priceTiers({ good, roundTo: 1 }, measured, 'USD', locale).tiers;
    expect([tier?.name, tier?.lines.map(({ label }) => label).join('|')]).toEqual([name, labels]);
  });
});
