/** One row of the builder. */
export interface Condition {
  readonly path: string;
  readonly operator: Operator;
  /** As it is typed. */
  readonly value: string;
}

/** What the builder shows of a filter. */
export interface Conditions {
  /** Whether all conditions must be met, or one of them. */
  readonly joiner: 'all' | 'any';
  readonly conditions: readonly Condition[];
}

export type Filter = Readonly<Record<string, unknown>>;

/** Operators of the filter language, as people say them. */
export const operators = {
  $eq: 'is',
  $ne: 'is not',
  $gt: 'is more than',
  $gte: 'is at least',
  $lt: 'is less than',
  $lte: 'is at most',
  $in: 'is one of',
  $nin: 'is none of',
  exists: 'is there',
  missing: 'is missing',
} as const;
export type Operator = keyof typeof operators;

/** Whether an operator needs a value. */
export const takesValue = (operator: Operator): boolean => operator !== 'exists' && operator !== 'missing';

/** How the value of a field is written in a filter. */
export type ValueKind = 'text' | 'number' | 'boolean' | 'any';

/** The filter that stands for the conditions; null without any. @param kindOf the kind of the value at a path */
export function filterOf({ joiner, conditions }: Conditions, kindOf: (path: string) => ValueKind): Filter | null {
  const filters = conditions
    .filter(({ path }) => path.trim() !== '')
    .map(({ path, operator, value }) => ({ [path.trim()]: wanted(operator, value, kindOf(path.trim())) }));
  const [first] = filters;
  if (first === undefined) return null;
  if (filters.length === 1) return first;
  if (joiner === 'any') return { $or: filters };
  const paths = new Set(filters.flatMap((filter) => Object.keys(filter)));
  return paths.size === filters.length
    ? Object.fromEntries(filters.flatMap((filter) => Object.entries(filter)))
    : { $and: filters };
}

function wanted(operator: Operator, value: string, kind: ValueKind): unknown {
  switch (operator) {
    case 'exists':
      return { $exists: true };
    case 'missing':
      return { $exists: false };
    case '$eq':
      return read(value, kind);
    case '$in':
    case '$nin':
      return { [operator]: value.split(',').map((one) => read(one, kind)) };
    default:
      return { [operator]: read(value, kind) };
  }
}

/** A typed value. One of an unknown kind is what it looks like. */
function read(typed: string, kind: ValueKind): unknown {
  const text = typed.trim();
  if (kind === 'text') return text;
  if (kind !== 'number' && (text === 'true' || text === 'false')) return text === 'true';
  if (kind === 'any' && text === 'null') return null;
  const number = Number(text);
  return text !== '' && kind !== 'boolean' && Number.isFinite(number) ? number : text;
}

/** The conditions that a filter stands for; null where the builder has no form for it. */
export function conditionsOf(filter: Filter | null): Conditions | null {
  if (filter === null) return { joiner: 'all', conditions: [] };
  const { $or: any, $and: all, ...rest } = filter;
  const isAlone = Object.keys(filter).length === 1;
  if (Array.isArray(any)) return isAlone ? joined('any', any as Filter[]) : null;
  if (Array.isArray(all)) return isAlone ? joined('all', all as Filter[]) : null;
  return joined(
    'all',
    Object.entries(rest).map(([path, value]) => ({ [path]: value })),
  );
}

function joined(joiner: Conditions['joiner'], filters: readonly Filter[]): Conditions | null {
  const conditions: Condition[] = [];
  for (const filter of filters) {
    const entries = Object.entries(filter);
    // Members of $or with several conditions need brackets, which the builder has not.
    if (joiner === 'any' && entries.length !== 1) return null;
    for (const [path, value] of entries) {
      const found = path.startsWith('$') ? null : conditionsAt(path, value);
      if (found === null || (joiner === 'any' && found.length !== 1)) return null;
      conditions.push(...found);
    }
  }
  return { joiner, conditions };
}

function conditionsAt(path: string, value: unknown): Condition[] | null {
  if (typeof value !== 'object' || value === null) return [{ path, operator: '$eq', value: String(value) }];
  const conditions: Condition[] = [];
  for (const [operator, operand] of Object.entries(value)) {
    if (operator === '$exists') conditions.push({ path, operator: operand === true ? 'exists' : 'missing', value: '' });
    else if (!Object.hasOwn(operators, operator)) return null;
    else conditions.push({ path, operator: operator as Operator, value: String(operand) });
  }
  return conditions;
}
