import { type RawBuilder, sql } from 'kysely';

/**
 * A table whose rows are read in the order of their positions. Each insert of a row also inserts its arrival. The
 * sequencer replaces arrivals by positions once they are committed.
 */
export interface SequencedLog {
  readonly name: 'event' | 'attempt';
  /** The function of the database that gives positions: see the migration `sequenced_log`. */
  readonly sequence: RawBuilder<unknown>;
  readonly positions: RawBuilder<unknown>;
  /** The column of both by which they name a row. */
  readonly row: RawBuilder<unknown>;
}

function sequencedLog(name: SequencedLog['name']): SequencedLog {
  return {
    name,
    sequence: sql.ref(`sequence_${name}`),
    positions: sql.table(`${name}_position`),
    row: sql.ref(`${name}_id`),
  };
}

export const eventLog = sequencedLog('event');

export const attemptLog = sequencedLog('attempt');
