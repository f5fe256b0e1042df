import {
  createSourceEventStream,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  GraphQLError,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { AppError, operationLimits, withinLimits } from '../../core/index.ts';
import type { Actor } from '../../rights/index.ts';
import { pointsOf } from '../../data/index.ts';
import { LogStream } from '../../live/index.ts';
import { costOf, rejectCostly } from '../execution/cost.ts';
import { withCode } from '../execution/document-cache.ts';
import type { DocumentSources } from '../execution/document-sources.ts';
import { asGraphQLError } from '../execution/format-error.ts';
import { sharedKey } from '../execution/shared-key.ts';
import { checkVariables } from '../execution/variables.ts';
import { queryTextOf } from '../persisted/persisted-queries.ts';
import { type GraphQLContext } from '../context.ts';
import type { Outlet } from './broadcast-member.ts';
import type { Broadcasts } from './broadcasts.ts';
import { rowExecutor, type RowReads } from './row-executor.ts';

/** A checked operation of a socket, and where its results are sent. */
export type SocketOperation = ExecutionArgs & {
  readonly contextValue: GraphQLContext;
  readonly actor: Actor;
  readonly outlet: Outlet;
};

/** Parses, validates and prices an operation as HTTP does: graphql-ws alone would not apply our limits. */
export async function prepareOperation(
  { documents, persisted, trusted }: DocumentSources,
  payload: SubscribePayload,
  origin: Pick<SocketOperation, 'contextValue' | 'actor' | 'outlet'>,
): Promise<SocketOperation | readonly GraphQLError[]> {
  try {
    const { account } = origin.contextValue;
    await account.charge(1);
    const found = await queryTextOf(persisted, trusted.resolve(payload, origin.contextValue));
    if (found instanceof GraphQLError) return [found];
    const { document, faults } = documents.check(found.text);
    if (document === null) return faults;
    await found.register();
    const { variables, operationName } = payload;
    const { schema } = documents;
    const operation = getOperationAST(document, operationName);
    if (operation === null || operation === undefined) {
      return [withCode(new GraphQLError('Name one operation to run.'), 'OPERATION_RESOLUTION_FAILURE')];
    }
    checkVariables(schema, operation, variables ?? {});
    const cost = costOf({ schema, document, operationName, variables });
    rejectCostly(cost);
    await account.charge(pointsOf(cost) - 1);
    return {
      schema,
      document,
      ...origin,
      ...(variables === undefined || variables === null ? {} : { variableValues: variables }),
      ...(operationName === undefined || operationName === null ? {} : { operationName }),
    };
  } catch (error) {
    if (error instanceof AppError) return [asGraphQLError(error)];
    if (error instanceof GraphQLError) return [withCode(error, 'GRAPHQL_VALIDATION_FAILED')];
    throw error;
  }
}

/** Runs a subscription: equal subscriptions with the same rights share its rows and their results. */
export async function runSubscription(
  operation: SocketOperation,
  broadcasts: Broadcasts,
  reads: RowReads,
): Promise<AsyncIterableIterator<never> | ExecutionResult> {
  const stream = await withinLimits(operationLimits, () => createSourceEventStream(operation));
  if (!(Symbol.asyncIterator in stream)) return stream;
  if (!isLogStream(stream)) throw new TypeError('a subscription field does not follow a log');
  const { outlet, actor, ...subscription } = operation;
  return broadcasts.follow(sharedKey(operation, actor), stream, rowExecutor(subscription, reads), outlet);
}

function isLogStream(stream: AsyncIterable<unknown>): stream is LogStream {
  return stream instanceof LogStream;
}
