import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { SeenBy } from '../rights/index.ts';

/** A server, or a state of it, that has given the positions of a log behind one. The first is the lock of the sequencer. */
@Entity({ tableName: 'log_epoch' })
@SeenBy('false')
export class LogEpoch {
  /** `event` or `attempt`. */
  @PrimaryKey({ type: 'text' })
  log!: string;

  /** The first is 1, each other one the time at which it began: see `log-functions.ts`. */
  @PrimaryKey({ type: 'integer' })
  epoch!: number;

  /** Identity of the server, as `log_server()` gives it. */
  @Property({ type: 'text' })
  server!: string;

  /** The last position before it. */
  @Property({ type: 'string', columnType: 'bigint' })
  afterPosition!: string;

  @Property({ type: 'Date', length: 3, defaultRaw: 'clock_timestamp()' })
  beganAt!: Date;
}
