import type { Filter, FilterOperator } from '../subscriptions/subscription.filter.ts';
import { type Bound, isOneOf, orderTo } from './filter-order.ts';

/** Most comparisons of one filter with one event: an event may have long lists, a filter 50 conditions. */
export const maxComparisons = 100_000;

/** Thrown when a filter needs more than `maxComparisons` for one event. */
export class TooManyComparisons extends Error {
  constructor() {
    super(`the filter needs more than ${maxComparisons.toLocaleString('en-US')} comparisons with this event`);
  }
}

/** Counts the comparisons of one filter with one event. */
export class Comparisons {
  made = 0;

  constructor(private readonly most = maxComparisons) {}

  /** @throws TooManyComparisons */
  count(): void {
    this.made += 1;
    if (this.made > this.most) throw new TooManyComparisons();
  }
}

/** Whether a payload meets a filter. @throws TooManyComparisons */
export type Condition = (payload: object, comparisons: Comparisons) => boolean;

/** Visits a value with its key and owner. `isEnd`: the path ends here; otherwise it is cut off by a missing value. */
type Look = (value: unknown, key: string | number, owner: unknown, isEnd: boolean) => boolean;
/** Visits the values at a path until a visit returns true. @returns whether one did */
type Walk = (look: Look) => boolean;
/** Whether the values at a path meet an operator. */
type Operator = (values: Walk, comparisons: Comparisons) => boolean;

/** Looked up once instead of for each of a hundred thousand values. */
const { isArray } = Array;
const { hasOwn } = Object;

type Group = '$and' | '$or' | '$nor';

/** Compiles a filter. @throws Error for an unknown operator */
export function conditionOf(filter: Filter): Condition {
  return every(
    Object.entries(filter).map(([key, wanted]) => {
      if (!key.startsWith('$')) return atPath(key.split('.'), operatorsOf(wanted));
      return named(groups, key)((wanted as readonly Filter[]).map(conditionOf));
    }),
  );
}

const groups: Record<Group, (members: readonly Condition[]) => Condition> = {
  $and: every,
  $or: some,
  $nor: (members) => not(some(members)),
};

/** Looks up an operator. A stored filter may be older than today's input check, or edited in the database. */
function named<Entry>(entries: Readonly<Record<string, Entry>>, name: string): Entry {
  const entry = hasOwn(entries, name) ? entries[name] : undefined;
  if (entry === undefined) throw new Error('a filter has an unknown operator');
  return entry;
}

function every(members: readonly Condition[]): Condition {
  return (payload, comparisons) => members.every((member) => member(payload, comparisons));
}

function some(members: readonly Condition[]): Condition {
  return (payload, comparisons) => members.some((member) => member(payload, comparisons));
}

function not(condition: Condition): Condition {
  return (payload, comparisons) => !condition(payload, comparisons);
}

function atPath(path: readonly string[], operators: readonly Operator[]): Condition {
  return (payload, comparisons) => {
    const values: Walk = (look) => showAt(payload, path, 0, '', undefined, true, counted(look, comparisons));
    return operators.every((operator) => operator(values, comparisons));
  };
}

function counted(look: Look, comparisons: Comparisons): Look {
  return (value, key, owner, isEnd) => {
    comparisons.count();
    return look(value, key, owner, isEnd);
  };
}

/** Walks as MongoDB does: into each item of a list, unless the path names an index, and at the end the list itself. */
function showAt(
  value: unknown,
  path: readonly string[],
  depth: number,
  key: string | number,
  owner: unknown,
  isEnd: boolean,
  look: Look,
): boolean {
  const name = path[depth];
  if (isArray(value) && (name === undefined || (Number.isNaN(Number(name)) && !hasOwn(value, name)))) {
    for (let index = 0; index < value.length; index += 1) {
      if (showAt(value[index], path, depth, index, value, isEnd, look)) return true;
    }
  }
  if (name === undefined) return look(value, key, owner, depth > 0 || isEnd);
  if (value === null || value === undefined) return look(value, key, owner, false);
  return showAt((value as Record<string, unknown>)[name], path, depth + 1, name, value, true, look);
}

function operatorsOf(wanted: unknown): Operator[] {
  if (typeof wanted !== 'object' || wanted === null) return [equals(wanted)];
  return Object.entries(wanted).map(([name, operand]) => named(operators, name)(operand as never));
}

const operators: Record<Exclude<FilterOperator, Group>, (operand: never) => Operator> = {
  $eq: equals,
  $ne: differs,
  $in: isAmong,
  $nin: (wanted: readonly unknown[]) => notAgain([isAmong(wanted)]),
  $gt: (bound: Bound) => ordered(bound, (order) => order > 0),
  $gte: (bound: Bound) => ordered(bound, (order) => order >= 0),
  $lt: (bound: Bound) => ordered(bound, (order) => order < 0),
  $lte: (bound: Bound) => ordered(bound, (order) => order <= 0),
  $exists: (wanted: boolean) => (values) =>
    values((_value, key, owner, isEnd) => isEnd && hasOwn(owner as object, key)) === wanted,
  $not: (wanted: unknown) => notAgain(operatorsOf(wanted)),
};

/** Whether one of the values matches. A missing index of a list is not a value. */
function anyValue(isRight: (value: unknown) => boolean): Operator {
  return (values) =>
    values((value, key, owner) => (typeof key === 'number' || !isArray(owner) || hasOwn(owner, key)) && isRight(value));
}

function equals(wanted: unknown): Operator {
  return isAmong([wanted]);
}

/** Null is also a missing value. */
function isAmong(wanted: readonly unknown[]): Operator {
  return anyValue(isOneOf(wanted));
}

function ordered(bound: Bound, isRight: (order: number) => boolean): Operator {
  const order = orderTo(bound);
  return anyValue((value) => {
    const found = order(value);
    return found !== null && isRight(found);
  });
}

/** For a name that is not an index, a list has no value, not null. */
function differs(unwanted: unknown): Operator {
  const isSame = isOneOf([unwanted]);
  return (values) =>
    !values((value, key, owner) => {
      const isNoMember = typeof key === 'string' && isArray(owner) && !(key in owner) && Number.isNaN(Number(key));
      return !isNoMember && isSame(value);
    });
}

/** Whether not all operators are met. Each of them looks into lists again. */
function notAgain(inner: readonly Operator[]): Operator {
  return (values, comparisons) => {
    const again: Walk = (look) =>
      values((value, key, owner, isEnd) => showAt(value, [], 0, key, owner, isEnd, counted(look, comparisons)));
    return !inner.every((operator) => operator(again, comparisons));
  };
}
