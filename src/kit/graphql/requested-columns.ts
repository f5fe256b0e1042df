import {
  type FieldNode,
  getNamedType,
  type GraphQLNamedType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { createParameterDecorator, Extensions } from 'type-graphql';
import type { Columns } from '../data/index.ts';
import type { GraphQLContext } from './context.ts';

/**
 * Declares which text and JSON of its row the method of a field reads; none where it needs small columns alone. A field
 * with a method that declares nothing makes the read give whole rows.
 */
export function NeedsColumns(...columns: readonly string[]): MethodDecorator & PropertyDecorator {
  return Extensions({ columns });
}

/** Marks a field of a page whose selection is that of its rows. */
export const holdsRows = { holdsRows: true } as const;

/** Gives a method the columns of its rows that the client requests, for `GraphQLContext.load`. */
export function RequestedColumns(): ReturnType<typeof createParameterDecorator> {
  return createParameterDecorator<GraphQLContext>(({ info }) => requestedColumns(info));
}

/**
 * Notes which columns each field needs: one without a method, a plain one, needs its own; one whose method declares none
 * may need all.
 */
export function noteColumns(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const isPlain = field.resolve === undefined;
      field.extensions = { isPlain, columns: isPlain ? [field.name] : null, ...field.extensions };
    }
  }
  return schema;
}

type Fragments = GraphQLResolveInfo['fragments'];

/** Documents are cached, so that each selection is read once. */
const known = new WeakMap<FieldNode, Columns>();

/** The columns that the selection of a field needs, of all its aliases and fragments, skipped ones too. */
export function requestedColumns({ fieldNodes, returnType, fragments }: GraphQLResolveInfo): Columns {
  const [first] = fieldNodes;
  // Nearly always: its set is known.
  if (first !== undefined && fieldNodes.length === 1) return columnsOf(first, getNamedType(returnType), fragments);
  const asked = new Set<string>();
  for (const node of fieldNodes) {
    const columns = columnsOf(node, getNamedType(returnType), fragments);
    if (columns === null) return null;
    for (const column of columns) asked.add(column);
  }
  return asked;
}

/** The columns that the selection of one field needs of rows of the type. */
function columnsOf(node: FieldNode, type: GraphQLNamedType, fragments: Fragments): Columns {
  const found = known.get(node);
  if (found !== undefined) return found;
  const asked = new Set<string>();
  const columns = new Selections(fragments, asked).areAllNamed(type, node.selectionSet) ? asked : null;
  known.set(node, columns);
  return columns;
}

class Selections {
  readonly #spread = new Set<string>();

  constructor(
    private readonly fragments: Fragments,
    private readonly asked: Set<string>,
  ) {}

  /** False as soon as a field may need all columns. */
  areAllNamed(
    type: GraphQLNamedType,
    { selections }: Pick<SelectionSetNode, 'selections'> = { selections: [] },
  ): boolean {
    return selections.every((selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return this.areAllNamed(type, selection.selectionSet);
      if (selection.kind === Kind.FIELD) return this.#isNamed(type, selection);
      const name = selection.name.value;
      if (this.#spread.has(name)) return true;
      this.#spread.add(name);
      return this.areAllNamed(type, this.fragments[name]?.selectionSet);
    });
  }

  #isNamed(type: GraphQLNamedType, { name, selectionSet }: FieldNode): boolean {
    if (!isObjectType(type)) return false;
    const field = type.getFields()[name.value];
    // `__typename`, and fields of fragments on other types.
    if (field === undefined) return true;
    if (field.extensions['holdsRows'] === true) return this.areAllNamed(getNamedType(field.type), selectionSet);
    const columns = field.extensions['columns'] as readonly string[] | null;
    for (const column of columns ?? []) this.asked.add(column);
    return columns !== null;
  }
}
