/** A pattern is an event type, a prefix such as `contract.*` (at any depth below it), or `*` for all. */
export function matchesType(pattern: string, type: string): boolean {
  return patternsFor(type).includes(pattern);
}

/** Every pattern that matches a type, so that a database finds subscriptions by equality: `a.b` gives a.b, a.*, *. */
export function patternsFor(type: string): string[] {
  const parts = type.split('.');
  const prefixes = parts.slice(0, -1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
  return [type, ...prefixes, '*'];
}
