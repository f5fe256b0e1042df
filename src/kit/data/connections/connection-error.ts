/** No connection, or no answer on it. `code` is the code of PostgreSQL or Node, if there is one. */
export class ConnectionError extends Error {
  constructor(
    readonly code: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }

  /** A new error for each statement that fails for a known reason, so that each has its own stack. */
  static because(reason: Error): ConnectionError {
    return new ConnectionError(errorCode(reason) ?? connectionFailure, reason.message, { cause: reason });
  }
}

const connectionFailure = '08006';

/** The code that PostgreSQL, Node or we gave to an error; null for one without. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}
