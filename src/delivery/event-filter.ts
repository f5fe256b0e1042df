import sift from 'sift';
import type { Event } from '../events/event.entity.ts';
import type { Filter, FilterOperator } from '../modules/subscriptions/subscription.filter.ts';
import { type EventPayload, payloadOf } from './channels/channel.ts';

const { $and, $eq, $exists, $gt, $gte, $lt, $lte, $ne, $nor, $not, $or } = sift;
type OperationOptions = Parameters<typeof $eq>[2];

/** As sift's own, but with one look-up for all values: an event may hold lists of hundreds of thousands. */
function $in(values: readonly unknown[], owner: Filter, options: OperationOptions): ReturnType<typeof $eq> {
  const wanted = new Set(values);
  return $eq((value: unknown) => wanted.has(value ?? null), owner, options);
}

function $nin(values: readonly unknown[], owner: Filter, options: OperationOptions): ReturnType<typeof $not> {
  return $not({ $in: values }, owner, options, '$not');
}

/** All that a stored filter can run: sift knows more, such as $where and $regex, only when they are handed to it. */
const operations = {
  $and,
  $eq,
  $exists,
  $gt,
  $gte,
  $in,
  $lt,
  $lte,
  $ne,
  $nin,
  $nor,
  $not,
  $or,
} satisfies Record<FilterOperator, unknown>;

/** Prepares the test by which events pass a subscription's filter. Prepare once, test many. */
export function eventFilter(filter: Filter | null): (event: Event) => boolean {
  if (filter === null) return () => true;
  const matches = prepared(filter);
  return (event) => matches(payloadOf(event));
}

/** Says which condition of a filter an event does not meet; null when it meets all. */
export function unmetCondition(filter: Filter | null, event: Event): string | null {
  return filter === null ? null : firstUnmet(filter, payloadOf(event));
}

function prepared(filter: Filter): (payload: EventPayload) => boolean {
  // An object that GraphQL reads from the text of a query has no prototype, which sift relies on.
  return sift.createQueryTester<EventPayload, unknown>(structuredClone(filter), { operations });
}

function firstUnmet(filter: Filter, payload: EventPayload): string | null {
  const [key, wanted] = Object.entries(filter).find(([name, value]) => !prepared({ [name]: value })(payload)) ?? [];
  if (key === undefined) return null;
  const members = wanted as readonly Filter[];
  switch (key) {
    case '$and':
      return members.map((member) => firstUnmet(member, payload)).find((reason) => reason !== null) ?? null;
    case '$or':
      return `none of the ${members.length} filters in $or is met, the first because ${firstUnmet(members[0] ?? {}, payload)}`;
    case '$nor':
      return `filter ${members.findIndex((member) => prepared(member)(payload)) + 1} in $nor is met`;
    default:
      return `${key} is ${shown(valueAt(payload, key.split('.')))}, the filter wants ${inWords(wanted)}`;
  }
}

/** What stands at a path; of a list, what stands there in each of its items. */
function valueAt(value: unknown, path: readonly string[]): unknown {
  const [name, ...rest] = path;
  if (name === undefined || value === null || value === undefined) return value;
  if (Object.hasOwn(value, name)) return valueAt((value as Record<string, unknown>)[name], rest);
  return Array.isArray(value) ? value.flatMap((item) => valueAt(item, path) ?? []) : undefined;
}

function inWords(wanted: unknown): string {
  if (typeof wanted !== 'object' || wanted === null) return shown(wanted);
  return Object.entries(wanted)
    .map(([operator, operand]) => `${operator} ${shown(operand)}`)
    .join(' and ');
}

/** As JSON, cut where it is long: a data set may be large. */
function shown(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 100).toWellFormed();
}
