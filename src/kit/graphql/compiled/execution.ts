import {
  type FieldNode,
  getArgumentValues,
  type GraphQLError,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  locatedError,
  type OperationDefinitionNode,
  responsePathAsArray,
} from 'graphql';
import { AppError, longestResponse, tooLong } from '../../core/index.ts';
import type { SignLink } from '../../rights/index.ts';
import type { VersionedTexts } from '../cache/versioned-texts.ts';
import type { GraphQLContext } from '../context.ts';
import type { Document } from './selected-fields.ts';

/** Where a value stands in an answer. */
export type Path = GraphQLResolveInfo['path'];

/** A field of a type, as a document selects it. */
export interface Selected {
  readonly type: GraphQLObjectType;
  readonly field: GraphQLField<unknown, unknown>;
  readonly nodes: readonly FieldNode[];
}

/** Hands over to graphql-js: it finds what is wrong, and reports it. */
export class Unwritable extends Error {}

/** What an operation is executed with. */
interface Given {
  readonly document: Document;
  readonly operation: OperationDefinitionNode;
  readonly context: GraphQLContext;
  readonly texts: VersionedTexts;
  readonly root: unknown;
}

/** What the fields of the root share. */
export class SharedResult {
  /** Errors of fields that are null for them, in the order in which they occurred. */
  readonly errors: GraphQLError[] = [];
  /** Whether a value is one that only graphql-js can report. */
  isUnwritable = false;
  /** Characters that are written. */
  length = 0;
}

/** The execution of one field of the root. */
export class Execution {
  readonly context: GraphQLContext;
  readonly texts: VersionedTexts;
  readonly #arguments = new Map<Selected, Record<string, unknown>>();
  #sign: SignLink | undefined;
  #length = 0;
  #isTooLong = false;

  /** @param isKept whether no value may fail, because the text is kept for others */
  constructor(
    private readonly given: Given,
    private readonly shared: SharedResult,
    private readonly isKept = false,
  ) {
    ({ context: this.context, texts: this.texts } = given);
  }

  /** The same for a text that is kept. */
  ofKeptText(): Execution {
    return new Execution(this.given, new SharedResult(), true);
  }

  /** Signs links for the reader. */
  get sign(): SignLink {
    return (this.#sign ??= this.texts.signFor(this.context.scope.actor));
  }

  /** The arguments of a field: all objects that have it share them. @throws GraphQLError for those that it does not take */
  argumentsOf(selected: Selected): Record<string, unknown> {
    const known = this.#arguments.get(selected);
    if (known !== undefined) return known;
    const { field, nodes } = selected;
    const [node] = nodes;
    const values = node === undefined ? {} : getArgumentValues(field, node, this.given.document.variables);
    this.#arguments.set(selected, values);
    return values;
  }

  /** What graphql-js gives to a resolver beside the arguments. */
  infoOf({ type: parentType, field, nodes: fieldNodes }: Selected, path: Path): GraphQLResolveInfo {
    const { document, operation, root: rootValue } = this.given;
    const { schema, fragments, variables: variableValues } = document;
    const { name: fieldName, type: returnType } = field;
    return {
      fieldName,
      fieldNodes,
      returnType,
      parentType,
      path,
      schema,
      fragments,
      rootValue,
      operation,
      variableValues,
    };
  }

  /** Counts a text that is written. @throws AppError `OVER_BUDGET` where the answer has become too long to be sent */
  counted(text: string): string {
    if (this.#isTooLong) throw tooLong();
    this.#length += text.length;
    this.shared.length += text.length;
    if (this.shared.length <= longestResponse) return text;
    // The other fields of the root have its part.
    this.shared.length -= this.#length;
    this.#isTooLong = true;
    throw tooLong();
  }

  /**
   * The text in place of a value that failed: null, with the error beside it.
   *
   * @throws the error with its path where null may not stand there: the object around it fails then
   */
  failed(error: unknown, { nodes }: Selected, path: Path, isNullable: boolean): string {
    const { shared } = this;
    if (this.isKept) throw error instanceof AppError ? error : new Unwritable();
    if (error instanceof Unwritable) shared.isUnwritable = true;
    if (shared.isUnwritable) return 'null';
    // With a value that is too long its field of the root is null, and the other ones are sent.
    if (this.#isTooLong && path.prev !== undefined) throw error;
    const located = locatedError(error, nodes, responsePathAsArray(path));
    if (!isNullable) throw located;
    shared.errors.push(located);
    return 'null';
  }
}
