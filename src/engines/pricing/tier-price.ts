/** What a charge is counted by: roof squares of 100 square feet, or kilowatts. */
export type Unit = 'square' | 'kW';

/** Keys of the tiers in `productData`, in the order of display: each costs no less than the one before it. */
export const PricingTier = { GOOD: 'good', BETTER: 'better', BEST: 'best' } as const;
/** A key of `PricingTier`'s values: `good`, `better` or `best`. */
export type PricingTier = (typeof PricingTier)[keyof typeof PricingTier];

/** Whether a tier has a total, or why it has none. */
export const TierPriceStatus = { PRICED: 'priced', NEEDS_INPUT: 'needs_input', NO_PRICE: 'no_price' } as const;
/** `priced`: it has a total. `needs_input`: a measurement in `missing` would price it. `no_price`: no usable price. */
export type TierPriceStatus = (typeof TierPriceStatus)[keyof typeof TierPriceStatus];

/**
 * One line of a price, amounts in decimal text. With a unit, `quantity` × `rate` is the amount, rounded; with a
 * percentage, `percent` of `percentOf` is.
 */
export interface PriceLine {
  label: string;
  quantity: string | null;
  unit: Unit | null;
  rate: string | null;
  /** Decimal text, negative for a discount; absent where the line is no percentage. */
  percent?: string | null;
  /** The amount that the percentage is of, rounded; absent as `percent` is. */
  percentOf?: string | null;
  /** The key of the add-on that the line charges for; absent where it is none. */
  addOn?: string | null;
  amount: string;
  /** The amount formatted for the homeowner's locale; absent until a presentation adds it. */
  amountText?: string | null;
}

/** An add-on with its price for one homeowner, which is the same in each of its tiers. */
export interface AddOnPrice extends Pick<PriceLine, 'label' | 'quantity' | 'unit' | 'rate' | 'amount' | 'amountText'> {
  key: string;
  description: string | null;
  /** The tiers with a price that may have it. */
  tiers: PricingTier[];
  isSelected: boolean;
}

/** What follows the price before tax; numbers are decimal text. */
export interface TotalTerms {
  readonly tax: { readonly label: string; readonly percent: string } | null;
  readonly deposit: { readonly amount: string } | { readonly percent: string } | null;
}

/** The price of one tier for one homeowner. Only a `priced` tier has a total, above 0: the exact sum of its lines. */
export interface TierPrice {
  tier: PricingTier;
  name: string;
  /** The line below its name; null without one, absent until a presentation adds it. */
  tagline?: string | null;
  /** What it contains; absent as `tagline` is. */
  features?: string[];
  status: TierPriceStatus;
  /** Missing price inputs by their REST names: `roof_squares`, `system_size_kw`. */
  missing: string[];
  /** Decimal text; null unless priced. */
  total: string | null;
  /** The total formatted for the homeowner's locale; absent until a presentation adds it. */
  totalText?: string | null;
  /** The sales tax in the total; null without one. */
  tax?: string | null;
  /** The part of the total that is due on signing; null without one. */
  deposit?: string | null;
  /** The deposit formatted for the homeowner's locale; absent as `totalText` is. */
  depositText?: string | null;
  /** ISO 4217 code. */
  currency: string;
  lines: PriceLine[];
  /** From what the total is computed again for other add-ons; absent unless priced. */
  terms?: TotalTerms;
}
