import { Entity, Index, ManyToOne, Property, Unique } from '@mikro-orm/decorators/legacy';
import { BaseEntity } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import type { PricingTier } from '../../engines/pricing/tier-price.ts';
import { PresentationLink } from '../links/presentation-link.entity.ts';

/** A browser that has opened a link. Nothing is known of it but a random id that it made itself. */
@Entity({ tableName: 'viewer' })
@SeenBy('deck_id = any($decks)')
@Unique({ properties: ['linkId', 'browserId'] })
@Index({ properties: ['presentationId'] })
export class Viewer extends BaseEntity {
  @ManyToOne(() => PresentationLink, { mapToPk: true, fieldName: 'link_id', deleteRule: 'cascade' })
  linkId!: string;

  /** Of its link, which keeps its presentation and deck. */
  @Property({ type: 'uuid' })
  presentationId!: string;

  @Property({ type: 'uuid' })
  deckId!: string;

  @Property({ type: 'uuid' })
  browserId!: string;

  /** How often it opened the link. */
  @Property({ type: 'integer' })
  openCount: number = 0;

  /** How many reports it has sent. */
  @Property({ type: 'integer' })
  reportCount: number = 0;

  /** How many events that has made. */
  @Property({ type: 'integer', default: 0 })
  eventCount: number = 0;
}

/** What one viewer has watched of one slide, in all visits. */
@Entity({ tableName: 'slide_engagement' })
@SeenBy('viewer_id in (select id from viewer where deck_id = any($decks))')
@Unique({ properties: ['viewerId', 'sourceSlideId'] })
export class SlideEngagementSums extends BaseEntity {
  @ManyToOne(() => Viewer, { mapToPk: true, fieldName: 'viewer_id', deleteRule: 'cascade' })
  viewerId!: string;

  /** The id of the deck's slide. */
  @Property({ type: 'uuid' })
  sourceSlideId!: string;

  @Property({ type: 'double' })
  seconds: number = 0;

  /** Whether its end was reached. */
  @Property({ type: 'boolean' })
  isCompleted: boolean = false;

  /** The tiers of its offer that were on the screen. */
  @Property({ type: 'json' })
  tiers: PricingTier[] = [];
}
