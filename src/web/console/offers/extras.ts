import equal from 'fast-deep-equal';
import { type Offer, rowsOf, textOf, type Tier, type TierKey, tiersOf, withValue } from './offer.ts';

/** An add-on or a financing plan, and the tiers that have it. */
export interface Extra {
  readonly row: Tier;
  readonly tiers: readonly TierKey[];
}

/** The two lists of tiers that an author sees as one list of the offer. */
export type ExtraList = 'addOns' | 'financing';

/** Add-ons are one by their key; plans have no name and are one by all that they say. */
const isSame = (list: ExtraList, one: Tier, other: Tier): boolean =>
  list === 'addOns' ? one['key'] === other['key'] : equal(one, other);

/** What the tiers of an offer have in a list, each once. */
export function extrasOf(offer: Offer, list: ExtraList): Extra[] {
  const extras: { row: Tier; tiers: TierKey[] }[] = [];
  for (const key of tiersOf(offer)) {
    for (const row of rowsOf(offer[key]?.[list])) {
      const known = extras.find((extra) => isSame(list, extra.row, row));
      if (known === undefined) extras.push({ row, tiers: [key] });
      else if (!known.tiers.includes(key)) known.tiers.push(key);
    }
  }
  return extras;
}

/** Changes an extra in all tiers that have it. */
export function withExtra(offer: Offer, list: ExtraList, before: Tier, part: Tier): Offer {
  return inEachTier(offer, list, (rows) => rows.map((row) => (isSame(list, row, before) ? { ...row, ...part } : row)));
}

export function withoutExtra(offer: Offer, list: ExtraList, extra: Tier): Offer {
  return inEachTier(offer, list, (rows) => rows.filter((row) => !isSame(list, row, extra)));
}

/** Gives an extra to these tiers, and takes it from the others. */
export function withExtraIn(offer: Offer, list: ExtraList, extra: Tier, tiers: readonly TierKey[]): Offer {
  return inEachTier(offer, list, (rows, key) => {
    const hasIt = rows.some((row) => isSame(list, row, extra));
    if (tiers.includes(key)) return hasIt ? rows : [...rows, extra];
    return rows.filter((row) => !isSame(list, row, extra));
  });
}

function inEachTier(
  offer: Offer,
  list: ExtraList,
  change: (rows: readonly Tier[], key: TierKey) => readonly Tier[],
): Offer {
  const changed = tiersOf(offer).map((key) => {
    const tier = offer[key] ?? {};
    return [key, withValue(tier, list, change(rowsOf(tier[list]), key))] as const;
  });
  return { ...offer, ...Object.fromEntries(changed) };
}

/** A key that no add-on of the offer has. It names the add-on in choices and contracts, and never changes. */
export function newKey(offer: Offer): string {
  const known = new Set(extrasOf(offer, 'addOns').map(({ row }) => textOf(row['key'])));
  for (let count = known.size + 1; ; count += 1) if (!known.has(`add-on-${count}`)) return `add-on-${count}`;
}

/** Whether a row of a list has all that the API requires. */
function isComplete(list: ExtraList, row: Tier): boolean {
  const needed = { addOns: ['label', 'amount'], financing: ['provider', 'annualPercent', 'months'] }[list];
  return needed.every((name) => textOf(row[name]).trim() !== '');
}

/** Where an extra stands first: its JSON Pointer in the offer, and in what is previewed of it. */
export function placesOf(offer: Offer, list: ExtraList, { row, tiers }: Extra): { place: string; previewed: string } {
  const key = tiers[0] ?? 'good';
  const rows = rowsOf(offer[key]?.[list]);
  const index = rows.findIndex((one) => isSame(list, one, row));
  const finished = rows.slice(0, index).filter((one) => isComplete(list, one)).length;
  return { place: `/${key}/${list}/${index}`, previewed: `/${key}/${list}/${finished}` };
}

/** The offer without its unfinished rows, which cannot be stored: somebody who adds one still sees prices. */
export function previewable(offer: Offer): Offer {
  const tiers = tiersOf(offer).map((key) => {
    const tier = offer[key] ?? {};
    const finished = (list: ExtraList): readonly Tier[] => rowsOf(tier[list]).filter((row) => isComplete(list, row));
    const lists = ['addOns', 'financing'] as const;
    return [key, lists.reduce((part, list) => withValue(part, list, finished(list)), tier)] as const;
  });
  return { ...offer, ...Object.fromEntries(tiers) };
}
