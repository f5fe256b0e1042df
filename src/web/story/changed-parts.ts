import type { ContractDocument } from './answers.ts';

/** The parts in which a document differs from the one before: names of fields, and keys of tiers. */
export function changedParts(before: ContractDocument | null, after: ContractDocument): ReadonlySet<string> {
  if (before === null) return new Set();
  const [earlier, later] = [partsOf(before), partsOf(after)];
  return new Set(Object.keys({ ...earlier, ...later }).filter((part) => earlier[part] !== later[part]));
}

function partsOf({ tiers, ...document }: ContractDocument): Readonly<Record<string, string>> {
  const parts = [...Object.entries(document), ...tiers.map((tier) => [tier.tier, tier] as const)];
  return Object.fromEntries(parts.map(([part, value]) => [part, JSON.stringify(value)]));
}
