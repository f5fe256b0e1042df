import { Entity, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Presentation } from './presentation.entity.ts';
import { type SlideScript } from '../personalisation/presentation.subject.ts';
import { PresentationFaq, PresentationSlide } from '../personalisation/presentation.snapshot.ts';

/** A slide of a presentation as it is stored: recording one writes no other. */
@Entity({ tableName: 'presentation_slide' })
@Unique({ properties: ['presentationId', 'position'] })
export class StoredSlide extends PresentationSlide {
  @ManyToOne(() => Presentation, { mapToPk: true, fieldName: 'presentation_id', deleteRule: 'cascade' })
  presentationId!: string;

  /** Its place among the slides, from 0. */
  @Property({ type: 'integer' })
  position!: number;

  /** What is still to be said on it; null once it was, and where nothing is to be. Read by the narration alone. */
  @Property({ type: 'json', nullable: true, lazy: true })
  script?: Omit<SlideScript, 'id'> | null;
}

/** A FAQ of a presentation as it is stored. */
@Entity({ tableName: 'presentation_faq' })
@Unique({ properties: ['presentationId', 'position'] })
export class StoredFaq extends PresentationFaq {
  @ManyToOne(() => Presentation, { mapToPk: true, fieldName: 'presentation_id', deleteRule: 'cascade' })
  presentationId!: string;

  /** Its place among the FAQs, from 0. */
  @Property({ type: 'integer' })
  position!: number;
}
