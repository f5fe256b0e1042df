import {
  type DocumentNode,
  execute,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { type Actor, holds, type SignLink } from '../../rights/index.ts';
import { jsonOf, JsonText, turns } from '../../core/index.ts';
import { toAppError } from '../../data/index.ts';
import type { GraphQLContext } from '../context.ts';
import { type CachedField, identity, type AnswerPlan, planAnswer, type CachedPath } from './answer-plan.ts';
import { Unwritable } from './value-writer.ts';
import type { VersionedTexts } from './versioned-texts.ts';

/** Why queries whose texts may be kept are not answered from them. */
const leavingReasons = ['scope', 'refused', 'failed'] as const;

/** A query that is about to run, or a subscription for one row of its stream. */
interface Read {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly context: GraphQLContext;
  /** The row. */
  readonly root?: unknown;
}

/** An object of the answer to a plan. */
type Row = Record<string, unknown>;

/** Whose texts they are. */
interface Identity {
  readonly id: string;
  readonly version: string;
}

/** What a text that is missing is written with. */
interface Writing {
  readonly context: GraphQLContext;
  readonly sign: SignLink;
}

/**
 * Answers queries and rows of streams with texts that are kept. The executor answers the plan of a query, and so reads the version of
 * each object anew; then texts of that version fill the fields. Missing ones are written from rows, all of one level in
 * one statement.
 */
export class CachedAnswers {
  readonly #plans = new WeakMap<OperationDefinitionNode, { readonly plan: AnswerPlan | null }>();

  /** How many queries have ended here without an answer from texts, by the reason. */
  readonly left: Record<(typeof leavingReasons)[number], number> = { scope: 0, refused: 0, failed: 0 };

  constructor(private readonly texts: VersionedTexts) {}

  /**
   * The result, with the fields of the root of its data as texts. Null where the executor has to answer: it reports
   * refusals at their paths. A failure is part of the result, because the executor would meet it again, and add load to
   * a database that is out of order or overloaded.
   */
  async answer({ schema, document, operation, variables, context, root }: Read): Promise<ExecutionResult | null> {
    if (this.texts.isOff || operation.operation === OperationTypeNode.MUTATION) return null;
    const plan = this.#planOf(schema, document, operation);
    if (plan === null) return null;
    const { data, errors = [] } = await execute({
      schema,
      document: plan.document,
      variableValues: variables,
      contextValue: context,
      rootValue: root,
    });
    const hasFailed = errors.some(({ originalError }) => originalError !== undefined && isFailure(originalError));
    if (hasFailed) this.left.failed += 1;
    else if (errors.length > 0) return this.#leave('refused');
    const failed = { data: null, errors };
    if (!data) return failed;
    if (!mayRead(data, plan.paths, context.scope.actor)) return hasFailed ? failed : this.#leave('scope');
    try {
      await this.#fill(data, plan.paths, context);
    } catch (error) {
      if (hasFailed) return failed;
      if (!isFailure(error)) return this.#leave('refused');
      this.left.failed += 1;
      const reported = error instanceof Error ? error : new Error(String(error));
      return { data: null, errors: [new GraphQLError(reported.message, { originalError: reported })] };
    }
    const answer: Row = { __proto__: null };
    for (const [key, value] of Object.entries(data)) answer[key] = new JsonText(jsonOf(value));
    return { data: answer, ...(hasFailed ? { errors } : {}) };
  }

  #leave(reason: 'scope' | 'refused'): null {
    this.left[reason] += 1;
    return null;
  }

  #planOf(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): AnswerPlan | null {
    const known = this.#plans.get(operation);
    if (known !== undefined) return known.plan;
    const plan = planAnswer(schema, document, operation);
    this.#plans.set(operation, { plan });
    return plan;
  }

  /** @throws what the reads of a field throw */
  async #fill(data: Row, paths: readonly CachedPath[], context: GraphQLContext): Promise<void> {
    const sign = this.texts.signFor(context.scope.actor);
    const filled: Promise<void>[] = [];
    for (const { path, fields } of paths) {
      for (const row of objectsAt(data, path)) {
        const of = takeIdentity(row);
        for (const field of fields) filled.push(this.#fillField(row, field, of, { context, sign }));
      }
    }
    await Promise.all(filled);
  }

  async #fillField(row: Row, field: CachedField, { id, version }: Identity, { context, sign }: Writing): Promise<void> {
    row[field.key] = await this.texts.of(`${field.name} ${id}`, version, async () => {
      const value = await context.load(field.batch, id, field.columns);
      await turns.next();
      return field.write(value, sign);
    });
  }
}

/**
 * Whether an error is one that the executor would meet again: of this process, of its database, of a limit. Any other is a
 * refusal of what was requested.
 */
function isFailure(error: unknown): boolean {
  if (error instanceof Unwritable) return false;
  const { code, status } = toAppError(error);
  return status >= 500 || status === 429 || code === 'OVER_BUDGET';
}

/** Whether a reader holds the scopes of all fields that the answer to a plan has objects for. */
function mayRead(data: Row, paths: readonly CachedPath[], actor: Actor): boolean {
  return paths.every(({ path, fields }) => {
    const isHeld = fields.every(({ scope }) => scope === undefined || holds(actor, scope));
    return isHeld || objectsAt(data, path).length === 0;
  });
}

function objectsAt(value: unknown, path: readonly string[]): Row[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((item) => objectsAt(item, path));
  const [first, ...rest] = path;
  return first === undefined ? [value as Row] : objectsAt((value as Row)[first], rest);
}

/** Reads what the fields of an object depend on, which is no part of its answer. */
function takeIdentity(row: Row): Identity {
  const [id, version, updatedAt] = [row[identity.id], row[identity.version], row[identity.updatedAt]].map(String);
  for (const key of Object.values(identity)) row[key] = undefined;
  return { id: id ?? '', version: `${version} ${updatedAt}` };
}
