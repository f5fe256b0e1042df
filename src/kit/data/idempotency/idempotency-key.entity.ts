import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SeenBy } from '../../rights/index.ts';

/** A client's name for a request, so that repeating it changes nothing. */
@Entity({ tableName: 'idempotency_key' })
// Found by the key alone, which is its client's.
@SeenBy('true')
@Index({ properties: ['createdAt'] })
export class IdempotencyKey {
  @PrimaryKey({ type: 'text' })
  key!: string;

  /** Digest of the request. */
  @Property({ type: 'text' })
  request!: string;

  /** The results of the request's finished transactions, sealed like secrets. */
  @Property({ type: 'json' })
  results!: readonly string[];

  @Property({ type: 'Date', length: 3 })
  createdAt!: Date;
}
