import { ObjectType } from 'type-graphql';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { listOf } from '../../kit/core/index.ts';
import { answerOf, attributes, shownList, shownOrNull, view, viewOf } from '../../kit/data/index.ts';
import { extraAttributes, suggestion, tierPriceView, TierPriceType } from '../personalisation/presentation.pricing.ts';
import { warnings } from '../personalisation/presentation.snapshot.ts';

const previewAttributes = attributes({
  suggestedTier: shownOrNull(PricingTier, suggestion),
  tiers: shownList(TierPriceType, tierPriceView, 'Its tiers, from good to best.', listOf(3)),
  ...extraAttributes,
  warnings,
});

/** The prices of an offer that need not be stored. */
@ObjectType({ simpleResolvers: true, description: 'What an offer would cost. Nothing is stored.' })
export class OfferPreview extends answerOf(previewAttributes) {}

export const offerPreviewView = view<OfferPreview>('OfferPreview', viewOf(previewAttributes));
