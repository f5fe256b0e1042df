import { isJsonObject } from '../json-object.ts';

/** What the selection below a field costs for one object, and the arguments that the field has. */
interface PricedSelection {
  readonly childComplexity: number;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The price of a field, in objects that it may make: `complexity` of its declaration takes it. */
export type FieldPrice = (asked: PricedSelection) => number;

/**
 * The price of a list without `first`: that of its usual number of items. The budget counts the actual ones.
 *
 * @param each what one item costs beside its selected fields
 */
export function listOf(items: number, each = 1): FieldPrice {
  return ({ childComplexity }) => items * (each + childComplexity);
}

/**
 * A list with an item for each item of a list that is given. The field itself rejects more than `most`.
 *
 * @param list the name of an argument, or its member, such as `input.events`
 */
export function listAsLongAs(list: string, most: number, each = 1): FieldPrice {
  const path = list.split('.');
  return ({ args, childComplexity }) => {
    const given = path.reduce<unknown>((value, name) => (isJsonObject(value) ? value[name] : undefined), args);
    return Math.min(Array.isArray(given) ? given.length : 1, most) * (each + childComplexity);
  };
}

interface PagePrice {
  /** Items without a `first`. */
  readonly usual: number;
  /** The largest `first`. */
  readonly most: number;
  /** The price of one item beside its selection: 0 where the selection names the list of items. */
  readonly each?: number;
  /** The price of the field beside its items. */
  readonly work?: number;
}

/**
 * A field with as many items as its argument `first`. A value outside its limits is rejected by the field itself, and does
 * not lower the price of other fields.
 */
export function pageOf({ usual, most, each = 0, work = 1 }: PagePrice): FieldPrice {
  return ({ args: { first }, childComplexity }) => {
    const items = typeof first === 'number' ? Math.min(Math.max(first, 1), most) : usual;
    return work + items * (each + childComplexity);
  };
}
