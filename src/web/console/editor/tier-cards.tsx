/** @jsxImportSource preact */
import type { Fields } from './slide-fields.ts';
import type { Preview } from './use-sample.ts';

interface ShownTier {
  readonly key: string;
  readonly name: string;
  readonly tagline: string | null;
  readonly features: readonly string[];
  /** Null while it is not computed. */
  readonly price: string | null;
}

interface TierCardsProps {
  readonly subtitle: string | null;
  readonly tiers: readonly ShownTier[];
}

/** The tiers of a pricing slide, as on the page of homeowners. */
export function TierCards({ subtitle, tiers }: TierCardsProps) {
  return (
    <>
      {subtitle !== null && <p class="subtitle">{subtitle}</p>}
      <ul class="tiers">
        {tiers.map(({ key, name, price, tagline, features }) => (
          <li key={key} class="card">
            <h2>{name}</h2>
            {price !== null && <p class="price">{price}</p>}
            {tagline !== null && <p class="tagline">{tagline}</p>}
            <ul class="features">
              {features.map((feature, at) => (
                <li key={at}>{feature}</li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </>
  );
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The tiers as they are written, without prices: the server computes these. */
export function offeredTiers(offer: NonNullable<Fields['productData']>): readonly ShownTier[] {
  return (['good', 'better', 'best'] as const).flatMap((key) => {
    const tier = offer[key];
    if (tier === null || tier === undefined) return [];
    const { name, tagline, features } = tier;
    const list = Array.isArray(features) ? features.map(String) : [];
    return [{ key, name: text(name) ?? key, tagline: text(tagline), features: list, price: null }];
  });
}

/** The tiers with their prices for a sample homeowner. */
export function pricedTiers({ tiers }: Preview['pricing']['offers'][number]): readonly ShownTier[] {
  return tiers.map(({ tier, name, tagline, features, totalText }) => ({
    key: tier,
    name,
    tagline,
    features,
    price: totalText,
  }));
}
