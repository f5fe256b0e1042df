import { Entity, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { SeenBy } from '../../kit/rights/index.ts';

/** An attempt that has no position yet, as `EventArrival` is for events. */
@Entity({ tableName: 'attempt_arrival' })
@SeenBy('false')
export class AttemptArrival {
  @PrimaryKey({ type: 'string', columnType: 'bigint', generated: 'by default as identity', autoincrement: true })
  arrival!: string;

  @Property({ type: 'uuid' })
  attemptId!: string;
}

/**
 * The position of an attempt among those that are followed live. It outlives its attempt, because a reader may stand there;
 * only the last ones are kept.
 */
@Entity({ tableName: 'attempt_position' })
@SeenBy('false')
export class AttemptPosition {
  @PrimaryKey({ type: 'string', columnType: 'bigint', autoincrement: false })
  position!: string;

  @Property({ type: 'integer' })
  epoch!: number;

  @Property({ type: 'uuid' })
  @Unique()
  attemptId!: string;
}
