import {
  type DocumentNode,
  type ExecutionResult,
  getVariableValues,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { JsonText } from '../../core/index.ts';
import type { VersionedTexts } from '../cache/versioned-texts.ts';
import type { GraphQLContext } from '../context.ts';
import type { FieldTally } from './compile.ts';
import { CompiledOperation } from './compiled-operation.ts';
import { Execution, SharedResult } from './execution.ts';
import type { Variables } from './selected-fields.ts';
import { type CompiledField, type SourceRow, writeField } from './write-values.ts';

/** Most compiled fields, of about 800 bytes each. Beyond them all are dropped, and compiled again when they are requested. */
const mostFields = 50_000;

/** A query that is about to run, or a subscription for one row of its stream. */
interface Request {
  readonly schema: GraphQLSchema;
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  readonly variables: Variables;
  readonly context: GraphQLContext;
  /** The row. */
  readonly root?: unknown;
}

/**
 * Answers queries, and rows of streams, by operations that are compiled once. A compiled operation reads as graphql-js
 * does, by the same resolvers with all their checks, and writes the JSON text of what it has read at once. Where a text is
 * kept for the version of an object, it reads that version alone.
 */
export class CompiledAnswers {
  #known = new WeakMap<OperationDefinitionNode, CompiledOperation>();
  #tally: FieldTally = { fields: 0 };

  /** How many queries and rows were executed, by what has executed them. */
  readonly executions = { compiled: 0, graphql_js: 0 };

  constructor(private readonly texts: VersionedTexts) {}

  /** The result, whose data has texts. Null where graphql-js has to execute the operation. */
  async answer(request: Request): Promise<ExecutionResult | null> {
    const result = request.operation.operation === OperationTypeNode.MUTATION ? null : await this.#execute(request);
    this.executions[result === null ? 'graphql_js' : 'compiled'] += 1;
    return result;
  }

  async #execute(request: Request): Promise<ExecutionResult | null> {
    const { schema, document, operation, context, root } = request;
    const { coerced: variables } = getVariableValues(schema, operation.variableDefinitions ?? [], request.variables);
    // graphql-js reports what is wrong with them.
    if (variables === undefined) return null;
    const compiled = this.#compiled(schema, document, operation);
    const fields = compiled.fieldsFor(variables, !this.texts.isOff);
    if (fields === null) return null;
    const { fragments } = compiled;
    const given = { document: { schema, fragments, variables }, operation, context, texts: this.texts, root };
    const shared = new SharedResult();
    // Each begins at once, as those of graphql-js do.
    const begun = fields.map(async (field) =>
      writeField(field, root as SourceRow, new Execution(given, shared), undefined),
    );
    return resultOf(fields, await Promise.allSettled(begun), shared);
  }

  #compiled(schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode): CompiledOperation {
    if (this.#tally.fields > mostFields) {
      this.#known = new WeakMap();
      this.#tally = { fields: 0 };
    }
    const known = this.#known.get(operation);
    if (known !== undefined) return known;
    const compiled = new CompiledOperation(schema, document, operation, this.#tally);
    this.#known.set(operation, compiled);
    return compiled;
  }
}

function resultOf(
  fields: readonly CompiledField[],
  written: readonly PromiseSettledResult<string>[],
  { errors, isUnwritable }: SharedResult,
): ExecutionResult | null {
  if (isUnwritable) return null;
  const data = Object.create(null) as Record<string, JsonText>;
  for (const [at, { key }] of fields.entries()) {
    const one = written[at];
    // A field that may not be null.
    if (one?.status !== 'fulfilled') return { data: null, errors: [...errors, one?.reason as GraphQLError] };
    data[key] = new JsonText(one.value);
  }
  return errors.length === 0 ? { data } : { data, errors };
}
