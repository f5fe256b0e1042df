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
registerEnumType(SlideType, { name: 'SlideType' });

registerEnumType(PricingTier, { name: 'PricingTier' });

/** The time span of one word in the audio, for highlighting and captions. */
@ObjectType({ simpleResolvers: true, description: 'When one word of a narration is spoken.' })
export class WordTiming {
  @Field(() => String)
  word!: string;

  @Field(() => Float, { description: 'Seconds from the start of the audio.' })
  startTime!: number;

  @Field(() => Float, { description: 'Seconds from the start of the audio.' })
  endTime!: number;
}

/** An offer of up to three tiers. Tier objects are open: keys that the price formula does not know are kept. */
@ObjectType({ simpleResolvers: true, description: 'An offer of up to three tiers.' })
export class ProductData {
  @Field(() => String, { nullable: true })
  subtitle?: string | null;

  @Field(() => String, { nullable: true })
  brandLogo?: string | null;

  @Field(() => String, { nullable: true })
  disclaimer?: string | null;

  @Field(() => PricingTier, { nullable: true })
  defaultSelectedTier?: PricingTier | null;

  @Field(() => String, { nullable: true })
  backgroundColor?: string | null;

  @Field(() => String, { nullable: true })
  selectionColor?: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Prices are rounded to multiples of it; 0 or null rounds to cents.',
  })
  roundTo?: number | null;

  @Field(() => GraphQLJSONObject, { nullable: true })
  good?: Record<string, unknown> | null;

  @Field(() => GraphQLJSONObject, { nullable: true })
  better?: Record<string, unknown> | null;

  @Field(() => GraphQLJSONObject, { nullable: true })
  best?: Record<string, unknown> | null;
}

/** The words of an offer, at the places of those they stand for. */
export type OfferWording = Pick<ProductData, 'subtitle' | 'disclaimer' | PricingTier>;

/** A slide's texts in another language. What is not given stays in the deck's own. */
export interface SlideTranslation {
  title: string;
  bullets: string[];
  narrationScript: string;
  slideContext?: string | null;
  productData?: OfferWording | null;
}

/** One page of a deck with its narration. Slides are shown by `orderIndex`, then by age. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'One page of a deck, with what is said to it.' })
@Entity({ tableName: 'slide' })
@Unique({ properties: ['deckId', 'slideId'], name: 'slide_deck_id_slide_id_unique' })
@Index({ properties: ['slideId'] })
export class Slide extends EditableEntity {
  @Field(() => ID)
  @ManyToOne(() => Deck, { mapToPk: true, fieldName: 'deck_id', deleteRule: 'cascade' })
  deckId!: string;

  @Field(() => String, { description: "The client's own key, unique within the deck." })
  @Property({ type: 'text' })
  slideId!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  title!: string;

  @Field(() => [String])
  @Property({ type: 'json' })
  bullets: string[] = [];

  @Field(() => String, { description: 'May contain placeholders such as {{homeowner.first_name}}.' })
  @Property({ type: 'text' })
  narrationScript!: string;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  slideContext: string | null = null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  audioUrl: string | null = null;

  @Field(() => Boolean, { description: 'The script was changed after its audio was recorded.' })
  @Property({ type: 'boolean' })
  audioStale: boolean = false;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  heroImg: string | null = null;

  @Field(() => [WordTiming], { complexity: listOf(50) })
  @Property({ type: 'json' })
  wordTimings: WordTiming[] = [];

  @Field(() => Int, { description: 'Position in the deck; equal positions are ordered by age.' })
  @Property({ type: 'integer' })
  orderIndex!: number;

  @Field(() => SlideType)
  @Property({ type: 'text' })
  slideType: SlideType = SlideType.STANDARD;

  @Field(() => GraphQLJSONObject, { description: 'Its texts in other languages, by BCP 47 tag.' })
  @Property({ type: 'json', default: '{}' })
  translations: Record<string, SlideTranslation> = {};

  @Property({ type: 'json', default: '{}' })
  translationSources: Record<string, TranslationSource> = {};

  @Field(() => ProductData, { nullable: true })
  @Property({ type: 'json', nullable: true })
  productData: ProductData | null = null;
}
