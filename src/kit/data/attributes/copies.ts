import { described } from '../../input/index.ts';
import { type Attribute, type Attributes, attributeNames, type NamesWith } from './attribute.ts';

type CopiedNames<Set> = { [Name in keyof Set]: Set[Name] extends { copied: false } ? never : Name }[keyof Set];

export type Copied<Set extends Attributes> = Pick<Set, CopiedNames<Set>>;

/** The attributes of a copy for a homeowner: placeholders are filled in, and nothing is given by clients. */
export function copied<Set extends Attributes>(set: Set): Copied<Set> {
  const entries = Object.entries(set).flatMap(([name, one]) => {
    if (one.copied === false) return [];
    const { personalised: _filled, translated: _translated, empty: _empty, default: _default, ...kept } = one;
    const description = one.copied?.description;
    if (description === undefined) return [[name, kept] as const];
    return [[name, { ...kept, rule: described(one.rule, description) }] as const];
  });
  return Object.fromEntries(entries) as Copied<Set>;
}

/** Those of the attributes that the guest of a link sees. */
export function seenByGuests<Set extends Attributes>(set: Set): Pick<Set, NamesWith<Set, { guestsSee: true }>> {
  const entries = Object.entries(set).filter(([, one]) => one.guestsSee === true);
  return Object.fromEntries(entries) as Pick<Set, NamesWith<Set, { guestsSee: true }>>;
}

export function isCopied({ copied: copy }: Attribute): boolean {
  return copy !== false;
}

/** The attributes whose copies are compared with the original. */
export function driftingOf<Set extends Attributes>(set: Set): (keyof Set & string)[] {
  return attributeNames(set, ({ copied: copy }) => copy !== false && copy?.drifts !== false);
}
