import { ID, ObjectType, registerEnumType } from 'type-graphql';
import {
  type AddOnPrice,
  type PriceLine,
  PricingTier,
  type TierPrice,
  TierPriceStatus,
} from '../../engines/pricing/tier-price.ts';
import { answerOf, attributes, shown, shownList, shownOrNull, view, viewOf } from '../../kit/data/index.ts';
import { Decimal } from '../../kit/input/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { FinancingPlanType, financingPlanView } from './presentation.financing.ts';

registerEnumType(TierPriceStatus, {
  name: 'TierPriceStatus',
  description: 'Whether a tier has a total, or why not.',
  valuesConfig: {
    PRICED: { description: 'It has a total above 0.' },
    NEEDS_INPUT: { description: 'It has no total without the price inputs in missing.' },
    NO_PRICE: { description: 'The deck gives no usable price, or the price comes to 0 or less.' },
  },
});

export const suggestion = 'The tier that the deck suggests (defaultSelectedTier of the slide); null without one.';

const asWritten = "as it is written in the presentation's language";

/** What an amount is made of: units at a rate, or nothing where it is flat. */
const chargeAttributes = attributes({
  quantity: shownOrNull(Decimal, 'Number of units, decimal text; null for a flat amount.'),
  unit: shownOrNull(String, 'square (100 square feet) or kW; null for a flat amount.'),
  rate: shownOrNull(Decimal, 'Price of one unit, decimal text; null for a flat amount.'),
});

const lineAttributes = attributes({
  label: shown(String, 'What the line charges for.'),
  ...chargeAttributes,
  percent: shownOrNull(Decimal, 'Decimal text, negative for a discount; null where the line is no percentage.'),
  percentOf: shownOrNull(Decimal, 'The amount that the percentage is of, decimal text; or null.'),
  addOn: shownOrNull(String, 'The key of the add-on that the line charges for, or null.'),
  amount: shown(Decimal, 'Decimal text in the currency of the tier.'),
  amountText: shownOrNull(String, `The amount ${asWritten}; null in old signed documents.`),
});

/** GraphQL type of `PriceLine`: for everybody who sees the price, homeowners among them. */
@ObjectType('PriceLine', {
  simpleResolvers: true,
  description: 'One line of a price; the amounts of a tier add up to its total.',
})
export class PriceLineType extends answerOf(lineAttributes) {}

export const priceLineView = view<PriceLine>('PriceLine', viewOf(lineAttributes));

const tierAttributes = attributes({
  tier: shown(PricingTier, 'Which tier it is.'),
  name: shown(String, "The author's name of the tier, or a default in the language of the presentation."),
  tagline: shownOrNull(String, 'The line below its name; null without one.'),
  features: shown([String], 'What it contains.'),
  status: shown(TierPriceStatus, 'Whether it has a total, or why not.'),
  missing: shown([String], 'The price inputs that are missing.'),
  total: shownOrNull(Decimal, 'Decimal text; null unless priced.'),
  totalText: shownOrNull(String, `The total ${asWritten}; null unless priced.`),
  tax: shownOrNull(Decimal, 'The sales tax in the total; null without one.'),
  deposit: shownOrNull(Decimal, 'The part of the total that is due on signing; null without one.'),
  depositText: shownOrNull(String, `The deposit ${asWritten}; null without one.`),
  currency: shown(String, 'ISO 4217 code.'),
  lines: shownList(PriceLineType, priceLineView, 'The steps that add up to the total; empty unless priced.', listOf(8)),
});

@ObjectType('TierPrice', {
  simpleResolvers: true,
  description: 'The price of one tier for this homeowner, with its lines.',
})
export class TierPriceType extends answerOf(tierAttributes) {}

export const tierPriceView = view<TierPrice, 'terms'>('TierPrice', viewOf(tierAttributes));

const addOnAttributes = attributes({
  key: shown(String, 'Names it in its offer.'),
  label: shown(String, 'What it is.'),
  description: shownOrNull(String, 'What the homeowner gets; null without one.'),
  ...chargeAttributes,
  amount: shown(Decimal, 'Decimal text in the currency of the tiers.'),
  amountText: shownOrNull(String, "The amount as it is written in the presentation's language."),
  tiers: shown([PricingTier], 'The tiers with a price that may have it.'),
  isSelected: shown(Boolean, 'Whether it is part of the prices of these tiers.'),
});

@ObjectType('AddOnPrice', {
  simpleResolvers: true,
  description: 'Something that the homeowner may add to an offer, with its price before tax, the same in each tier.',
})
class AddOnPriceType extends answerOf(addOnAttributes) {}

const addOnPriceView = view<AddOnPrice>('AddOnPrice', viewOf(addOnAttributes));

/** The extras of an offer, for everybody who sees it. */
export const extraAttributes = attributes({
  addOns: shownList(AddOnPriceType, addOnPriceView, 'What the homeowner may add; empty without any.', listOf(5)),
  financing: shownList(
    FinancingPlanType,
    financingPlanView,
    'How each tier may be paid by the month; empty without a plan.',
    listOf(2),
  ),
});

const offerAttributes = attributes({
  sourceSlideId: shown(ID, "The id of the deck's slide."),
  title: shownOrNull(String, 'The title of the slide; null when the deck has none.'),
  selectedTier: shownOrNull(PricingTier, 'The tier that was selected; null until somebody selects.'),
  suggestedTier: shownOrNull(PricingTier, suggestion),
  tiers: shownList(TierPriceType, tierPriceView, 'Its tiers, from good to best.', listOf(3)),
  isAgreed: shown(Boolean, 'Whether a contract for the selected tier is signed, so that the selection is final.'),
  ...extraAttributes,
});

/** The prices of one pricing slide, and the tier selected there. */
@ObjectType({ simpleResolvers: true, description: 'The offer of one pricing slide.' })
export class PricingOffer extends answerOf(offerAttributes) {}

const pricingOfferView = view<PricingOffer>('PricingOffer', viewOf(offerAttributes));

const pricingAttributes = attributes({
  offers: shownList(
    PricingOffer,
    pricingOfferView,
    'One for each pricing slide, in the order of the slides.',
    listOf(2),
  ),
});

/** The prices of a presentation, and what was selected. */
@ObjectType({ simpleResolvers: true, description: 'The prices of a presentation.' })
export class PresentationPricing extends answerOf(pricingAttributes) {}

export const pricingView = view<PresentationPricing>('PresentationPricing', viewOf(pricingAttributes));
