/** No connection, or no answer on it. `code` is that of PostgreSQL or Node where they tell one. */
export class ConnectionError extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** The error for one more statement that fails for a known reason: whoever throws an error adds to its stack. */
  static because(reason: Error): ConnectionError {
    return new ConnectionError(errorCode(reason) ?? connectionFailure, reason.message, { cause: reason });
  }
}

/** SQLSTATE connection_failure. */
const connectionFailure = '08006';

/** The code that PostgreSQL, Node or we gave to an error; null for one without. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
