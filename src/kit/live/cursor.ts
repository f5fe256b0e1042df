/** A place in a log: which row stands there, and in which epoch the sequencer put it there. */
export interface Position {
  /** A whole number from 1, as text: it may exceed what a number holds. Positions of a log have no gaps. */
  readonly position: string;
  /**
   * Grows each time the log goes on at another server, at one that was started anew, or from an earlier state: see
   * `sequencer.ts`. No two states of a log that went different ways have the same one.
   */
  readonly epoch: number;
  /** Of the row. */
  readonly id: string;
}

/** The position before every row. */
export const logStart: Position = { position: '0', epoch: 0, id: '00000000-0000-0000-0000-000000000000' };

/**
 * An event's position in the opaque form in which clients keep it, the same in every API. The end of its id is in it as
 * well: the same position of a log that was restored may belong to another event.
 */
export function cursorOf({ epoch, position, id }: Position): string {
  return Buffer.from(`e3:${epoch}:${position}:${id.slice(-8)}`).toString('base64url');
}

/** The cursor before all events that are kept. It never expires. */
export const firstCursor = cursorOf(logStart);

/** What a cursor names. The event may have been pruned, or lost with a server. */
export type Named =
  | (Omit<Position, 'id'> & { readonly idEnd: string })
  /** The form of versions that ordered the log by transactions. */
  | { readonly formerSequence: string; readonly idEnd: string };

/** Parses a cursor; null when it has another form. */
export function parseCursor(cursor: string): Named | null {
  const text = Buffer.from(cursor, 'base64url').toString();
  const [, epoch, position, idEnd] = /^e3:(\d{1,9}):(0|[1-9]\d{0,17}):([\da-f]{8})$/.exec(text) ?? [];
  if (epoch !== undefined && position !== undefined && idEnd !== undefined) {
    return { epoch: Number(epoch), position, idEnd };
  }
  const [, formerSequence, formerEnd] = /^e2:\d{1,19}:(\d{1,18}):([\da-f]{8})$/.exec(text) ?? [];
  return formerSequence === undefined || formerEnd === undefined ? null : { formerSequence, idEnd: formerEnd };
}

/** Whether a position comes after another one in the log. */
export function isAfter({ position: here }: Pick<Position, 'position'>, other: Pick<Position, 'position'>): boolean {
  const there = other.position;
  return here.length === there.length ? here > there : here.length > there.length;
}

/** The position that a job carries; null in a job of an older version, which had positions of another form. */
export function positionIn(carried: unknown): string | null {
  return typeof carried === 'string' ? carried : null;
}
