import { execute, getOperationAST } from 'graphql';
import type { Logger } from 'pino';
import { operationLimits, type Semaphore, turns, withinLimits } from '../../core/index.ts';
import type { CompiledAnswers } from '../compiled/compiled-answers.ts';
import { costOf, pointsBeyond } from '../execution/cost.ts';
import { type ContextualArgs, resultText, shortened } from '../execution/execute.ts';
import { formatResult } from '../execution/format-error.ts';
import type { GraphQLContext } from '../context.ts';
import type { Executor } from './broadcast.ts';

/** What the fields of rows are read with. */
export interface RowReads {
  readonly answers: CompiledAnswers;
  readonly liveReads: Semaphore;
  readonly log: Logger;
}

/**
 * Executes a subscription for rows of its stream. Rows that come together share a context, and so the statements that
 * load what their fields request; the next rows get another one, because what was loaded is then out of date. What a
 * row makes beyond the price is charged to whoever has begun the stream: all who share it have the same rights, and
 * made once it is charged once.
 */
export function rowExecutor(subscription: ContextualArgs, { answers, liveReads, log }: RowReads): Executor {
  const { contextValue, schema, document, operationName, variableValues } = subscription;
  const operation = getOperationAST(document, operationName);
  if (operation === null || operation === undefined) throw new TypeError('a subscription runs unprepared');
  const variables = variableValues ?? {};
  const cost = costOf({ schema, document, operationName, variables });

  const executeOne = async (context: GraphQLContext, root: object | null): Promise<string> => {
    const answer = await answers.answer({ schema, document, operation, variables, context, root });
    const result = shortened(answer ?? (await execute({ ...subscription, contextValue: context, rootValue: root })));
    return resultText(result.errors === undefined ? result : formatResult(result, context, log));
  };
  /** The subscription has paid for as many objects a row as it costs. Nothing waits for the charge of more. */
  const chargeBeyond = (rows: number): void => {
    const charged = contextValue.account.chargeUsed(pointsBeyond(cost * rows));
    charged.catch((error: unknown) => log.warn({ error }, 'the rows of a subscription could not be charged'));
  };
  const executeAll = (rows: readonly (object | null)[]): Promise<Executed> =>
    withinLimits(
      operationLimits,
      async ({ signal }) => {
        const context = contextValue.renewed(liveReads);
        const payloads = await Promise.all(rows.map((row) => executeOne(context, row)));
        const isOverBudget = signal.aborted;
        if (!isOverBudget || rows.length === 1) chargeBeyond(rows.length);
        return { payloads, isOverBudget };
      },
      contextValue.key,
    );
  return async (rows) => {
    // So that publishers are answered between the rows of many different documents.
    await turns.next();
    const { payloads, isOverBudget } = await executeAll(rows);
    if (!isOverBudget || rows.length === 1) return payloads;
    // Each row may use as much as an operation.
    const each = await Promise.all(rows.map((row) => executeAll([row])));
    return each.flatMap((one) => one.payloads);
  };
}

interface Executed {
  /** Of the `next` messages, in the order of the rows. */
  readonly payloads: readonly string[];
  readonly isOverBudget: boolean;
}
