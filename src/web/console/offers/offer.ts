import type { PricingTier, ProductDataInput } from '../api/schema.graphql.ts';
import type { PricedSlideFragment } from './offers.graphql.ts';

/** The offer of a pricing slide as the API takes it. Tiers are open objects: what no field shows is kept. */
export type Offer = ProductDataInput;
export type TierKey = 'good' | 'better' | 'best';
export type Tier = Readonly<Record<string, unknown>>;

export const tierKeys: readonly TierKey[] = ['good', 'better', 'best'];
/** What a tier is called until its author names it. */
export const tierNames: Readonly<Record<TierKey, string>> = { good: 'Good', better: 'Better', best: 'Best' };
export const tierEnum: Readonly<Record<TierKey, PricingTier>> = { good: 'GOOD', better: 'BETTER', best: 'BEST' };
export const keyOfTier = (tier: PricingTier): TierKey => tier.toLowerCase() as TierKey;

/** An offer as it was read, in the form in which it is sent. */
export function offerOf(productData: PricedSlideFragment['productData']): Required<Offer> {
  return {
    subtitle: productData?.subtitle ?? null,
    disclaimer: productData?.disclaimer ?? null,
    brandLogo: productData?.brandLogo ?? null,
    backgroundColor: productData?.backgroundColor ?? null,
    selectionColor: productData?.selectionColor ?? null,
    defaultSelectedTier: productData?.defaultSelectedTier ?? null,
    roundTo: productData?.roundTo ?? null,
    good: productData?.good?.stored ?? null,
    better: productData?.better?.stored ?? null,
    best: productData?.best?.stored ?? null,
  };
}

/** The tiers that an offer has. */
export function tiersOf(offer: Offer): TierKey[] {
  return tierKeys.filter((key) => offer[key] !== null && offer[key] !== undefined);
}

export function nameOf(offer: Offer, key: TierKey): string {
  return textOf(offer[key]?.['name']).trim() || tierNames[key];
}

/** A text of an open object; '' for anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : '';
}

/** The objects of a list in an open object. */
export function rowsOf(value: unknown): Tier[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

export function objectOf(value: unknown): Tier | undefined {
  return isObject(value) ? value : undefined;
}

const isObject = (value: unknown): value is Tier =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An object with a value in place of another; without it where there is none. */
export function withValue(object: Tier, name: string, value: unknown): Tier {
  const { [name]: _, ...rest } = object;
  const isNone = value === undefined || (Array.isArray(value) && value.length === 0);
  return isNone ? rest : name in object ? { ...object, [name]: value } : { ...rest, [name]: value };
}

/** A list with another element in one place. */
export function withRow(rows: readonly Tier[], index: number, row: Tier): Tier[] {
  return rows.map((one, at) => (at === index ? row : one));
}
