import { getNamedType, type GraphQLOutputType, isObjectType, Kind, type SelectionSetNode } from 'graphql';
import type { Fragments } from './compiled/selected-fields.ts';

/** Marks a field of a page that counts the whole list. */
export const isCounted = { isCounted: true } as const;

/** What a count costs in objects. It is that of the list, however few items its page has. */
const priceOfCount = 100;

/** The price of the count of a list, where the selection of its page requests it, in skipped fields too. */
export function countPrice(
  type: GraphQLOutputType,
  selection: SelectionSetNode | undefined,
  fragments: Fragments,
): number {
  const named = getNamedType(type);
  if (!isObjectType(named)) return 0;
  const counted = Object.values(named.getFields()).find(({ extensions }) => extensions['isCounted'] === true);
  return counted !== undefined && selects(selection, counted.name, fragments, new Set()) ? priceOfCount : 0;
}

function selects(
  { selections }: Pick<SelectionSetNode, 'selections'> = { selections: [] },
  field: string,
  fragments: Fragments,
  spread: Set<string>,
): boolean {
  return selections.some((selection) => {
    if (selection.kind === Kind.FIELD) return selection.name.value === field;
    if (selection.kind === Kind.INLINE_FRAGMENT) return selects(selection.selectionSet, field, fragments, spread);
    const name = selection.name.value;
    if (spread.has(name)) return false;
    spread.add(name);
    return selects(fragments[name]?.selectionSet, field, fragments, spread);
  });
}
