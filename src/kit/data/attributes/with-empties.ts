import { type Attributes, newEmpty } from './attribute.ts';

/** The given values, with the empty value of an attribute in place of null where it has one. */
export function withEmpties<Set extends Attributes, Given extends object>(
  set: Set,
  given: Given,
): {
  [Name in keyof Given]: Set[Name & keyof Set] extends { empty: unknown } ? Exclude<Given[Name], null> : Given[Name];
} {
  const entries = Object.entries(given).map(([name, value]: [string, unknown]) => {
    const empty = set[name]?.empty;
    return [name, value === null && empty !== undefined ? newEmpty(empty) : value] as const;
  });
  return Object.fromEntries(entries) as ReturnType<typeof withEmpties<Set, Given>>;
}
