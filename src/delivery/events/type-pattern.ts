/** Whether a pattern matches a type: an exact type, a prefix such as `contract.*` (any depth below it), or `*`. */
export function matchesType(pattern: string, type: string): boolean {
  return patternsFor(type).includes(pattern);
}

/** Every pattern that matches a type, so that SQL finds subscriptions by equality: `a.b` gives `a.b`, `a.*`, `*`. */
export function patternsFor(type: string): string[] {
  const parts = type.split('.');
  const prefixes = parts.slice(0, -1).map((_, index) => `${parts.slice(0, index + 1).join('.')}.*`);
  return [type, ...prefixes, '*'];
}
