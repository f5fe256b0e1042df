/** What the selection below a field costs for one object, and the arguments that the field has. */
interface Asked {
  readonly childComplexity: number;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The price of a field, in objects that it may make: `complexity` of its declaration takes it. */
export type FieldPrice = (asked: Asked) => number;

/**
 * A list that takes no `first` costs as much as with the items that it has as a rule; the budget counts those it has.
 *
 * @param each what one item costs beside what is asked of it
 */
export function listOf(items: number, each = 1): FieldPrice {
  return ({ childComplexity }) => items * (each + childComplexity);
}

/** A list with an item for each item of an argument; one that is longer than `most` is refused by the field itself. */
export function listAsLongAs(argument: string, most: number, each = 1): FieldPrice {
  return ({ args, childComplexity }) => {
    const given = args[argument];
    return Math.min(Array.isArray(given) ? given.length : 1, most) * (each + childComplexity);
  };
}

interface PagePrice {
  /** Items without a `first`. */
  readonly unlessTold: number;
  /** What a `first` may say. */
  readonly most: number;
  /** What one item costs beside what is asked of it: nothing where that names the list of items. */
  readonly each?: number;
  /** What the field costs beside its items. */
  readonly work?: number;
}

/**
 * A field with as many items as its argument `first` says. What it may not say is refused by the field itself, and
 * does not lower the price of the others.
 */
export function pageOf({ unlessTold, most, each = 0, work = 1 }: PagePrice): FieldPrice {
  return ({ args: { first }, childComplexity }) => {
    const items = typeof first === 'number' ? Math.min(Math.max(first, 1), most) : unlessTold;
    return work + items * (each + childComplexity);
  };
}
