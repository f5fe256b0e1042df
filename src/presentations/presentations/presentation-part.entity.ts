import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Presentation } from './presentation.entity.ts';
import type { Script } from '../personalisation/presentation.subject.ts';
import { PresentationFaq, PresentationSlide } from '../personalisation/presentation.snapshot.ts';
import { SeenBy } from '../../kit/rights/index.ts';

const seenAsPresentation = 'presentation_id in (select id from presentation where deck_id = any($decks))';

/** A slide of a presentation, as a row of its own: recording one slide does not write the others. */
@Entity({ tableName: 'presentation_slide' })
@SeenBy(seenAsPresentation)
@Index({ properties: ['audioUrl'], where: '"audio_url" is not null' })
// PostgreSQL writes `like` as `~~`, and the schema is compared with what it writes.
@Index({ properties: ['heroImg'], where: `"hero_img" ~~ '/api/images/%'` })
@Index({
  name: 'presentation_slide_brand_logo_index',
  expression: `create index "presentation_slide_brand_logo_index" on "presentation_slide" (("product_data"->>'brandLogo')) where "product_data"->>'brandLogo' like '/api/images/%'`,
})
@Unique({ properties: ['presentationId', 'position'] })
export class StoredSlide extends PresentationSlide {
  @ManyToOne(() => Presentation, { mapToPk: true, fieldName: 'presentation_id', deleteRule: 'cascade' })
  presentationId!: string;

  /** Index among the slides, from 0. */
  @Property({ type: 'integer' })
  position!: number;

  /** The pending script; null once it is spoken, and for slides without speech. Only the narration reads it. */
  @Property({ type: 'json', nullable: true, lazy: true })
  script?: Omit<Script, 'id'> | null;
}

/** A FAQ of a presentation, as a row of its own. */
@Entity({ tableName: 'presentation_faq' })
@SeenBy(seenAsPresentation)
@Index({ properties: ['audioUrl'], where: '"audio_url" is not null' })
@Unique({ properties: ['presentationId', 'position'] })
export class StoredFaq extends PresentationFaq {
  @ManyToOne(() => Presentation, { mapToPk: true, fieldName: 'presentation_id', deleteRule: 'cascade' })
  presentationId!: string;

  /** Index among the FAQs, from 0. */
  @Property({ type: 'integer' })
  position!: number;

  /** The pending script of the answer, as that of a slide. */
  @Property({ type: 'json', nullable: true, lazy: true })
  script?: Omit<Script, 'id'> | null;
}
