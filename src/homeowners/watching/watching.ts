import { Float, ID, Int, ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, shownList, shownOrNull, view, viewOf } from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';

const tierWatchingAttributes = attributes({
  tier: shown(PricingTier, 'The tier.'),
  viewers: shown(Int, 'How many viewers had it on the screen for a second.'),
});

@ObjectType({ simpleResolvers: true, description: 'How often the price of a tier was on the screen.' })
export class TierWatching extends answerOf(tierWatchingAttributes) {}

const tierView = view<TierWatching>('TierWatching', viewOf(tierWatchingAttributes));

const slideWatchingAttributes = attributes({
  slideId: shown(ID, "The id of the deck's slide."),
  viewers: shown(Int, 'How many viewers have watched it.'),
  seconds: shown(Float, 'How long they have watched it, in seconds.'),
  completed: shown(Int, 'How many of them have reached its end.'),
  tiers: shownList(TierWatching, tierView, 'The tiers of its offer that were seen.', listOf(3)),
});

@ObjectType({ simpleResolvers: true, description: 'What was watched of a slide, by all viewers.' })
export class SlideWatching extends answerOf(slideWatchingAttributes) {}

const slideView = view<SlideWatching>('SlideWatching', viewOf(slideWatchingAttributes));

const presentationWatchingAttributes = attributes({
  viewers: shown(Int, 'How many viewers have opened it.'),
  opens: shown(Int, 'How often they opened it.'),
  seconds: shown(Float, 'How long they have watched its slides, in seconds.'),
  completed: shown(Int, 'How many of them have reached the end of every slide.'),
  lastWatchedAt: shownOrNull(Date, 'When it was last watched; null before.'),
  slides: shownList(SlideWatching, slideView, 'The slides that were watched, in the order of display.', listOf(20)),
});

@ObjectType({
  simpleResolvers: true,
  description: 'What was watched of a presentation by its links, by all viewers. A viewer is a browser.',
})
export class PresentationWatching extends answerOf(presentationWatchingAttributes) {}

export const watchingView = view<PresentationWatching>('PresentationWatching', viewOf(presentationWatchingAttributes));
