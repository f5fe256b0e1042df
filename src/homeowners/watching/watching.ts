import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { listOf } from '../../kit/core/index.ts';

/** How often the price of a tier was seen. */
@ObjectType({ simpleResolvers: true, description: 'How often the price of a tier was on the screen.' })
export class TierWatching {
  @Field(() => PricingTier, { description: 'The tier.' })
  tier!: PricingTier;

  @Field(() => Int, { description: 'How many viewers had it on the screen for a second.' })
  viewers!: number;
}

/** What was watched of a slide. */
@ObjectType({ simpleResolvers: true, description: 'What was watched of a slide, by all viewers.' })
export class SlideWatching {
  @Field(() => ID, { description: "The id of the deck's slide." })
  slideId!: string;

  @Field(() => Int, { description: 'How many viewers have watched it.' })
  viewers!: number;

  @Field(() => Float, { description: 'How long they have watched it, in seconds.' })
  seconds!: number;

  @Field(() => Int, { description: 'How many of them have reached its end.' })
  completed!: number;

  @Field(() => [TierWatching], { complexity: listOf(3), description: 'The tiers of its offer that were seen.' })
  tiers!: TierWatching[];
}

/** What was watched of a presentation. */
@ObjectType({
  simpleResolvers: true,
  description: 'What was watched of a presentation by its links, by all viewers. A viewer is a browser.',
})
export class PresentationWatching {
  @Field(() => Int, { description: 'How many viewers have opened it.' })
  viewers!: number;

  @Field(() => Int, { description: 'How often they opened it.' })
  opens!: number;

  @Field(() => Float, { description: 'How long they have watched its slides, in seconds.' })
  seconds!: number;

  @Field(() => Int, { description: 'How many of them have reached the end of every slide.' })
  completed!: number;

  @Field(() => Date, { nullable: true, description: 'When it was last watched; null before.' })
  lastWatchedAt!: Date | null;

  @Field(() => [SlideWatching], {
    complexity: listOf(20),
    description: 'The slides that were watched, in the order of display.',
  })
  slides!: SlideWatching[];
}
