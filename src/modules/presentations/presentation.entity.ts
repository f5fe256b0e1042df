import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';
import { EditableEntity } from '../../database/base.entity.ts';
import { Deck } from '../decks/deck.entity.ts';
import { PresentationPricing, PresentationSlide, PresentationWarning } from './presentation.snapshot.ts';

export const PresentationStatus = { READY: 'ready' } as const;
export type PresentationStatus = (typeof PresentationStatus)[keyof typeof PresentationStatus];
registerEnumType(PresentationStatus, { name: 'PresentationStatus' });

export const MeasurementStrategy = { MANUAL: 'manual' } as const;
export type MeasurementStrategy = (typeof MeasurementStrategy)[keyof typeof MeasurementStrategy];
registerEnumType(MeasurementStrategy, {
  name: 'MeasurementStrategy',
  description: 'Where the measurements come from. MANUAL takes the price inputs as given.',
});

@ObjectType({ simpleResolvers: true })
export class Homeowner {
  @Field(() => String)
  firstName!: string;

  @Field(() => String)
  lastName!: string;

  @Field(() => String, { nullable: true })
  address?: string | null;

  @Field(() => String, { nullable: true })
  city?: string | null;

  @Field(() => String, { nullable: true })
  state?: string | null;

  @Field(() => String, { nullable: true })
  zip?: string | null;

  @Field(() => String, { nullable: true })
  country?: string | null;

  @Field(() => String, { nullable: true })
  phone?: string | null;

  @Field(() => String, { nullable: true })
  email?: string | null;
}

@ObjectType({ simpleResolvers: true })
export class VoiceSettings {
  @Field(() => String, { nullable: true })
  voiceId?: string | null;

  @Field(() => Float, { nullable: true })
  stability?: number | null;

  @Field(() => Float, { nullable: true })
  similarityBoost?: number | null;
}

@ObjectType({ simpleResolvers: true })
export class LanguageSettings {
  @Field(() => String, { nullable: true })
  languageCode?: string | null;
}

@ObjectType({ simpleResolvers: true })
export class PriceInputs {
  @Field(() => Float, { nullable: true })
  roofSquares?: number | null;

  @Field(() => Float, { nullable: true })
  systemSizeKw?: number | null;
}

/** A deck made for one homeowner. Its slides, prices and warnings are a snapshot: no later deck edit reaches them. */
@ObjectType({ simpleResolvers: true, description: 'A deck made for one homeowner: rendered, priced and frozen.' })
@Entity({ tableName: 'presentation' })
@Index({ properties: ['deckId', 'createdAt', 'id'] })
export class Presentation extends EditableEntity {
  @Field(() => ID)
  @ManyToOne(() => Deck, { mapToPk: true, fieldName: 'deck_id', deleteRule: 'cascade' })
  deckId!: string;

  @Field(() => PresentationStatus)
  @Property({ type: 'text' })
  status: PresentationStatus = PresentationStatus.READY;

  @Field(() => Homeowner)
  @Property({ type: 'json' })
  homeowner!: Homeowner;

  @Field(() => VoiceSettings, { nullable: true })
  @Property({ type: 'json', nullable: true })
  voiceSettings: VoiceSettings | null = null;

  @Field(() => LanguageSettings, { nullable: true })
  @Property({ type: 'json', nullable: true })
  languageSettings: LanguageSettings | null = null;

  @Field(() => PriceInputs, { nullable: true })
  @Property({ type: 'json', nullable: true })
  priceInputs: PriceInputs | null = null;

  @Field(() => MeasurementStrategy)
  @Property({ type: 'text' })
  measurementStrategy: MeasurementStrategy = MeasurementStrategy.MANUAL;

  @Field(() => [PresentationSlide])
  @Property({ type: 'json' })
  slides!: PresentationSlide[];

  @Field(() => PresentationPricing)
  @Property({ type: 'json' })
  pricing!: PresentationPricing;

  @Field(() => [PresentationWarning])
  @Property({ type: 'json' })
  warnings: PresentationWarning[] = [];

  @Field(() => String, { nullable: true, description: 'Page that plays the presentation; null while there is none.' })
  @Property({ type: 'text', nullable: true })
  playerUrl: string | null = null;
}
