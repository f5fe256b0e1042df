import { Big } from 'big.js';
import type { CalendarDay, PlaceholderValue } from './placeholder-filters.ts';
import type { PlaceholderValues } from './placeholders.ts';

/** Fields of the homeowner that texts may use. */
interface HomeownerFacts extends Readonly<Partial<Record<Detail, string | null | undefined>>> {
  readonly firstName: string;
  readonly lastName: string;
}

type Detail = 'address' | 'city' | 'state' | 'zip' | 'country' | 'phone' | 'email';

/** Measurements: roof area in squares of 100 square feet, solar size in kilowatts. */
interface MeasurementFacts {
  readonly roofSquares?: number | null | undefined;
  readonly systemSizeKw?: number | null | undefined;
}

/** Fields of the deck. `variables` are default values by name, dotted (`company.phone`) or not (`warranty_years`). */
export interface DeckFacts {
  readonly name: string;
  readonly brandName?: string | null | undefined;
  readonly variables?: Readonly<Record<string, PlaceholderValue>> | undefined;
}

/** One priced tier; amounts are decimal text in `currency`, null without a price. */
interface TierFacts {
  readonly tier: 'good' | 'better' | 'best';
  readonly name: string;
  readonly total: string | null;
  readonly deposit?: string | null;
  readonly currency: string;
}

/** Everything that the texts of a presentation may use. `date` is the day of its creation. */
export interface PresentationFacts {
  readonly homeowner: HomeownerFacts;
  readonly priceInputs: MeasurementFacts | null;
  readonly deck: DeckFacts;
  readonly tiers: readonly TierFacts[];
  readonly selectedTier: TierFacts['tier'] | null;
  readonly date: CalendarDay;
}

/** Short aliases of names in the REST body. */
const aliases: Readonly<Record<string, string>> = {
  first_name: 'homeowner.first_name',
  last_name: 'homeowner.last_name',
  full_name: 'homeowner.full_name',
  address: 'homeowner.address',
  city: 'homeowner.city',
  state: 'homeowner.state',
  zip: 'homeowner.zip',
  country: 'homeowner.country',
  phone: 'homeowner.phone',
  email: 'homeowner.email',
  roof_squares: 'price_inputs.roof_squares',
  system_size_kw: 'price_inputs.system_size_kw',
};

/** All built-in names; variables of a deck add their own. */
export const placeholderNames: readonly string[] = [
  ...Object.keys(aliases),
  ...Object.keys(
    namedValues({
      homeowner: { firstName: '', lastName: '' },
      priceInputs: null,
      deck: { name: '' },
      tiers: [],
      selectedTier: null,
      date: { day: '' },
    }),
  ),
];

/** All names that the texts of a deck with these variables may use. */
export function knownPlaceholders(variables: DeckFacts['variables'] = {}): ReadonlySet<string> {
  return new Set([...placeholderNames, ...Object.keys(variables)]);
}

/**
 * Values of all placeholders. A variable of the deck is a default: `homeowner.city` applies to homeowners without a
 * city, and to the alias `city` as well.
 */
export function placeholderValues(facts: PresentationFacts): PlaceholderValues {
  const known = new Map<string, PlaceholderValue>();
  const add = (name: string, value: PlaceholderValue): void => {
    // Trimmed once here instead of at each use.
    const kept = typeof value === 'string' ? value.trim() : value;
    if (!known.has(name) && !isBlank(kept)) known.set(name, kept);
  };
  for (const source of [namedValues(facts), facts.deck.variables ?? {}]) {
    const isFree = source === facts.deck.variables;
    for (const [name, value] of Object.entries(source)) {
      add(name, isFree && typeof value === 'number' ? { bare: value } : value);
    }
    for (const [alias, name] of Object.entries(aliases)) add(alias, known.get(name));
  }
  return known;
}

function namedValues(facts: PresentationFacts): Record<string, PlaceholderValue> {
  const { homeowner, priceInputs, deck, tiers, selectedTier } = facts;
  const tier = (key: TierFacts['tier'] | null): TierFacts | undefined => tiers.find((one) => one.tier === key);
  return {
    'homeowner.first_name': homeowner.firstName,
    'homeowner.last_name': homeowner.lastName,
    'homeowner.full_name': `${homeowner.firstName} ${homeowner.lastName}`,
    'homeowner.address': homeowner.address,
    'homeowner.city': homeowner.city,
    'homeowner.state': homeowner.state,
    'homeowner.zip': homeowner.zip?.trim() ? { code: homeowner.zip } : null,
    'homeowner.country': homeowner.country,
    'homeowner.phone': homeowner.phone,
    'homeowner.email': homeowner.email,
    'price_inputs.roof_squares': priceInputs?.roofSquares,
    'price_inputs.system_size_kw': priceInputs?.systemSizeKw,
    roof_sq_ft: times(priceInputs?.roofSquares, 100),
    system_size_watts: times(priceInputs?.systemSizeKw, 1000),
    ...tierValues('good', tier('good')),
    ...tierValues('better', tier('better')),
    ...tierValues('best', tier('best')),
    ...tierValues('selected', tier(selectedTier)),
    'deck.name': deck.name,
    'company.name': deck.brandName,
    date: facts.date,
  };
}

function tierValues(group: string, tier: TierFacts | undefined): Record<string, PlaceholderValue> {
  const money = (amount: string | null | undefined): PlaceholderValue =>
    tier && amount ? { amount, currency: tier.currency } : null;
  return {
    [`${group}.name`]: tier?.name,
    [`${group}.price`]: money(tier?.total),
    [`${group}.deposit`]: money(tier?.deposit),
  };
}

/** Decimal arithmetic: 2.3 squares are 230 square feet, not 229.99999999999997. */
function times(quantity: number | null | undefined, factor: number): number | null {
  return typeof quantity === 'number' && Number.isFinite(quantity) ? new Big(quantity).times(factor).toNumber() : null;
}

function isBlank(value: PlaceholderValue): boolean {
  return value === null || value === undefined || value === '';
}
