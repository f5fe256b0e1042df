import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import type { TranslationSource } from '../../engines/translation/translation-sources.ts';
import { EditableEntity, Node, rowOf } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import { Deck } from '../decks/deck.entity.ts';
import type { ContentTable } from '../decks/deck-size.ts';
import { slideAttributes } from './slide.attributes.ts';
import type { SlideTranslation } from './slide.inputs.ts';

/** One page of a deck with its narration. Slides are shown by `orderIndex`, then by age. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'One page of a deck with its narration.' })
@Entity({ tableName: 'slide' })
@SeenBy('deck_id = any($decks)')
@Unique({ properties: ['deckId', 'slideId'], name: 'slide_deck_id_slide_id_unique' })
@Index({ properties: ['slideId'] })
export class Slide extends rowOf(slideAttributes, EditableEntity) {
  @Field(() => ID, { description: 'The id of its deck.' })
  @ManyToOne(() => Deck, { mapToPk: true, fieldName: 'deck_id', deleteRule: 'cascade' })
  deckId!: string;

  @Field(() => Boolean, { description: 'Whether the script changed after its audio was recorded.' })
  @Property({ type: 'boolean' })
  isAudioStale: boolean = false;

  @Property({ type: 'json', default: '{}' })
  translations: Record<string, SlideTranslation> = {};

  @Property({ type: 'json', default: '{}' })
  translationSources: Record<string, TranslationSource> = {};
}

/** What slides add to the size of their deck. */
export const slideContent: ContentTable = {
  entity: Slide,
  attributes: slideAttributes,
  noun: 'slide',
  name: 'slideId',
  prices: 'productData',
};
