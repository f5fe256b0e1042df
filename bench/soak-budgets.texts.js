// Random texts, filters and prices for the soak of budgets: large, deep and odd, and all of them valid.

const words = [
  'roof',
  'solar',
  'Dana',
  '{{first_name}}',
  '{{good.price}}',
  '{{v1}}',
  '{{v7 | number}}',
  '東京',
  'Straße',
  '🏠',
];
const unknownName = (random) => `{{${'n'.repeat(1 + random.below(50))}${random.below(1_000)}}}`;

export function textsOf(random) {
  const { below, pick } = random;
  /** A text of about so many characters at most, often as long as it may be, and often of placeholders alone. */
  const text = (most) => {
    const wanted = Math.max(1, below(3) === 0 ? most : below(most));
    const kind = below(4);
    if (kind === 0) return 'x'.repeat(wanted);
    const name = pick(['{{v1}}', '{{good.name}}', '{{first_name}}', unknownName(random)]);
    if (kind === 1 && wanted > name.length) return name.repeat(Math.floor(wanted / name.length));
    let made = '';
    while (made.length < wanted) made += `${below(30) === 0 ? unknownName(random) : pick(words)} `;
    return (
      made
        .slice(0, wanted)
        .replace(/[\uD800-\uDBFF]$/, 'x')
        .trim() || 'x'
    );
  };
  const many = (most, make) => Array.from({ length: below(4) === 0 ? most : below(most) + 1 }, (_, at) => make(at));

  const variables = () =>
    Object.fromEntries(many(200, (at) => [below(2) ? `v${at}` : `variable_${'a'.repeat(below(45))}_${at}`, text(300)]));

  const tier = () => ({
    name: text(200),
    basePrice: below(50_000) + 1,
    pricePerSquare: below(1_000),
    wastePercent: below(20),
    adders: many(40, () => ({ label: text(60), amount: below(1_000), per: pick(['flat', 'square', 'kw']) })),
    features: many(50, () => text(200)),
    tax: { percent: 8.25, label: 'Sales tax' },
    deposit: { percent: 10 },
  });

  const condition = () =>
    pick([
      () => ({ 'data.list': { $not: { $gt: below(1_000) } } }),
      () => ({ 'data.list': { $in: many(50, () => below(1_000)) } }),
      () => ({ 'data.name': { $nin: many(50, () => text(20)) } }),
      () => ({ 'data.deep.deep.deep': { $exists: below(2) === 0 } }),
      () => ({ 'data.total': { $gte: below(1_000), $lt: 1_000 } }),
    ])();
  const filter = () => ({ [pick(['$and', '$or', '$nor'])]: many(20, condition) });

  const nested = (depth) => (depth === 0 ? below(10) : { deep: nested(depth - 1) });
  /** An event's data, of up to about 60 kB. */
  const data = () => ({
    total: below(2_000),
    name: text(50),
    list: many(pick([10, 1_000, 10_000]), () => below(1_000)),
    note: text(pick([100, 10_000])),
    ...nested(below(15)),
  });

  return { text, many, variables, tier, filter, data };
}
