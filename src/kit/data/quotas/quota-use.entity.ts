import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SeenBy } from '../../rights/index.ts';

/** What a key has used of a quota on a day. `DayQuota` writes it. */
@Entity({ tableName: 'quota_use' })
@SeenBy('false')
export class QuotaUse {
  /** By UTC and the clock of the database. */
  @PrimaryKey({ type: 'date' })
  day!: string;

  /** Whose it is: see `holderName`. */
  @PrimaryKey({ type: 'text' })
  key!: string;

  @PrimaryKey({ type: 'text' })
  quota!: string;

  /** Several rows, so that transactions of one key wait for each other less often. */
  @PrimaryKey({ type: 'smallint' })
  slot!: number;

  @Property({ type: 'bigint' })
  amount!: string;
}
