import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SeenBy } from '../../rights/index.ts';

/** What was used of a rate: a row of `rate-limiter-flexible`, which inserts its columns in this order. */
@Entity({ tableName: 'rate_count' })
@SeenBy('false')
export class RateCount {
  /** The name of the rate, and the signature of whose it is: of the id of a key, or of an address. */
  @PrimaryKey({ type: 'string', length: 255 })
  key!: string;

  @Property({ type: 'integer', default: 0 })
  points!: number;

  /** When the window ends, in milliseconds since 1970 by the clock of the process that began it. */
  @Property({ type: 'bigint', nullable: true })
  expire!: string | null;
}
