import { FieldResolver, Resolver, Root } from 'type-graphql';
import { OfferTier, offerTier } from './offer-tier.types.ts';
import { ProductData } from './product-data.attributes.ts';

/** The tiers of an offer, whose stored form is open. */
@Resolver(() => ProductData)
export class OfferTiersResolver {
  @FieldResolver(() => OfferTier, { nullable: true, description: 'The lowest tier; null without one.' })
  good(@Root() { good }: ProductData): OfferTier | null {
    return offerTier(good);
  }

  @FieldResolver(() => OfferTier, { nullable: true, description: 'The middle tier; null without one.' })
  better(@Root() { better }: ProductData): OfferTier | null {
    return offerTier(better);
  }

  @FieldResolver(() => OfferTier, { nullable: true, description: 'The highest tier; null without one.' })
  best(@Root() { best }: ProductData): OfferTier | null {
    return offerTier(best);
  }
}
