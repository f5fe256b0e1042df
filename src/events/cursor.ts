import { invalidField } from '../errors.ts';

/** A place in the event log. Both parts are whole numbers, kept as text because they exceed what a number holds. */
export interface Position {
  /** PostgreSQL's id of the transaction that wrote the event. */
  readonly transaction: string;
  readonly sequence: string;
}

/** Gives a position the opaque form in which clients keep it. */
export function formatCursor({ transaction, sequence }: Position): string {
  return Buffer.from(`e1:${transaction}:${sequence}`).toString('base64url');
}

/** Reads a client's cursor. @throws AppError `INVALID_INPUT` when it is none of ours */
export function parseCursor(cursor: string): Position {
  const [, transaction, sequence] =
    /^e1:(\d{1,19}):(\d{1,18})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (transaction === undefined || sequence === undefined) {
    throw invalidField('/after', 'format', 'after must be a cursor that this service gave.');
  }
  return { transaction, sequence };
}

/** Whether a position lies behind another one in the log. */
export function isAfter(position: Position, other: Position): boolean {
  const [here, there] = [BigInt(position.transaction), BigInt(other.transaction)];
  return here === there ? BigInt(position.sequence) > BigInt(other.sequence) : here > there;
}
