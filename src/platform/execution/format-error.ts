import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { toAppError } from '../database/database-errors.ts';
import { AppError, toProblem } from '../kernel/errors.ts';

/** A refusal as a GraphQL error that carries its own HTTP status, for where Apollo wants one thrown. */
export function asGraphQLError(error: AppError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error, extensions: { http: { status: error.status } } });
}

/**
 * Tells an error as REST would: its code in `extensions.code`, the same problem details in `extensions.problem`.
 * Faults of the document itself keep the code that GraphQL servers use for them.
 */
export function formatError(error: GraphQLError, requestId: string, log: Logger): GraphQLFormattedError {
  const { locations, path, originalError, extensions } = error;
  const place = {
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
  };
  if (isDocumentFault(error)) {
    const fault = documentFault(error);
    const code = extensions['code'] ?? 'GRAPHQL_VALIDATION_FAILED';
    return { message: fault.message, ...place, extensions: { code, problem: toProblem(fault, requestId) } };
  }
  const refused = isArgumentFault(originalError) ? documentFault(originalError) : toAppError(originalError ?? error);
  if (refused.status >= 500) log.error({ error: refused.cause ?? refused, path }, 'a GraphQL field failed');
  return {
    message: refused.message,
    ...place,
    extensions: { code: refused.code, problem: toProblem(refused, requestId) },
  };
}

/** What is wrong with a document or a request as a whole has a code of GraphQL servers' own, and no path. */
function isDocumentFault({ path, originalError, extensions: { code } }: GraphQLError): boolean {
  if (path !== undefined || code === 'INTERNAL_SERVER_ERROR') return false;
  return code !== undefined || originalError === undefined;
}

/** A nullable variable may stand for an argument with a default; that it was null is found only when the field runs. */
function isArgumentFault(error: Error | undefined): error is GraphQLError {
  return error instanceof GraphQLError && error.message.startsWith('Argument "');
}

function documentFault({ message, extensions }: GraphQLError): AppError {
  const { status = 400 } = (extensions['http'] ?? {}) as { status?: number };
  // The message may repeat what was sent, however long it is.
  return new AppError(status === 405 ? 'METHOD_NOT_ALLOWED' : 'INVALID_INPUT', message.slice(0, 500));
}
