import { type ExecutionResult, type FormattedExecutionResult, GraphQLError, type GraphQLFormattedError } from 'graphql';
import type { Logger } from 'pino';
import { logFailure, toAppError } from '../../data/index.ts';
import { AppError, toProblem } from '../../core/index.ts';

/** A GraphQL error that carries the HTTP status of its AppError, for code that has to throw one to Apollo. */
export function asGraphQLError(error: AppError): GraphQLError {
  return new GraphQLError(error.message, { originalError: error, extensions: { http: { status: error.status } } });
}

/** Formats the result of an operation whose request or row has its own scope. */
export function formatResult(
  { data, errors }: { [Member in 'data' | 'errors']?: ExecutionResult[Member] | undefined },
  scope: { readonly requestId: string },
  log: Logger,
): FormattedExecutionResult {
  return { data: data ?? null, errors: formatErrors(errors ?? [], scope, log) };
}

/** Formats all errors of one result, each as `formatError` does. */
export function formatErrors(
  errors: readonly GraphQLError[],
  { requestId }: { readonly requestId: string },
  log: Logger,
): GraphQLFormattedError[] {
  return errors.map((error) => formatError(error, requestId, log));
}

/**
 * Formats an error as REST does: its code in `extensions.code`, its reason in `extensions.reason`, the same problem details in `extensions.problem`.
 * Faults of the document itself keep the code that GraphQL servers use for them.
 */
export function formatError(error: GraphQLError, requestId: string, log: Logger): GraphQLFormattedError {
  const { locations, path, originalError } = error;
  const place = {
    ...(locations === undefined ? {} : { locations }),
    ...(path === undefined ? {} : { path }),
  };
  if (isDocumentFault(error)) {
    const fault = documentFault(error);
    return {
      message: fault.message,
      ...place,
      extensions: { code: codeOf(error), reason: fault.reason, problem: toProblem(fault, requestId) },
    };
  }
  const refused = toAppError(originalError ?? error);
  if (refused.status >= 500) logFailure(log, refused, { requestId, path }, 'a GraphQL field failed');
  return {
    message: refused.message,
    ...place,
    extensions: { code: refused.code, reason: refused.reason, problem: toProblem(refused, requestId) },
  };
}

/** The code of an error, as clients see it. */
export function codeOf(error: GraphQLError): string {
  const { code } = error.extensions;
  if (isDocumentFault(error)) return typeof code === 'string' ? code : 'GRAPHQL_VALIDATION_FAILED';
  return toAppError(error.originalError ?? error).code;
}

/** Errors of the document or of the whole request have a code of the GraphQL server and no path. */
function isDocumentFault({ path, originalError, extensions: { code } }: GraphQLError): boolean {
  if (path !== undefined || code === 'INTERNAL_SERVER_ERROR') return false;
  return code !== undefined || originalError === undefined;
}

function documentFault({ message, extensions }: GraphQLError): AppError {
  const { status = 400 } = (extensions['http'] ?? {}) as { status?: number };
  // The message may quote the request, of any length.
  return new AppError(status === 405 ? 'method_not_allowed' : 'invalid_graphql', message.slice(0, 500));
}
