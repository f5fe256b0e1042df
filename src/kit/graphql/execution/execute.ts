import { execute, type ExecutionArgs, type ExecutionResult, getOperationAST, GraphQLError } from 'graphql';
import {
  type Budget,
  clientLeft,
  hasTexts,
  jsonOf,
  jsonSize,
  longestResponse,
  operationLimits,
  tooLong,
  withinLimits,
} from '../../core/index.ts';
import { toAppError } from '../../data/index.ts';
import type { GraphQLContext } from '../context.ts';
import { costOf, pointsBeyond } from './cost.ts';
import { asGraphQLError } from './format-error.ts';
import type { OperationMeter } from './operation-meter.ts';

/** Most errors in one result: each object of a large list may have its own. */
const mostErrors = 100;

/** An operation as graphql-js executes it, for somebody. */
export type ContextualArgs = ExecutionArgs & { readonly contextValue: GraphQLContext };

/**
 * Runs a query or mutation. Its one result comes from an iterator because graphql-ws returns that when the client
 * completes the operation or leaves: a query then ends, a mutation that has begun continues.
 */
export function leavable(operation: ContextualArgs, meter: OperationMeter): AsyncIterableIterator<ExecutionResult> {
  let budget: Budget | undefined;
  let isOver = false;
  const iterator: AsyncIterableIterator<ExecutionResult> = {
    next: async () => {
      if (isOver) return { done: true, value: undefined };
      isOver = true;
      const work = async (begun: Budget): Promise<ExecutionResult> => {
        budget = begun;
        const result = shortened(await execute(operation));
        const { variableValues: variables, ...priced } = operation;
        await operation.contextValue.account.chargeUsed(pointsBeyond(costOf({ ...priced, variables })));
        return result;
      };
      const value = await metered(meter, operation, () =>
        withinLimits(operationLimits, work, operation.contextValue.key),
      );
      return { done: false, value };
    },
    return: async () => {
      isOver = true;
      if (!operation.contextValue.hasChanged) budget?.cancel(clientLeft());
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]: () => iterator,
  };
  return iterator;
}

/** Runs an operation and counts it, also one that fails as a whole. */
export async function metered<Result extends object>(
  meter: OperationMeter,
  { document, operationName }: Pick<ExecutionArgs, 'document' | 'operationName'>,
  run: () => Promise<Result>,
): Promise<Result> {
  return meter.traced(async () => {
    const end = meter.begin();
    const operation = getOperationAST(document, operationName);
    try {
      const result = await run();
      const [first] = 'errors' in result && Array.isArray(result.errors) ? (result.errors as GraphQLError[]) : [];
      end({ document, operation }, first);
      return result;
    } catch (error) {
      end({ document, operation }, error instanceof GraphQLError ? error : asGraphQLError(toAppError(error)));
      throw error;
    }
  });
}

/**
 * A result as far as it may be written. A field of the root with which it would be too long is null, with the refusal
 * as its error; the others are kept. When the budget ended, each root field reports it once.
 */
export function shortened({ data, errors = [], ...rest }: ExecutionResult): ExecutionResult {
  const reported = withoutRepetitions(errors);
  let left = longestResponse;
  for (const [name, value] of Object.entries(data ?? {})) {
    const size = jsonSize(value, left);
    if (size <= left) {
      left -= size;
    } else {
      const refusal = tooLong();
      reported.push(new GraphQLError(refusal.message, { path: [name], originalError: refusal }));
      if (data) data[name] = null;
    }
  }
  return { ...rest, ...(data === undefined ? {} : { data }), ...(reported.length === 0 ? {} : { errors: reported }) };
}

function withoutRepetitions(errors: readonly GraphQLError[]): GraphQLError[] {
  const over = new Set<string>();
  return errors
    .filter(({ originalError, path: [field] = [] }) => {
      const { code, message } = toAppError(originalError);
      // The two reasons for which a budget ends.
      if (code !== 'OVER_BUDGET' && code !== 'UNAVAILABLE') return true;
      const reason = `${field} ${message}`;
      const isNew = !over.has(reason);
      over.add(reason);
      return isNew;
    })
    .slice(0, mostErrors);
}

/** The JSON text of a result, whose data may have texts in it. */
export function resultText(result: { readonly data?: unknown }): string {
  return hasTexts(result.data) ? jsonOf({ __proto__: null, ...result }) : JSON.stringify(result);
}
