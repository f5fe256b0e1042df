import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { listOf } from '../../platform/budget/field-price.ts';
import { EditableEntity } from '../../platform/database/base.entity.ts';
import { Node } from '../../platform/database/node.ts';
import type { TranslationSource } from '../../engines/translation/translation-sources.ts';
import { Deck } from '../decks/deck.entity.ts';
import { WordTiming } from '../slides/slide.entity.ts';

/** A question and its answer in another language. */
export interface FaqTranslation {
  userQuestion: string;
  cannedAnswer: string;
}

/** A question that homeowners ask, with its answer. FAQs are listed oldest first. */
@ObjectType('FAQ', {
  implements: Node,
  simpleResolvers: true,
  description: 'A question that homeowners ask, with its answer.',
})
@Entity({ tableName: 'faq' })
@Index({ properties: ['deckId', 'createdAt', 'id'] })
export class Faq extends EditableEntity {
  @Field(() => ID, { description: 'The id of its deck.' })
  @ManyToOne(() => Deck, { mapToPk: true, fieldName: 'deck_id', deleteRule: 'cascade' })
  deckId!: string;

  @Field(() => String, { description: 'The question. May contain placeholders.' })
  @Property({ type: 'text' })
  userQuestion!: string;

  @Field(() => String, { description: 'The answer. May contain placeholders.' })
  @Property({ type: 'text' })
  cannedAnswer!: string;

  @Field(() => String, { nullable: true, description: 'The slideId of the slide that the answer belongs to.' })
  @Property({ type: 'text', nullable: true })
  relatedSlideId: string | null = null;

  @Field(() => GraphQLJSONObject, { description: 'Translations by BCP 47 tag.' })
  @Property({ type: 'json', default: '{}' })
  translations: Record<string, FaqTranslation> = {};

  @Property({ type: 'json', default: '{}' })
  translationSources: Record<string, TranslationSource> = {};

  @Field(() => String, {
    nullable: true,
    description: "URL of the author's recording of the answer; null without one.",
  })
  @Property({ type: 'text', nullable: true })
  audioUrl: string | null = null;

  @Field(() => Boolean, { description: 'Whether the answer changed after its audio was recorded.' })
  @Property({ type: 'boolean', default: false })
  audioStale: boolean = false;

  @Field(() => [WordTiming], {
    complexity: listOf(50),
    description: 'When each word of the recording is spoken; empty without a recording.',
  })
  @Property({ type: 'json' })
  wordTimings: WordTiming[] = [];
}
