import type { Filter, FilterOperator } from '../subscriptions/subscription.filter.ts';

/** Most values that one filter is compared with in one event: the event may hold long lists, the filter 50 conditions. */
export const maxComparisons = 100_000;

/** A filter and an event need more comparisons than they may. */
export class TooManyComparisons extends Error {
  constructor() {
    super(`the filter needs more than ${maxComparisons.toLocaleString('en-US')} comparisons with this event`);
  }
}

/** Counts the comparisons of one filter with one event while they are made. */
export class Comparisons {
  made = 0;

  constructor(private readonly most = maxComparisons) {}

  /** @throws TooManyComparisons */
  count(): void {
    this.made += 1;
    if (this.made > this.most) throw new TooManyComparisons();
  }
}

/** Whether an event as it is sent meets a filter. @throws TooManyComparisons */
export type Condition = (payload: object, comparisons: Comparisons) => boolean;

/** A value with the key under which its owner has it. `isEnd`: it stands where the path ends, not where it breaks off. */
type Look = (value: unknown, key: string | number, owner: unknown, isEnd: boolean) => boolean;
/** Shows the values that stand at a path, until a look is enough. @returns whether one was */
type Walk = (look: Look) => boolean;
/** Whether what stands at a path is as an operator wants it. */
type Operator = (values: Walk, comparisons: Comparisons) => boolean;

/** Found once, rather than for each of a hundred thousand values. */
const { isArray } = Array;
const { hasOwn } = Object;

type Group = '$and' | '$or' | '$nor';
type Bound = string | number;

/** Prepares a filter. @throws Error for an operator that no filter may have */
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

/** A stored filter may be older or stranger than the check of those that come in. */
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

/** As MongoDB looks: on its way into each item of a list, unless the path names one, and at its end at the list too. */
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
  $gt: (bound: Bound) => ordered(bound, (value) => value > bound),
  $gte: (bound: Bound) => ordered(bound, (value) => value >= bound),
  $lt: (bound: Bound) => ordered(bound, (value) => value < bound),
  $lte: (bound: Bound) => ordered(bound, (value) => value <= bound),
  $exists: (wanted: boolean) => (values) =>
    values((_value, key, owner, isEnd) => isEnd && hasOwn(owner as object, key)) === wanted,
  $not: (wanted: unknown) => notAgain(operatorsOf(wanted)),
};

/** Whether one of the values is right. What a list does not have at an index is none of them. */
function anyValue(isRight: (value: unknown) => boolean): Operator {
  return (values) =>
    values((value, key, owner) => (typeof key === 'number' || !isArray(owner) || hasOwn(owner, key)) && isRight(value));
}

function equals(wanted: unknown): Operator {
  return anyValue((value) => isSame(value, wanted));
}

function isAmong(wanted: readonly unknown[]): Operator {
  const among = new Set(wanted);
  return anyValue((value) => among.has(value ?? null));
}

function ordered(bound: Bound, isRight: (value: Bound) => boolean): Operator {
  return anyValue((value) => typeof value === typeof bound && isRight(value as Bound));
}

/** A list has no member of a name that is no index, rather than null in its place. */
function differs(unwanted: unknown): Operator {
  return (values) =>
    !values((value, key, owner) => {
      const isNoMember = typeof key === 'string' && isArray(owner) && !(key in owner) && Number.isNaN(Number(key));
      return !isNoMember && isSame(value, unwanted);
    });
}

/** Not all of some operators, each of which looks into lists once more. */
function notAgain(inner: readonly Operator[]): Operator {
  return (values, comparisons) => {
    const again: Walk = (look) =>
      values((value, key, owner, isEnd) => showAt(value, [], 0, key, owner, isEnd, counted(look, comparisons)));
    return !inner.every((operator) => operator(again, comparisons));
  };
}

/** Null stands for what is missing as well. */
function isSame(value: unknown, wanted: unknown): boolean {
  return value === wanted || (wanted === null && value === undefined);
}
