import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { EditableEntity, Node, rowOf } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import type { TranslationSource } from '../../engines/translation/translation-sources.ts';
import { Deck } from '../decks/deck.entity.ts';
import type { ContentTable } from '../decks/deck-size.ts';
import { faqAttributes } from './faq.attributes.ts';
import type { FaqTranslation } from './faq.inputs.ts';

/** A question that homeowners ask, with its answer. FAQs are listed oldest first. */
@ObjectType('Faq', {
  implements: Node,
  simpleResolvers: true,
  description: 'A question that homeowners ask, with its answer.',
})
@Entity({ tableName: 'faq' })
@SeenBy('deck_id = any($decks)')
@Index({ properties: ['deckId', 'createdAt', 'id'] })
export class Faq extends rowOf(faqAttributes, EditableEntity) {
  @Field(() => ID, { description: 'The id of its deck.' })
  @ManyToOne(() => Deck, { mapToPk: true, fieldName: 'deck_id', deleteRule: 'cascade' })
  deckId!: string;

  @Property({ type: 'json', default: '{}' })
  translations: Record<string, FaqTranslation> = {};

  @Property({ type: 'json', default: '{}' })
  translationSources: Record<string, TranslationSource> = {};

  @Field(() => Boolean, { description: 'Whether the answer changed after its audio was recorded.' })
  @Property({ type: 'boolean', default: false })
  isAudioStale: boolean = false;
}

/** What FAQs add to the size of their deck. */
export const faqContent: ContentTable = { entity: Faq, attributes: faqAttributes, noun: 'FAQ', name: 'userQuestion' };
