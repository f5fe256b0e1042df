import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { listOf } from '../../platform/budget/field-price.ts';
import { EditableEntity } from '../../platform/database/base.entity.ts';
import { Node } from '../../platform/database/node.ts';
import type { TranslationSource } from '../../engines/translation/translation-sources.ts';
import { Deck } from '../decks/deck.entity.ts';

/** Layouts of a slide. Only `product_pricing_v1` offers its `productData`. */
export const SlideType = { STANDARD: 'standard', PRODUCT_PRICING_V1: 'product_pricing_v1' } as const;
/** A value of `SlideType`, as it is stored and sent. */
export type SlideType = (typeof SlideType)[keyof typeof SlideType];
registerEnumType(SlideType, {
  name: 'SlideType',
  description: 'Layout of a slide.',
  valuesConfig: {
    STANDARD: { description: 'Title, bullets and image.' },
    PRODUCT_PRICING_V1: { description: 'Pricing slide: its productData is an offer of up to three tiers.' },
  },
});

registerEnumType(PricingTier, {
  name: 'PricingTier',
  description: 'One of the three tiers of an offer.',
  valuesConfig: {
    GOOD: { description: 'The lowest tier.' },
    BETTER: { description: 'The middle tier.' },
    BEST: { description: 'The highest tier.' },
  },
});

/** The time span of one word in the audio, for highlighting and captions. */
@ObjectType({ simpleResolvers: true, description: 'Time span of one word in the audio.' })
export class WordTiming {
  @Field(() => String, { description: 'The word as it is shown.' })
  word!: string;

  @Field(() => Float, { description: 'Seconds from the start of the audio.' })
  startTime!: number;

  @Field(() => Float, { description: 'Seconds from the start of the audio.' })
  endTime!: number;
}

/** An offer of up to three tiers. Tier objects are open: keys that the price formula does not know are kept. */
@ObjectType({ simpleResolvers: true, description: 'An offer of up to three tiers.' })
export class ProductData {
  @Field(() => String, { nullable: true, description: 'Line below the title of the offer.' })
  subtitle?: string | null;

  @Field(() => String, { nullable: true, description: 'URL or path of the logo.' })
  brandLogo?: string | null;

  @Field(() => String, { nullable: true, description: 'Small print; contracts print it as well.' })
  disclaimer?: string | null;

  @Field(() => PricingTier, {
    nullable: true,
    description: 'The tier that is selected in a new presentation; null selects the first one.',
  })
  defaultSelectedTier?: PricingTier | null;

  @Field(() => String, { nullable: true, description: 'CSS color of the background.' })
  backgroundColor?: string | null;

  @Field(() => String, { nullable: true, description: 'CSS color of the selected tier.' })
  selectionColor?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Prices are rounded to multiples of it; 0 or null rounds to cents.',
  })
  roundTo?: number | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'The lowest tier as stored; null without one.' })
  good?: Record<string, unknown> | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'The middle tier as stored; null without one.' })
  better?: Record<string, unknown> | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'The highest tier as stored; null without one.' })
  best?: Record<string, unknown> | null;
}

/** Translated words of an offer, at the same places as in the offer. */
export type OfferWording = Pick<ProductData, 'subtitle' | 'disclaimer' | PricingTier>;

/** A slide's texts in another language. Absent optional texts stay in the language of the deck. */
export interface SlideTranslation {
  title: string;
  bullets: string[];
  narrationScript: string;
  slideContext?: string | null;
  productData?: OfferWording | null;
}

/** One page of a deck with its narration. Slides are shown by `orderIndex`, then by age. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'One page of a deck with its narration.' })
@Entity({ tableName: 'slide' })
@Unique({ properties: ['deckId', 'slideId'], name: 'slide_deck_id_slide_id_unique' })
@Index({ properties: ['slideId'] })
export class Slide extends EditableEntity {
  @Field(() => ID, { description: 'The id of its deck.' })
  @ManyToOne(() => Deck, { mapToPk: true, fieldName: 'deck_id', deleteRule: 'cascade' })
  deckId!: string;

  @Field(() => String, { description: "The client's own key, unique within the deck." })
  @Property({ type: 'text' })
  slideId!: string;

  @Field(() => String, { description: 'Heading. May contain placeholders.' })
  @Property({ type: 'text' })
  title!: string;

  @Field(() => [String], { description: 'Bullet points, in order. May contain placeholders.' })
  @Property({ type: 'json' })
  bullets: string[] = [];

  @Field(() => String, { description: 'The spoken text. May contain placeholders such as {{homeowner.first_name}}.' })
  @Property({ type: 'text' })
  narrationScript!: string;

  @Field(() => String, { nullable: true, description: 'Notes on the slide, not narrated. May contain placeholders.' })
  @Property({ type: 'text', nullable: true })
  slideContext: string | null = null;

  @Field(() => String, {
    nullable: true,
    description: "URL of the author's recording of the script; null without one.",
  })
  @Property({ type: 'text', nullable: true })
  audioUrl: string | null = null;

  @Field(() => Boolean, { description: 'Whether the script changed after its audio was recorded.' })
  @Property({ type: 'boolean' })
  audioStale: boolean = false;

  @Field(() => String, { nullable: true, description: 'URL or path of the main image.' })
  @Property({ type: 'text', nullable: true })
  heroImg: string | null = null;

  @Field(() => [WordTiming], {
    complexity: listOf(50),
    description: 'When each word of the recording is spoken; empty without a recording.',
  })
  @Property({ type: 'json' })
  wordTimings: WordTiming[] = [];

  @Field(() => Int, { description: 'Position in the deck; equal positions are ordered by age.' })
  @Property({ type: 'integer' })
  orderIndex!: number;

  @Field(() => SlideType, { description: 'Layout of the slide.' })
  @Property({ type: 'text' })
  slideType: SlideType = SlideType.STANDARD;

  @Field(() => GraphQLJSONObject, { description: 'Translations by BCP 47 tag.' })
  @Property({ type: 'json', default: '{}' })
  translations: Record<string, SlideTranslation> = {};

  @Property({ type: 'json', default: '{}' })
  translationSources: Record<string, TranslationSource> = {};

  @Field(() => ProductData, { nullable: true, description: 'The offer of a pricing slide; null without one.' })
  @Property({ type: 'json', nullable: true })
  productData: ProductData | null = null;
}
