import {
  type DocumentNode,
  type FieldNode,
  getDirectiveValues,
  GraphQLIncludeDirective,
  type GraphQLObjectType,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  GraphQLSkipDirective,
  isAbstractType,
  Kind,
  type SelectionNode,
  type SelectionSetNode,
  visit,
} from 'graphql';

export type Fragments = GraphQLResolveInfo['fragments'];
export type Variables = Readonly<Record<string, unknown>>;

/** The fragments of a document by their names. */
export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = definitions.filter((one) => one.kind === Kind.FRAGMENT_DEFINITION);
  return Object.fromEntries(fragments.map((fragment) => [fragment.name.value, fragment]));
}

/** The variables that decide with `@skip` and `@include` what a document selects. */
export function conditionsOf(document: DocumentNode): readonly string[] {
  const names = new Set<string>();
  visit(document, {
    Directive: ({ arguments: given = [] }) => {
      for (const { value } of given) if (value.kind === Kind.VARIABLE) names.add(value.name.value);
    },
  });
  return [...names];
}

/** What a selection is read with. */
export interface Document {
  readonly schema: GraphQLSchema;
  readonly fragments: Fragments;
  readonly variables: Variables;
}

/** The fields that selections have of one type, with those of its fragments, by their keys in the answer and in its order. */
export function selectedFields(
  sets: readonly SelectionSetNode[],
  type: GraphQLObjectType,
  { schema, fragments, variables }: Document,
): ReadonlyMap<string, readonly FieldNode[]> {
  const found = new Map<string, FieldNode[]>();
  const spread = new Set<string>();
  const collect = (node: SelectionNode): void => {
    if (!isIncluded(node, variables)) return;
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value;
      const known = found.get(key);
      if (known === undefined) found.set(key, [node]);
      else known.push(node);
      return;
    }
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      if (spread.has(node.name.value)) return;
      spread.add(node.name.value);
    }
    const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments[node.name.value];
    if (fragment === undefined || !appliesTo(type, fragment.typeCondition?.name.value, schema)) return;
    fragment.selectionSet.selections.forEach(collect);
  };
  for (const { selections } of sets) selections.forEach(collect);
  return found;
}

function isIncluded(node: SelectionNode, variables: Variables): boolean {
  if ((node.directives?.length ?? 0) === 0) return true;
  if (getDirectiveValues(GraphQLSkipDirective, node, variables)?.['if'] === true) return false;
  return getDirectiveValues(GraphQLIncludeDirective, node, variables)?.['if'] !== false;
}

function appliesTo(type: GraphQLObjectType, condition: string | undefined, schema: GraphQLSchema): boolean {
  if (condition === undefined || condition === type.name) return true;
  const named = schema.getType(condition);
  return isAbstractType(named) && schema.isSubType(named, type);
}
