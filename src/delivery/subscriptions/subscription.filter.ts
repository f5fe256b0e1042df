import type { Fault } from '../../kit/core/index.ts';
import { escapeSegment, json, labelOf, type Rule, schemaCheck } from '../../kit/input/index.ts';

/** Conditions on an event payload in MongoDB's query syntax; all must be met. */
export type Filter = Readonly<Record<string, unknown>>;

/** Most conditions and characters of one filter: every event of the type is compared with it. */
const maxConditions = 50;
/** Most levels of nesting in one filter. */
export const maxDepth = 5;
const maxLength = 16_000;

const pathForm = /^(id|type|timestamp|deckId|data)(\.[A-Za-z0-9_-]+){0,9}$/;

const scalar = { type: ['string', 'number', 'boolean', 'null'], maxLength: 500 };
const ordered = { type: ['string', 'number'], maxLength: 500 };
const oneOfMany = { type: 'array', minItems: 1, maxItems: 100, items: scalar };

/** Every comparison operator with the check of its operand. */
const comparisons = {
  $eq: schemaCheck(scalar),
  $ne: schemaCheck(scalar),
  $gt: schemaCheck(ordered),
  $gte: schemaCheck(ordered),
  $lt: schemaCheck(ordered),
  $lte: schemaCheck(ordered),
  $in: schemaCheck(oneOfMany),
  $nin: schemaCheck(oneOfMany),
  $exists: schemaCheck({ type: 'boolean' }),
};
const operators = [...Object.keys(comparisons), '$not'].join(', ');

/** Operators whose operand is a list of filters. */
const groups = ['$and', '$or', '$nor'] as const;
const groupFaults = schemaCheck({ type: 'array', minItems: 1, maxItems: 20 });

/** Every operator of the filter syntax. */
export type FilterOperator = keyof typeof comparisons | (typeof groups)[number] | '$not';

/** Input rule of a filter: checks paths, operators, operands and size. */
export const filter: Rule = {
  ...json({
    description: `Conditions on the event payload, all of which must be met; null passes all events. Keys are paths that start with id, type, timestamp, deckId or data. Values are the expected value or operators (${operators}). ${groups.join(', ')} take lists of filters. Decimal text, as amounts are, is compared by its value. At most ${maxConditions} conditions.`,
    examples: [{ 'data.tier': { $in: ['better', 'best'] }, 'data.total': { $gte: 5_000 } }],
  }),
  check: (value: Filter, pointer: string) => {
    if (JSON.stringify(value).length > maxLength) {
      return [fault(pointer, 'length', `must be at most ${maxLength} characters of JSON`)];
    }
    const walk = new FilterWalk();
    walk.filter(value, pointer, 1);
    return walk.conditions > maxConditions
      ? [fault(pointer, 'length', `must have at most ${maxConditions} conditions, not ${walk.conditions}`)]
      : walk.faults;
  },
};

/** Walks a filter once, counts its conditions and collects the faults. */
class FilterWalk {
  readonly faults: Fault[] = [];
  conditions = 0;

  filter(value: unknown, pointer: string, depth: number): void {
    for (const [key, wanted, here] of this.#entries(value, pointer, depth)) {
      if (groups.some((group) => group === key)) this.#group(wanted, here, depth);
      else if (key.startsWith('$')) {
        this.#addFault(
          here,
          'unknown',
          `is not known here; there are ${groups.join(', ')} and paths such as data.tier`,
        );
      } else if (this.#isPath(key, here)) this.#wanted(key, wanted, here, depth);
    }
  }

  #group(members: unknown, pointer: string, depth: number): void {
    const faults = groupFaults(members, pointer);
    this.faults.push(...faults);
    if (faults.length > 0) return;
    (members as unknown[]).forEach((member, index) => this.filter(member, `${pointer}/${index}`, depth + 1));
  }

  #isPath(path: string, pointer: string): boolean {
    if (!pathForm.test(path)) {
      const form = 'must be 1 to 10 names of letters, digits, _ and - with dots between';
      this.#addFault(pointer, 'format', `${form}, the first one id, type, timestamp, deckId or data`);
      return false;
    }
    // Every object inherits these names.
    const inherited = path.split('.').find((name) => name in Object.prototype || name === 'prototype');
    if (inherited === undefined) return true;
    this.#addFault(pointer, 'unsafe', `must not go through ${inherited}`);
    return false;
  }

  #wanted(path: string, wanted: unknown, pointer: string, depth: number): void {
    if (Array.isArray(wanted)) {
      return this.#addFault(pointer, 'type', 'must be a value or operators, not a list: for one of several use $in');
    }
    if (typeof wanted !== 'object' || wanted === null) return this.#compare('$eq', wanted, pointer);
    const name = Object.keys(wanted).find((key) => !key.startsWith('$'));
    if (name === undefined) return this.#operators(wanted, pointer, depth);
    const dotted = `${path}.${name}`.slice(0, 100);
    this.#addFault(
      pointer,
      'type',
      `must be a value or operators, not an object: write the path with dots, "${dotted}"`,
    );
  }

  #operators(value: unknown, pointer: string, depth: number): void {
    for (const [operator, operand, here] of this.#entries(value, pointer, depth)) {
      if (operator === '$not') this.#operators(operand, here, depth + 1);
      else if (isComparison(operator)) this.#compare(operator, operand, here);
      else this.#addFault(here, 'unknown', `is no operator here; there are ${operators}`);
    }
  }

  #compare(operator: keyof typeof comparisons, operand: unknown, pointer: string): void {
    this.conditions += 1;
    this.faults.push(...comparisons[operator](operand, pointer));
  }

  /** The entries of an object with their pointers; empty, with a fault, for a value that is not allowed here. */
  #entries(value: unknown, pointer: string, depth: number): [key: string, value: unknown, pointer: string][] {
    const entries = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : null;
    if (entries === null) this.#addFault(pointer, 'type', 'must be an object');
    else if (entries.length === 0) this.#addFault(pointer, 'length', 'must not be empty: null means no filter');
    else if (depth > maxDepth) this.#addFault(pointer, 'length', `must not be nested deeper than ${maxDepth} levels`);
    else return entries.map(([key, item]: [string, unknown]) => [key, item, `${pointer}/${escapeSegment(key)}`]);
    return [];
  }

  #addFault(pointer: string, code: Fault['code'], rule: string): void {
    this.faults.push(fault(pointer, code, rule));
  }
}

function isComparison(operator: string): operator is keyof typeof comparisons {
  return Object.hasOwn(comparisons, operator);
}

function fault(pointer: string, code: Fault['code'], rule: string): Fault {
  return { pointer, code, detail: `${labelOf(pointer)} ${rule}.` };
}
