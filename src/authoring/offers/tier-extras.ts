import { isDeepStrictEqual } from 'node:util';
import { AddOnUnit } from '../../engines/pricing/add-ons.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { type Fault, isJsonObject, type JsonObject } from '../../kit/core/index.ts';
import { decimal, integer, labelOf, oneOf, schemaCheck, text } from '../../kit/input/index.ts';

const mostAddOns = 20;
export const mostInOffer = mostAddOns * Object.keys(PricingTier).length;
const mostPlans = 5;

/** The key of an add-on, as the author declares it and as a choice names it. */
export const addOnKey = text({ max: 64, format: 'key', description: 'Names the add-on.', examples: ['gutter-guards'] });

const addOn = {
  key: addOnKey,
  label: text({ max: 500, format: 'plain-name' }),
  amount: decimal({ min: 0.01, max: 1e9 }),
};
const addOnOptions = { description: text({ min: 0, max: 1_000 }), per: oneOf(AddOnUnit) };
const plan = {
  provider: text({ max: 200, format: 'plain-name' }),
  annualPercent: decimal({ min: 0, max: 100 }),
  months: integer({ min: 2, max: 480 }),
};
const planOptions = { text: text({ min: 0, max: 1_000 }) };

type Rules = Readonly<Record<string, { readonly schema: (naming: 'rest') => object }>>;

/** The check of a list of objects, of which other keys are kept. */
function listCheck(maxItems: number, required: Rules, optional: Rules): ReturnType<typeof schemaCheck> {
  const rules = Object.entries({ ...required, ...optional });
  const properties: Record<string, object> = Object.fromEntries(
    rules.map(([name, rule]) => [name, rule.schema('rest')] as const),
  );
  const item = { type: 'object', properties, required: Object.keys(required) };
  return schemaCheck({ type: 'array', maxItems, items: item });
}

const addOnFaults = listCheck(mostAddOns, addOn, addOnOptions);
const planFaults = listCheck(mostPlans, plan, planOptions);

/** Faults of what the homeowner may add to a tier, and of how it may be paid by the month. */
export function extraFaults({ addOns, financing }: JsonObject, pointer: string): readonly Fault[] {
  if (addOns !== undefined && addOns !== null) {
    const faults = addOnFaults(addOns, `${pointer}/addOns`);
    if (faults.length > 0) return faults;
    const repeated = repeatedKeys(addOnsOf({ addOns }), `${pointer}/addOns`);
    if (repeated.length > 0) return repeated;
  }
  return financing === undefined || financing === null ? [] : planFaults(financing, `${pointer}/financing`);
}

function repeatedKeys(addOns: readonly JsonObject[], pointer: string): Fault[] {
  const keys = addOns.map(({ key }) => key);
  return keys.flatMap((key, index) => {
    const at = `${pointer}/${index}/key`;
    const rule = `names ${String(key)} once more: each key must be unique in its tier`;
    return keys.indexOf(key) === index ? [] : [{ pointer: at, code: 'enum', detail: `${labelOf(at)} ${rule}.` }];
  });
}

/** Faults of an offer whose tiers have different add-ons with one key: a choice is one for all tiers. */
export function offerFaults(offer: object, pointer: string): Fault[] {
  const first = new Map<unknown, { readonly what: object; readonly tier: string }>();
  return Object.values(PricingTier).flatMap((tier) =>
    addOnsOf(Reflect.get(offer, tier)).flatMap(({ key, label, amount, per = AddOnUnit.FLAT }, index): Fault[] => {
      const what = { label, amount, per };
      const known = first.get(key);
      if (known === undefined) first.set(key, { what, tier });
      if (known === undefined || isDeepStrictEqual(known.what, what)) return [];
      const at = `${pointer}/${tier}/addOns/${index}`;
      const rule = `must have the label, amount and per of ${String(key)} in ${known.tier}, or another key`;
      return [{ pointer: at, code: 'format', detail: `${labelOf(at)} ${rule}.` }];
    }),
  );
}

function addOnsOf(tier: unknown): JsonObject[] {
  const addOns = isJsonObject(tier) ? tier.addOns : undefined;
  return Array.isArray(addOns) ? addOns.filter(isJsonObject) : [];
}
