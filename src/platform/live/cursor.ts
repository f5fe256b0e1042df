/** A position in the event log. Both parts are whole numbers, kept as text because they exceed what a number holds. */
export interface Position {
  /** PostgreSQL's id of the transaction that wrote the event. */
  readonly transaction: string;
  readonly sequence: string;
}

/** The position before every event. */
export const logStart: Position = { transaction: '0', sequence: '0' };

/**
 * An event's place in the log in the opaque form in which clients keep it, the same on every door. The end of its id
 * is in it as well: the same place of a log that was restored may belong to another event.
 */
export function cursorOf({ id, transaction, sequence }: Position & { readonly id: string }): string {
  return Buffer.from(`e2:${transaction}:${sequence}:${id.slice(-8)}`).toString('base64url');
}

/** The cursor before all events that are kept. It never expires. */
export const firstCursor = cursorOf({ id: '00000000', ...logStart });

/** Parses a cursor; null when it has another form. The event that it names may have been pruned. */
export function parseCursor(cursor: string): (Position & { readonly idEnd: string }) | null {
  const [, transaction, sequence, idEnd] =
    /^e2:(\d{1,19}):(\d{1,18}):([\da-f]{8})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (transaction === undefined || sequence === undefined || idEnd === undefined) return null;
  return { transaction, sequence, idEnd };
}

/** Whether a position comes after another one in the log. */
export function isAfter(position: Position, other: Position): boolean {
  const [here, there] = [BigInt(position.transaction), BigInt(other.transaction)];
  return here === there ? BigInt(position.sequence) > BigInt(other.sequence) : here > there;
}
