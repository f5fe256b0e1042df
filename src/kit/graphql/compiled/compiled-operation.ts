import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { compile, type FieldTally } from './compile.ts';
import { conditionsOf, type Fragments, fragmentsOf, type Variables } from './selected-fields.ts';
import type { CompiledField } from './write-values.ts';

/** Most forms of an operation that are compiled: each combination of what `@skip` and `@include` decide is one. */
const mostForms = 8;

/** An operation, compiled for the conditions under which it was requested. */
export class CompiledOperation {
  readonly fragments: Fragments;
  /** The variables that decide what is selected. */
  readonly #conditions: readonly string[];
  readonly #forms = new Map<string, readonly CompiledField[] | null>();

  constructor(
    private readonly schema: GraphQLSchema,
    document: DocumentNode,
    private readonly operation: OperationDefinitionNode,
    private readonly tally: FieldTally,
  ) {
    this.fragments = fragmentsOf(document);
    this.#conditions = conditionsOf(document);
  }

  /** The fields of the root; null where graphql-js has to execute the operation. */
  fieldsFor(variables: Variables, keepsTexts: boolean): readonly CompiledField[] | null {
    // The other variables belong to one request, and are not kept.
    const deciding = this.#conditions.map((name) => [name, variables[name]] as const);
    const form = JSON.stringify(deciding);
    const known = this.#forms.get(form);
    if (known !== undefined || this.#forms.size === mostForms) return known ?? null;
    const document = { schema: this.schema, fragments: this.fragments, variables: Object.fromEntries(deciding) };
    const fields = compile(document, this.operation, keepsTexts, this.tally);
    this.#forms.set(form, fields);
    return fields;
  }
}
