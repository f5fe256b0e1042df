import type { PlaceholderValue } from '../../engines/template/placeholder-filters.ts';
import { isJsonObject } from '../../kit/core/index.ts';
import { isDecimalText } from '../../kit/input/index.ts';
import type { EventPayload } from '../channels/channel.ts';
import { plainLine } from './plain-line.ts';

type Data = EventPayload['data'];

/** Most characters of one text, and most items of one list, that a mail quotes of an event. */
const longestText = 2_000;
const mostItems = 50;

const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)$/;
/** Members that are amounts in the `currency` of the same data. */
const amounts: ReadonlySet<string> = new Set(['total', 'subtotal', 'amount', 'price', 'deposit']);
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

/** A value of an event's data as people read it; null for what is none to them. */
export type EventValue = string | number | { readonly amount: string; readonly currency: string } | Date | null;

/** Reads a member of the data, of which a client may have published any. */
export function eventValue(data: Data, member: string): EventValue {
  const value = Object.hasOwn(data, member) ? data[member] : null;
  const amount = amounts.has(member) ? amountIn(data, value) : null;
  if (amount !== null) return amount;
  if (typeof value === 'string') return timeIn(value) ?? value.slice(0, longestText);
  if (typeof value === 'number') return value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? listed(value) : null;
}

/** The same by a dotted path. */
export function eventValueAt(data: Data, path: readonly string[]): EventValue {
  const [member = '', ...rest] = path;
  if (rest.length === 0) return eventValue(data, member);
  const inner = Object.hasOwn(data, member) ? data[member] : null;
  return isJsonObject(inner) ? eventValueAt(inner, rest) : null;
}

/** As templates take it. @param dayOf the day of a time in the zone of the mail */
export function placeholderValue(value: EventValue, dayOf: (time: Date) => string): PlaceholderValue {
  if (typeof value === 'number') return { bare: value };
  return value instanceof Date ? { day: dayOf(value) } : value;
}

/** `viewerCount` in words, `Viewer count`. Null for a name that is not one word of a program. */
export function labelFor(member: string): string | null {
  if (!/^[\p{L}][\p{L}\p{N}_]{0,39}$/u.test(member)) return null;
  const words = member
    .replace(/^is(?=\p{Lu})/u, '')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .replaceAll('_', ' ')
    .trim()
    .toLowerCase();
  return words === '' ? null : words.charAt(0).toUpperCase() + words.slice(1);
}

function amountIn(data: Data, value: unknown): EventValue {
  const { currency } = data;
  const amount = typeof value === 'number' && Number.isFinite(value) ? String(value) : value;
  if (typeof amount !== 'string' || amount.length > 40 || !isDecimalText(amount)) return null;
  return typeof currency === 'string' && currencies.has(currency) ? { amount, currency } : null;
}

function timeIn(text: string): Date | null {
  if (!time.test(text)) return null;
  const moment = new Date(text);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

function listed(items: readonly unknown[]): string | null {
  const texts = items
    .slice(0, mostItems)
    .flatMap((item) => (typeof item === 'string' || typeof item === 'number' ? [plainLine(String(item), 100)] : []));
  return texts.length === 0 ? null : texts.join(', ').slice(0, longestText);
}
