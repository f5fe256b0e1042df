import type { Event } from '../events/event.entity.ts';
import { type Filter, maxDepth } from '../subscriptions/subscription.filter.ts';
import { type EventPayload, payloadOf } from '../channels/channel.ts';
import { Comparisons, conditionOf, maxComparisons, TooManyComparisons } from './filter-conditions.ts';

interface Verdict {
  readonly passes: boolean;
  /** Why the filter cannot be evaluated; null when it can. */
  readonly fault: string | null;
  /** Number of values compared. */
  readonly comparisons: number;
}

/** Evaluates a filter for an event. It never throws. */
export type FilterPredicate = (event: Event) => Verdict;

/** Compiles a filter; null passes every event. Compile once, evaluate many times. */
export function eventFilter(filter: Filter | null): FilterPredicate {
  if (filter === null) return () => ({ passes: true, fault: null, comparisons: 0 });
  let condition: ReturnType<typeof conditionOf> | null = null;
  return (event) => {
    const comparisons = new Comparisons();
    try {
      condition ??= conditionOf(filter);
      const passes = condition(payloadOf(event), comparisons);
      return { passes, fault: null, comparisons: comparisons.made };
    } catch (error) {
      return { passes: false, fault: faultOf(error), comparisons: comparisons.made };
    }
  };
}

/** The condition that an event does not meet, or why the filter cannot be evaluated; null when the event passes. */
export function unmetCondition(filter: Filter | null, event: Event): string | null {
  if (filter === null) return null;
  const { passes, fault } = eventFilter(filter)(event);
  if (passes || fault !== null) return fault;
  // The search evaluates the parts of the filter again, at most once for each level.
  return firstUnmet(filter, payloadOf(event), new Comparisons(maxComparisons * (maxDepth + 1)));
}

/** Uses the message of an expected error only, because others may contain values of the event. */
function faultOf(error: unknown): string {
  return error instanceof TooManyComparisons ? error.message : 'the filter cannot be evaluated for this event';
}

function firstUnmet(filter: Filter, payload: EventPayload, comparisons: Comparisons): string | null {
  const isMet = (part: Filter): boolean => conditionOf(part)(payload, comparisons);
  const [key, wanted] = Object.entries(filter).find(([name, value]) => !isMet({ [name]: value })) ?? [];
  if (key === undefined) return null;
  const members = wanted as readonly Filter[];
  const unmet = (member: Filter): string | null => firstUnmet(member, payload, comparisons);
  switch (key) {
    case '$and':
      return members.map(unmet).find((reason) => reason !== null) ?? null;
    case '$or':
      return `none of the ${members.length} filters in $or is met, the first because ${unmet(members[0] ?? {})}`;
    case '$nor':
      return `filter ${members.findIndex(isMet) + 1} in $nor is met`;
    default:
      return `${key} is ${shown(valueAt(payload, key.split('.')))}, the filter wants ${inWords(wanted)}`;
  }
}

/** The value at a path; for a list, the values at that path in its items. */
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

/** As JSON, cut to 100 characters, because data may be large. */
function shown(value: unknown): string {
  const beginning: unknown = Array.isArray(value) ? value.slice(0, 100) : value;
  return beginning === undefined ? 'missing' : JSON.stringify(beginning).slice(0, 100).toWellFormed();
}
