import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';

/** A question of a homeowner that no FAQ of their presentation answers. It is erased with the presentation. */
@Entity({ tableName: 'unanswered_question' })
@SeenBy('deck_id = any($decks)')
@Unique({ properties: ['presentationId', 'words'] })
@Index({ properties: ['deckId', 'createdAt'] })
export class StoredQuestion extends BaseEntity {
  @ManyToOne(() => Presentation, { mapToPk: true, fieldName: 'presentation_id', deleteRule: 'cascade' })
  presentationId!: string;

  /** Of its presentation, which keeps its deck. */
  @Property({ type: 'uuid' })
  deckId!: string;

  /** As it was typed, cut. */
  @Property({ type: 'text' })
  question!: string;

  /** The same without case, accents and signs: equal for what is asked again. */
  @Property({ type: 'text' })
  words!: string;
}
