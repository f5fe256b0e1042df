import { type RawBuilder, sql } from 'kysely';
import { registerEnumType } from 'type-graphql';
import { type AppError, invalidField } from '../core/index.ts';

/** The orders of lists whose request may name one. */
export const ListOrder = {
  CREATED_ASC: 'created_asc',
  CREATED_DESC: 'created_desc',
  UPDATED_ASC: 'updated_asc',
  UPDATED_DESC: 'updated_desc',
} as const;
/** A value of `ListOrder`, as REST and cursors name it. */
export type ListOrder = (typeof ListOrder)[keyof typeof ListOrder];
registerEnumType(ListOrder, {
  name: 'ListOrder',
  description: 'The order of a list. A cursor continues in the order in which it was given.',
  valuesConfig: {
    CREATED_ASC: { description: 'Oldest first.' },
    CREATED_DESC: { description: 'Newest first.' },
    UPDATED_ASC: {
      description: 'The longest unchanged first. What changes while pages are read comes again at the end.',
    },
    UPDATED_DESC: {
      description: 'The last changed first. What changes while pages are read moves before them.',
    },
  },
});

/** What `orderBy` is, in both APIs. @param usual the order without it */
export function orderByText(usual: string): string {
  return `The order; by default ${usual}. Continue with the same order: a cursor of another one is refused.`;
}

/** The order of a list whose request names none. */
export type UsualOrder = 'oldest first' | 'newest first';

/** What cursors need of a row. */
export interface Listed {
  readonly id: string;
  readonly createdAt: Date;
  /** Where the list may be ordered by it. */
  readonly updatedAt?: Date;
}

const usualOrders = { 'oldest first': ListOrder.CREATED_ASC, 'newest first': ListOrder.CREATED_DESC } as const;

/** The order of a list by a time, with the id as tie-break, so that no item is seen twice or skipped. */
export class Keyset {
  readonly #order: ListOrder;
  readonly #usual: ListOrder;

  constructor(usual: UsualOrder, orderBy?: ListOrder | null) {
    this.#usual = usualOrders[usual];
    this.#order = orderBy ?? this.#usual;
  }

  get #isByCreation(): boolean {
    return this.#order === ListOrder.CREATED_ASC || this.#order === ListOrder.CREATED_DESC;
  }

  get #column(): RawBuilder<unknown> {
    return this.#isByCreation ? sql`created_at` : sql`updated_at`;
  }

  get #isAscending(): boolean {
    return this.#order === ListOrder.CREATED_ASC || this.#order === ListOrder.UPDATED_ASC;
  }

  /** The SQL order. */
  get order(): RawBuilder<unknown> {
    return this.#isAscending ? sql`${this.#column}, id` : sql`${this.#column} desc, id desc`;
  }

  /** The cursor of a row. It names its order, unless that is the usual one of the list. */
  cursorOf({ id, createdAt, updatedAt }: Listed): string {
    const time = this.#isByCreation ? createdAt : updatedAt;
    const place = `${time?.toISOString()} ${id}`;
    return Buffer.from(this.#order === this.#usual ? place : `${this.#order} ${place}`).toString('base64url');
  }

  /** The condition that skips what came before a cursor. @throws AppError `INVALID_INPUT` for one of another list or order */
  after(cursor: string | null | undefined): RawBuilder<unknown>[] {
    if (cursor === undefined || cursor === null) return [];
    const text = Buffer.from(cursor, 'base64url').toString();
    const named = Object.values(ListOrder).find((order) => text.startsWith(`${order} `));
    const { time, id } = readPlace(named === undefined ? text : text.slice(named.length + 1));
    if ((named ?? this.#usual) !== this.#order) throw cursorOfOrder(named ?? this.#usual);
    const behind = this.#isAscending ? sql`>` : sql`<`;
    return [sql`(${this.#column}, id) ${behind} (${time}::timestamptz, ${id}::uuid)`];
  }
}

/** The time and id in the text of a cursor. @throws AppError `INVALID_INPUT` for the text of a foreign cursor */
export function readPlace(text: string): { readonly time: string; readonly id: string } {
  const [, time, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/.exec(text) ?? [];
  if (time === undefined || id === undefined || Number.isNaN(Date.parse(time))) throw foreignCursor();
  return { time, id };
}

/** The refusal of a cursor that the list did not give. */
export function foreignCursor(): AppError {
  return invalidField('/after', 'format', 'after must be a cursor that this list gave.');
}

function cursorOfOrder(order: ListOrder): AppError {
  const detail = `after must be a cursor of the order that is requested, and this one is of ${order}: continue with orderBy ${order}, or begin without after.`;
  return invalidField('/after', 'format', detail);
}
