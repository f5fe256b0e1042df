import {
  type DocumentNode,
  type FieldNode,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  isObjectType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';

export type Fragments = GraphQLResolveInfo['fragments'];

/** The fragments of a document by their names. */
export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/**
 * The fields of a selection on one type, with those of its fragments, in the order of the answer and by their keys
 * there. Null where a directive, or the type of the object behind an interface, decides on more than one field.
 */
export function selectedFields(
  { selections }: SelectionSetNode,
  type: GraphQLObjectType | GraphQLInterfaceType,
  fragments: Fragments,
): ReadonlyMap<string, FieldNode> | null {
  const found = new Map<string, FieldNode>();
  const collect = (nodes: readonly SelectionNode[]): boolean =>
    nodes.every((node) => {
      if (node.kind === Kind.FIELD) return add(found, node);
      if ((node.directives?.length ?? 0) > 0) return false;
      const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value];
      if (fragment === undefined) return false;
      const condition = fragment.typeCondition?.name.value;
      if (appliesTo(type, condition)) return collect(fragment.selectionSet.selections);
      return isObjectType(type);
    });
  return collect(selections) ? found : null;
}

/** Validation has made sure that fields with one key are the same field with the same arguments. */
function add(found: Map<string, FieldNode>, node: FieldNode): boolean {
  const key = node.alias?.value ?? node.name.value;
  const known = found.get(key);
  if (known === undefined) {
    found.set(key, node);
    return true;
  }
  if ([known, node].some(({ directives }) => (directives?.length ?? 0) > 0)) return false;
  if (known.selectionSet === undefined || node.selectionSet === undefined) return true;
  const selections = [...known.selectionSet.selections, ...node.selectionSet.selections];
  found.set(key, { ...known, selectionSet: { kind: Kind.SELECTION_SET, selections } });
  return true;
}

function appliesTo(type: GraphQLObjectType | GraphQLInterfaceType, condition: string | undefined): boolean {
  if (condition === undefined || condition === type.name) return true;
  return type.getInterfaces().some(({ name }) => name === condition);
}
