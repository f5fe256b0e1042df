import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';
import { type Count, currentSpan, type Durations, type Metrics, statusByCode, type Tracing } from '../../core/index.ts';
import { codeOf } from './format-error.ts';

/** The name of the span of an operation, before what it asks is known. */
export const spanName = 'GraphQL';
/** Stands for the root fields of an operation that has more than one. */
const severalFields = 'several';
/** The fields that every schema has. */
const ofEverySchema = ['__schema', '__type', '__typename'];

/** How an operation may end: the codes are ours, and those of GraphQL servers for documents. */
const results = [
  'ok',
  ...Object.keys(statusByCode),
  'BAD_USER_INPUT',
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
];

/** An operation and its document, as far as they are known: one may be refused before. */
export interface Metered {
  readonly document?: DocumentNode | undefined;
  readonly operation?: OperationDefinitionNode | null | undefined;
}

/**
 * Counts GraphQL operations by the fields of the root that they ask, which are the schema's. Their own names are the
 * clients', who may write any.
 */
export class OperationMeter {
  readonly #operations: Count<'kind' | 'field' | 'result'>;
  readonly #durations: Durations<'kind' | 'field'>;
  readonly #fields = new WeakMap<OperationDefinitionNode, string>();
  readonly #known: ReadonlySet<string>;

  constructor(
    metrics: Metrics,
    schema: GraphQLSchema,
    private readonly tracing: Tracing | null,
  ) {
    const roots = [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()];
    const fields = roots.flatMap((root) => Object.keys(root?.getFields() ?? {}));
    const labels = { kind: Object.values(OperationTypeNode), field: [...fields, ...ofEverySchema, severalFields] };
    this.#known = new Set(labels.field);
    this.#operations = metrics.count({
      name: 'deckcast_graphql_operations_total',
      help: 'GraphQL operations over HTTP and sockets, by kind, field of the root and result: ok, or the code of the first error.',
      labels: { ...labels, result: results },
    });
    this.#durations = metrics.durations({
      name: 'deckcast_graphql_operation_duration_seconds',
      help: 'Time of a GraphQL operation, by kind and field of the root; of a subscription, until it began.',
      labels,
      buckets: [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 10],
    });
  }

  /** Begins to time an operation. @returns what counts it, with its first error or the code of that, if it has one */
  begin(): (metered: Metered, error?: GraphQLError | string) => void {
    const startedAt = performance.now();
    return ({ document, operation }, error) => {
      const kind = operation?.operation ?? '';
      const field = operation && document ? this.#fieldOf(document, operation) : '';
      const result = typeof error === 'object' ? codeOf(error) : (error ?? 'ok');
      this.#operations.add({ kind, field, result });
      this.#durations.note({ kind, field }, (performance.now() - startedAt) / 1_000);
      this.#describe(kind, field, result);
    };
  }

  /** Runs an operation in a span: one of a socket begins a trace, since no request is around it. */
  traced<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.tracing === null) return run();
    return this.tracing.begin({ name: spanName, kind: 'server', parent: null }, run);
  }

  /** Names the span of the operation, once it is known, by what the schema knows. */
  #describe(kind: string, field: string, result: string): void {
    const span = currentSpan();
    if (span?.isRecorded !== true) return;
    if (this.#known.has(field)) span.rename(`${spanName} ${kind} ${field}`);
    span.set({ 'deckcast.result': result, ...(kind === '' ? {} : { 'graphql.operation.type': kind }) });
    if (result !== 'ok') span.fail();
  }

  #fieldOf(document: DocumentNode, operation: OperationDefinitionNode): string {
    const known = this.#fields.get(operation);
    if (known !== undefined) return known;
    const [first = '', ...others] = new Set(fieldsOf(document, operation.selectionSet));
    const field = others.length === 0 ? first : severalFields;
    this.#fields.set(operation, field);
    return field;
  }
}

/** The names of the fields of a valid selection, also through fragments. */
function fieldsOf(document: DocumentNode, { selections }: SelectionSetNode): string[] {
  return selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [selection.name.value];
    if (selection.kind === Kind.INLINE_FRAGMENT) return fieldsOf(document, selection.selectionSet);
    const { value: name } = selection.name;
    const fragment = document.definitions.find(
      (definition) => definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === name,
    );
    return fragment?.kind === Kind.FRAGMENT_DEFINITION ? fieldsOf(document, fragment.selectionSet) : [];
  });
}
