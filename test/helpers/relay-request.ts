import {
  type FieldNode,
  type FragmentDefinitionNode,
  getNamedType,
  getNullableType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isCompositeType,
  isListType,
  isObjectType,
  Kind,
  parse,
  type SelectionSetNode,
  valueFromASTUntyped,
} from 'graphql';
import type { ConcreteRequest, NormalizationSelection } from 'relay-runtime';

/**
 * Compiles a query without variables for relay-runtime. Relay's own compiler is a native program that reads source
 * files; what it writes for such a query is this same list of fields.
 */
export function relayRequest(schema: GraphQLSchema, text: string): ConcreteRequest {
  const { definitions } = parse(text);
  const fragments = new Map(
    definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
  const operation = definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);
  const query = schema.getQueryType();
  if (operation === undefined || !query) throw new Error(`No query: ${text}`);
  const selections = selectionsOf(operation.selectionSet, query, { schema, fragments });
  const name = operation.name?.value ?? 'Unnamed';
  const shared = { name, argumentDefinitions: [], selections };
  return {
    kind: 'Request',
    fragment: { kind: 'Fragment', type: 'Query', abstractKey: null, metadata: null, ...shared },
    operation: { kind: 'Operation', ...shared },
    params: { id: null, cacheID: name, metadata: {}, name, operationKind: 'query', text },
  } as unknown as ConcreteRequest;
}

interface Source {
  readonly schema: GraphQLSchema;
  readonly fragments: ReadonlyMap<string, FragmentDefinitionNode>;
}

/** @param parent null below an interface, of which only the fields that all objects have are asked for */
function selectionsOf(
  { selections }: SelectionSetNode,
  parent: GraphQLObjectType | null,
  source: Source,
): NormalizationSelection[] {
  return selections.flatMap((selection): NormalizationSelection[] => {
    if (selection.kind === Kind.FIELD) return [fieldOf(selection, parent, source)];
    const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : source.fragments.get(selection.name.value);
    const type = source.schema.getType(fragment?.typeCondition?.name.value ?? '');
    if (fragment === undefined || !isObjectType(type)) throw new Error('A fragment is on one type of object');
    const inner = selectionsOf(fragment.selectionSet, type, source);
    return type === parent
      ? inner
      : [{ kind: 'InlineFragment', type: type.name, abstractKey: null, selections: inner }];
  });
}

function fieldOf(
  { name: { value: name }, alias, arguments: given = [], selectionSet }: FieldNode,
  parent: GraphQLObjectType | null,
  source: Source,
): NormalizationSelection {
  const args = given.map((arg) => ({
    kind: 'Literal' as const,
    name: arg.name.value,
    value: valueFromASTUntyped(arg.value),
  }));
  const field = { alias: alias?.value ?? null, args: args.length === 0 ? null : args, name, storageKey: null };
  const type = parent?.getFields()[name]?.type;
  const of = type === undefined ? undefined : getNamedType(type);
  if (type === undefined || selectionSet === undefined || !isCompositeType(of))
    return { kind: 'ScalarField', ...field };
  const object = isObjectType(of) ? of : null;
  return {
    kind: 'LinkedField',
    ...field,
    concreteType: object?.name ?? null,
    plural: isListType(getNullableType(type)),
    selections: selectionsOf(selectionSet, object, source),
  };
}
