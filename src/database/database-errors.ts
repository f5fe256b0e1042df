import { AppError, invalidInput } from '../errors.ts';

/**
 * Finds the refusal that an error means to a client. What is not ours, and what the database says in words of its
 * own, becomes a safe text; the error itself belongs into the log.
 */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const code = databaseCode(error);
  if (code === null) return internal(error);
  // A net below the input rules: class 22 is a value the database cannot hold, 23505 a race for a unique key.
  if (code.startsWith('22')) return invalidInput([]);
  if (code === '23505')
    return new AppError('CONFLICT', 'Something with this key exists already.', [], { cause: error });
  if (code === '23503')
    return new AppError('CONFLICT', 'What it refers to was deleted meanwhile.', [], { cause: error });
  if (unavailable.test(code)) {
    return new AppError('UNAVAILABLE', 'The database cannot be reached right now; try again shortly.', [], {
      cause: error,
    });
  }
  return internal(error);
}

/** Connection failures and shutdowns, as PostgreSQL and Node name them. */
const unavailable = /^(08|57P|53300|ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH)/;

function internal(error: unknown): AppError {
  return new AppError('INTERNAL', 'Something went wrong here; the request id helps to find it in the log.', [], {
    cause: error,
  });
}

function databaseCode(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if ('code' in error && typeof error.code === 'string' && !(error instanceof TypeError)) return error.code;
  if (error.cause !== undefined) return databaseCode(error.cause);
  return /timeout exceeded when trying to connect|Connection terminated/.test(error.message) ? 'ETIMEDOUT' : null;
}
