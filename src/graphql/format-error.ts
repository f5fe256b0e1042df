import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { toAppError } from '../database/database-errors.ts';
import { AppError, toProblem } from '../errors.ts';

/** A refusal as a GraphQL error that carries its own HTTP status, for where Apollo wants one thrown. */
export function asGraphQLError(error: AppError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error, extensions: { http: { status: error.status } } });
}

/**
 * Tells an error as REST would: its code in `extensions.code`, the same problem details in `extensions.problem`.
 * Faults of the document itself keep the code that GraphQL servers use for them.
 */
export function formatError(error: GraphQLError, requestId: string, log: Logger): GraphQLFormattedError {
  const { message, locations, path, originalError, extensions } = error;
  const place = {
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
  };
  if (originalError === undefined && isDocumentFault(error)) {
    const refused = new AppError('INVALID_INPUT', message);
    const code = extensions['code'] ?? 'GRAPHQL_VALIDATION_FAILED';
    return { message, ...place, extensions: { code, problem: toProblem(refused, requestId) } };
  }
  const refused = toAppError(originalError ?? error);
  if (refused.status >= 500) log.error({ error: refused.cause ?? refused, path }, 'a GraphQL field failed');
  return {
    message: refused.message,
    ...place,
    extensions: { code: refused.code, problem: toProblem(refused, requestId) },
  };
}

/** Apollo marks what the client's document or request did wrong; the executor's own errors have a path. */
function isDocumentFault({ path, extensions }: GraphQLError): boolean {
  return path === undefined && extensions['code'] !== 'INTERNAL_SERVER_ERROR';
}
