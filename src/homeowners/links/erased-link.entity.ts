import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SeenBy } from '../../kit/rights/index.ts';

/**
 * What stays of a link after its presentation was erased: enough to answer the device that has its token with its end,
 * so that the device erases its copy. Nothing here is about the homeowner.
 */
@Entity({ tableName: 'erased_link' })
@SeenBy('false')
export class ErasedLink {
  /** The part of its token that is no secret. */
  @PrimaryKey({ type: 'text' })
  lookup!: string;

  /** As in `PresentationLink`. */
  @Property({ type: 'text', nullable: true })
  digest!: string | null;

  @Index()
  @Property({ type: 'Date', length: 3 })
  erasedAt!: Date;
}
