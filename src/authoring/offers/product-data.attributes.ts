import {
  attribute,
  attributeNames,
  attributes,
  createOf,
  isTranslated,
  json as jsonView,
  nested,
  structureOf,
  translatedOf,
  translationOf,
  translationViewOf,
  view,
  viewOf,
  type Wording,
} from '../../kit/data/index.ts';
import { InputObject, integer, json, link, object, oneOf, type Rule, text } from '../../kit/input/index.ts';
import { isDeepStrictEqual } from 'node:util';
import { ObjectType, registerEnumType } from 'type-graphql';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import {
  missingWording,
  movedWording,
  sortedWording,
  withWording,
  wordingOf,
} from '../../engines/translation/wording.ts';
import { isImageUrl } from '../images/image-url.ts';
import { offerFaults } from './tier-extras.ts';
import { OfferTier } from './offer-tier.types.ts';
import { tierFaults, tierWordFaults } from './tier-faults.ts';

registerEnumType(PricingTier, {
  name: 'PricingTier',
  description: 'One of the three tiers of an offer.',
  valuesConfig: {
    GOOD: { description: 'The lowest tier.' },
    BETTER: { description: 'The middle tier.' },
    BEST: { description: 'The highest tier.' },
  },
});

/** Names of the fields of an offer that hold words, at any depth. Other fields, such as a sku, are never translated. */
const wordFields: ReadonlySet<string> = new Set(
  `name title subtitle heading label badge tagline summary description details text note caption
  features benefits highlights bullets includes excludes warranty disclaimer`.split(/\s+/),
);

const colour = (description: string): Rule<string> => text({ min: 0, max: 64, description, examples: ['#0f766e'] });

const tierRule = json({
  description: `A tier: name, tagline and features, a list of texts, describe it. The price formula reads price, or basePrice, pricePerSquare, pricePerKw, wastePercent and adders, and then minPrice, tax and deposit; addOns are what the homeowner may add, { key, label, description, amount, per }, priced behind the rounding: one key is one add-on in all tiers; financing lists plans, { provider, annualPercent, months, text }; other keys are kept. An adder is { label, amount, per } or { label, percent }, negative for a discount; tax is { percent, label }; deposit, due on signing, is { amount } or { percent }. Machine translation translates the texts of ${[...wordFields].join(', ')}.`,
  check: tierFaults,
});
const tierWords: Rule<Record<string, unknown>> = json({
  description: 'Translated texts at the same places as in the tier, such as its name and features.',
  check: tierWordFaults,
});

const tier = (description: string) =>
  attribute(tierRule, {
    nullable: true,
    output: { graphql: () => OfferTier, description, view: jsonView },
    translated: { rule: tierWords, view: jsonView },
  });

const offerAttributes = attributes({
  subtitle: attribute(text({ min: 0, max: 2_000, description: 'Line below the title of the offer.' }), {
    nullable: true,
    translated: true,
  }),
  brandLogo: attribute(link('URL or path of the logo.'), { nullable: true, output: { isSigned: isImageUrl } }),
  disclaimer: attribute(text({ min: 0, max: 2_000, description: 'Small print; contracts print it as well.' }), {
    nullable: true,
    translated: true,
  }),
  defaultSelectedTier: attribute(
    oneOf(PricingTier, {
      description:
        'The tier that is suggested. Placeholders such as selected.price refer to it, by default to the first tier.',
    }),
    { nullable: true },
  ),
  backgroundColor: attribute(colour('CSS color of the background.'), { nullable: true }),
  selectionColor: attribute(colour('CSS color of the selected tier.'), { nullable: true }),
  roundTo: attribute(
    integer({
      min: 0,
      max: 1_000_000,
      description: 'Prices are rounded to multiples of it, half up; 0 or null rounds to cents.',
    }),
    { nullable: true },
  ),
  good: tier('The lowest tier as stored; null without one.'),
  better: tier('The middle tier as stored; null without one.'),
  best: tier('The highest tier as stored; null without one.'),
});

/** An offer of up to three tiers. Tier objects are open: keys that the price formula does not know are kept. */
@ObjectType({ simpleResolvers: true, description: 'An offer of up to three tiers.' })
export class ProductData extends structureOf(offerAttributes) {}

/** The offer of a pricing slide: display settings, and up to three tiers as open JSON objects. */
@InputObject('An offer of up to three tiers.')
class ProductDataInput extends createOf(offerAttributes) {}

/** Translated words of an offer, at the places of its own texts. Amounts, units and links are ignored. */
@InputObject('The words of an offer in another language. Amounts are the same in all languages.')
export class OfferWordingInput extends translationOf(offerAttributes) {}

/** The same in answers. */
@ObjectType({
  simpleResolvers: true,
  description: 'The words of an offer in another language. Amounts are the same in all languages.',
})
class OfferWording extends translatedOf(offerAttributes) {}

const offerView = view<ProductData>('ProductData', viewOf(offerAttributes));
const wordingView = view<OfferWordingInput>('OfferWording', translationViewOf(offerAttributes));
const translated = attributeNames(offerAttributes, isTranslated);

/** The part of an offer that can have words. */
function wordedPart(offer: ProductData | null): object {
  return Object.fromEntries(translated.map((name) => [name, offer?.[name]]));
}

/** Words of an offer move with their texts, and never change an amount. */
const wording: Wording<ProductData, OfferWordingInput> = {
  wordsOf: (offer) => (wordingOf(wordedPart(offer), wordFields) as OfferWordingInput | undefined) ?? null,
  // Sorted: another order of a list, or other amounts, change nothing.
  sourceOf: (offer) => sortedWording(wordedPart(offer), wordFields),
  withWords: (offer, words) => withWording(offer, words),
  missingIn: (offer, words) => missingWording(wordedPart(offer), words, wordFields),
  moveWords: (words, before, after) => {
    const [then, now] = [wordedPart(before), wordedPart(after)];
    if (isDeepStrictEqual(wordingOf(then), wordingOf(now))) return words;
    return (movedWording(words, then, now) as OfferWordingInput | undefined) ?? null;
  },
};

export const productData = attribute(
  {
    ...object(() => ProductDataInput, {
      description: 'The offer of a pricing slide, replaced as a whole; null without one.',
    }),
    check: offerFaults,
  },
  {
    nullable: true,
    output: { graphql: () => ProductData, view: nested(offerView) },
    translated: {
      rule: object(() => OfferWordingInput, { description: 'The words of the offer; null without any.' }),
      view: nested(wordingView),
      graphql: () => OfferWording,
    },
    wording,
    copied: {
      description: 'The offer of a pricing slide with its texts filled in; prices are in pricing. Null without one.',
    },
  },
);
