import { Input, InputObject } from '../../platform/input/input.ts';
import { integer, json, oneOf, type Rule, text } from '../../platform/input/rules.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { tierFaults, tierWordFaults } from './tier-faults.ts';

/** Names of the fields of an offer that hold words, at any depth. Other fields, such as a sku, are never translated. */
export const wordFields: ReadonlySet<string> = new Set(
  `name title subtitle heading label badge tagline summary description details text note caption
  features benefits highlights bullets includes excludes warranty disclaimer`.split(/\s+/),
);

const tier = json({
  description: `A tier. The price formula reads price, or basePrice, pricePerSquare, pricePerKw, wastePercent and adders, and then minPrice, tax and deposit; other keys are kept. An adder is { label, amount, per } or { label, percent }, negative for a discount; tax is { percent, label }; deposit, due on signing, is { amount } or { percent }. Machine translation translates the texts of ${[...wordFields].join(', ')}.`,
  check: tierFaults,
});
const subtitle = text({ min: 0, max: 2_000, description: 'Line below the title of the offer.' });
const disclaimer = text({ min: 0, max: 2_000, description: 'Small print; contracts print it as well.' });
/** Rule of an http or https URL, or a path such as /logo.svg. */
export const link = (description: string): Rule => text({ min: 0, max: 2_048, format: 'link', description });
const colour = (description: string): Rule => text({ min: 0, max: 64, description, examples: ['#0f766e'] });

/** The offer of a pricing slide: display settings, and up to three tiers as open JSON objects. */
@InputObject('An offer of up to three tiers.')
export class ProductDataInput {
  @Input(subtitle, { presence: 'optional' })
  subtitle?: string | null;

  @Input(link('URL or path of the logo.'), { presence: 'optional' })
  brandLogo?: string | null;

  @Input(disclaimer, { presence: 'optional' })
  disclaimer?: string | null;

  @Input(oneOf(PricingTier, { description: 'The tier that a new presentation selects; by default the first one.' }), {
    presence: 'optional',
  })
  defaultSelectedTier?: PricingTier | null;

  @Input(colour('CSS color of the background.'), { presence: 'optional' })
  backgroundColor?: string | null;

  @Input(colour('CSS color of the selected tier.'), { presence: 'optional' })
  selectionColor?: string | null;

  @Input(
    integer({
      min: 0,
      max: 1_000_000,
      description: 'Prices are rounded to multiples of it, half up; 0 or null rounds to cents.',
    }),
    { presence: 'optional' },
  )
  roundTo?: number | null;

  @Input(tier, { presence: 'optional' })
  good?: Record<string, unknown> | null;

  @Input(tier, { presence: 'optional' })
  better?: Record<string, unknown> | null;

  @Input(tier, { presence: 'optional' })
  best?: Record<string, unknown> | null;
}

const tierWords = json({
  description: 'Translated texts at the same places as in the tier, such as its name and features.',
  check: tierWordFaults,
});

/** Translated words of an offer, at the places of its own texts. Amounts, units and links are ignored. */
@InputObject('The words of an offer in another language. Amounts are the same in all languages.')
export class OfferWordingInput {
  @Input(subtitle, { presence: 'optional' })
  subtitle?: string | null;

  @Input(disclaimer, { presence: 'optional' })
  disclaimer?: string | null;

  @Input(tierWords, { presence: 'optional' })
  good?: Record<string, unknown> | null;

  @Input(tierWords, { presence: 'optional' })
  better?: Record<string, unknown> | null;

  @Input(tierWords, { presence: 'optional' })
  best?: Record<string, unknown> | null;
}
