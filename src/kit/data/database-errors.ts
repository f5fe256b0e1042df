import { AppError, invalidInput, type ReasonOf } from '../core/index.ts';
import { errorCode } from './connections/connection-error.ts';

/**
 * Finds the refusal that an error means to a client. What is not ours, and what the database says in words of its
 * own, becomes a safe text; the error itself belongs into the log.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  // A statement that the budget of its work has ended.
  if (error instanceof Error && error.cause instanceof AppError) return error.cause;
  const code = databaseCode(error);
  if (code === null) return internal(error);
  // A net below the input rules: class 22 is a value the database cannot hold, 23505 a race for a unique key.
  if (code.startsWith('22')) return invalidInput([]);
  if (code === '23505')
    return new AppError('duplicate_key', 'Something with this key exists already.', [], { cause: error });
  if (code === '23503')
    return new AppError('reference_deleted', 'What it refers to was deleted meanwhile.', [], { cause: error });
  const known = unavailable.find(([codes]) => codes.test(code));
  if (known === undefined) return internal(error);
  const [, reason, detail] = known;
  return new AppError(reason, detail, [], { cause: error });
}

/** Whether a transaction failed only because others ran at the same time, so that a second run may succeed. */
export function isTransactionConflict(error: unknown): boolean {
  return transactionConflict.test(databaseCode(error) ?? '');
}

/** Whether an error comes from the environment, such as an unreachable database, and not from the work itself. */
export function isOutage(error: unknown): boolean {
  return toAppError(error).code === 'UNAVAILABLE';
}

const transactionConflict = /^40(001|P01)$/;

/** Errors that pass by themselves or are fixed at the database, by the codes of PostgreSQL, Node and our own. */
const unavailable: readonly (readonly [codes: RegExp, reason: ReasonOf<'UNAVAILABLE'>, detail: string])[] = [
  [/^DATABASE_SILENT$/, 'database_unavailable', 'The database does not answer right now; try again shortly.'],
  [/^25006$/, 'database_read_only', 'The database is read-only right now and takes no changes; try again later.'],
  [
    /^53100$/,
    'database_read_only',
    'The disk of the database is full right now, so it takes no changes; try again later.',
  ],
  [/^(57014|STATEMENT_OVERDUE)$/, 'database_unavailable', 'The database took too long to answer; try again shortly.'],
  [
    /^(53300|POOL_BUSY)$/,
    'database_unavailable',
    'All connections to the database are in use right now; try again shortly.',
  ],
  [transactionConflict, 'concurrent_changes', 'Other changes were made at the same time; try again.'],
  [/^55P03$/, 'concurrent_changes', 'Another change holds what this one needs; try again shortly.'],
  [
    /^25P03$/,
    'database_unavailable',
    'The database ended the change because it paused for too long; try again shortly.',
  ],
  [
    /^(08|57P|CONNECT_OVERDUE|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)/,
    'database_unavailable',
    'The database cannot be reached right now; try again shortly.',
  ],
];

function internal(error: unknown): AppError {
  return new AppError('internal_error', 'Something went wrong here; the request id helps to find it in the log.', [], {
    cause: error,
  });
}

function databaseCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  const code = error instanceof TypeError ? null : errorCode(error);
  if (code !== null) return code;
  return error.cause === undefined ? null : databaseCode(error.cause);
}
