import type { CancellationRule, UpdateDeckInput } from '../api/schema.graphql.ts';
import type { Stored } from '../drafts/use-draft.ts';
import type { DeckSettingsFragment } from './deck-settings.graphql.ts';

/** A default value of a placeholder, in the order in which it is shown. */
export interface Variable {
  readonly name: string;
  readonly value: string;
  /** Whether it was stored as a number: texts write those as their language does, such as 1,200. */
  readonly isNumber: boolean;
}

export interface Cancellation {
  readonly rule: CancellationRule;
  readonly days: number | string | null;
  readonly sellerName: string;
  readonly sellerAddress: string;
}

/** The settings of a deck as they are edited: blank texts stand for none. */
export interface Settings {
  readonly name: string;
  readonly description: string;
  readonly brandName: string;
  readonly currency: string;
  readonly defaultLanguage: string;
  readonly timeZone: string;
  readonly variables: readonly Variable[];
  readonly color: string;
  readonly logo: string | null;
  readonly rightToCancel: Cancellation | null;
  readonly isEngagementTracked: boolean;
  readonly embedOrigins: readonly string[];
}

export const labels: Readonly<Record<keyof Settings, string>> = {
  name: 'Name',
  description: 'Description',
  brandName: 'Company',
  currency: 'Currency',
  defaultLanguage: 'Language',
  timeZone: 'Time zone',
  variables: 'Values of placeholders',
  color: 'Color',
  logo: 'Logo',
  rightToCancel: 'Right to cancel',
  isEngagementTracked: 'Keep what homeowners watch',
  embedOrigins: 'Sites that may embed it',
};

export function storedOf(deck: DeckSettingsFragment): Stored<Settings> {
  const { rightToCancel } = deck;
  return {
    version: deck.version,
    value: {
      name: deck.name,
      description: deck.description ?? '',
      brandName: deck.brandName ?? '',
      currency: deck.currency,
      defaultLanguage: deck.defaultLanguage,
      timeZone: deck.timeZone ?? '',
      variables: Object.entries(deck.variables).map(([name, value]) => ({
        name,
        value: String(value),
        isNumber: typeof value === 'number',
      })),
      color: deck.brand?.color ?? '',
      logo: deck.brand?.logo ?? null,
      rightToCancel: rightToCancel && {
        rule: rightToCancel.rule,
        days: rightToCancel.days,
        sellerName: rightToCancel.sellerName ?? '',
        sellerAddress: rightToCancel.sellerAddress,
      },
      isEngagementTracked: deck.isEngagementTracked,
      embedOrigins: deck.embedOrigins ?? [],
    },
  };
}

/** The input for the fields that have changed. */
export function inputOf(changes: Partial<Settings>, { color, logo }: Settings): UpdateDeckInput {
  const { name, description, brandName, currency, defaultLanguage, timeZone } = changes;
  const { variables, rightToCancel, isEngagementTracked, embedOrigins } = changes;
  const optional = (text: string): string | null => (text.trim() === '' ? null : text);
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description: optional(description) }),
    ...(brandName !== undefined && { brandName: optional(brandName) }),
    ...(currency !== undefined && { currency }),
    ...(defaultLanguage !== undefined && { defaultLanguage }),
    ...(timeZone !== undefined && { timeZone: optional(timeZone) }),
    ...(variables !== undefined && { variables: Object.fromEntries(givenOf(variables).map(entryOf)) }),
    // Replaced as a whole.
    ...(('color' in changes || 'logo' in changes) && {
      brand: color === '' && logo === null ? null : { color: optional(color), logo },
    }),
    ...(rightToCancel !== undefined && { rightToCancel: rightToCancel && cancellationInput(rightToCancel) }),
    ...(isEngagementTracked !== undefined && { isEngagementTracked }),
    ...(embedOrigins !== undefined && { embedOrigins: embedOrigins.length === 0 ? null : embedOrigins }),
  };
}

function cancellationInput({ rule, days, sellerName, sellerAddress }: Cancellation) {
  return {
    rule,
    // A text that is no number is refused by the server, with the rule for it.
    days: rule === 'CALENDAR_DAYS' ? (days as number | null) : null,
    sellerName: sellerName.trim() === '' ? null : sellerName,
    sellerAddress,
  };
}

/** Rows without a name and a value are not there yet. */
const givenOf = (variables: readonly Variable[]): Variable[] =>
  variables.filter(({ name, value }) => name.trim() !== '' || value !== '');

function entryOf({ name, value, isNumber }: Variable): readonly [string, string | number] {
  const number = Number(value);
  return [name.trim(), isNumber && value.trim() !== '' && Number.isFinite(number) ? number : value];
}

/** What is wrong with the names of variables, by row: an object has each name once. */
export function nameFaults(variables: readonly Variable[]): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  variables.forEach(({ name, value }, index) => {
    const trimmed = name.trim();
    if (trimmed === '' && value !== '') faults.set(index, 'Give the name of the placeholder.');
    const isRepeated = variables.findIndex((one) => one.name.trim() === trimmed) < index;
    if (trimmed !== '' && isRepeated) faults.set(index, 'Another row has this name: each name has one value.');
  });
  return faults;
}

/** A value, for somebody who chooses between two. */
export function shown(field: keyof Settings, value: Settings[keyof Settings]): string {
  if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return 'None';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'logo') return 'Another picture';
  if (field === 'variables') return (value as readonly Variable[]).map((one) => `${one.name}: ${one.value}`).join('\n');
  if (field === 'embedOrigins') return (value as readonly string[]).join('\n');
  if (typeof value === 'object') {
    const { rule, days, sellerName, sellerAddress } = value as Cancellation;
    const counted = rule === 'CALENDAR_DAYS' ? `${days ?? 14} calendar days` : 'Three business days';
    return [counted, sellerName, sellerAddress].filter((one) => one !== '').join('\n');
  }
  return value;
}
