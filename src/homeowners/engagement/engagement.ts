import { Float, ID, Int, ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, shownList, shownOrNull, view, viewOf } from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';

const tierEngagementAttributes = attributes({
  tier: shown(PricingTier, 'The tier.'),
  viewerCount: shown(Int, 'How many viewers had it on the screen for a second.'),
});

@ObjectType({ simpleResolvers: true, description: 'How often the price of a tier was on the screen.' })
export class TierEngagement extends answerOf(tierEngagementAttributes) {}

const tierView = view<TierEngagement>('TierEngagement', viewOf(tierEngagementAttributes));

const slideEngagementAttributes = attributes({
  sourceSlideId: shown(ID, "The id of the deck's slide."),
  viewerCount: shown(Int, 'How many viewers have watched it.'),
  seconds: shown(Float, 'How long they have watched it, in seconds.'),
  completedCount: shown(Int, 'How many of them have reached its end.'),
  tiers: shownList(TierEngagement, tierView, 'The tiers of its offer that were seen.', listOf(3)),
});

@ObjectType({ simpleResolvers: true, description: 'What was watched of a slide, by all viewers.' })
export class SlideEngagement extends answerOf(slideEngagementAttributes) {}

const slideView = view<SlideEngagement>('SlideEngagement', viewOf(slideEngagementAttributes));

const presentationEngagementAttributes = attributes({
  viewerCount: shown(Int, 'How many viewers have opened it.'),
  openCount: shown(Int, 'How often they opened it.'),
  seconds: shown(Float, 'How long they have watched its slides, in seconds.'),
  completedCount: shown(Int, 'How many of them have reached the end of every slide.'),
  lastViewedAt: shownOrNull(Date, 'When it was last watched; null before.'),
  slides: shownList(SlideEngagement, slideView, 'The slides that were watched, in the order of display.', listOf(20)),
});

@ObjectType({
  simpleResolvers: true,
  description: 'What was watched of a presentation by its links, by all viewers. A viewer is a browser.',
})
export class PresentationEngagement extends answerOf(presentationEngagementAttributes) {}

export const engagementView = view<PresentationEngagement>(
  'PresentationEngagement',
  viewOf(presentationEngagementAttributes),
);
