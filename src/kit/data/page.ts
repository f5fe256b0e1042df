import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { RawBuilder } from 'kysely';
import { invalidField } from '../core/index.ts';
import { countRows } from './counts.ts';
import { Keyset, type Listed, type ListOrder, type UsualOrder } from './list-order.ts';
import { type Portion, selectSmallPortion } from './portions.ts';
import type { Columns, Part } from './reads.ts';

/** Items of a page when the request has no limit. */
export const defaultPageSize = 50;
/**
 * Items of a page within each item of a list, when the request has no limit: a list of pages of a list of pages
 * would be more than an operation may cost.
 */
export const innerPageSize = 20;
/** The same of what belongs to a presentation, which is itself in a page within an item of a list. */
export const deepPageSize = 5;
/** Most items of a page. */
export const maxPageSize = 200;

/** A page ends early with the row that makes it as large, in bytes. */
export const pageBytes = 1_048_576;

/** The page to read. `first` is `limit` in REST. */
export interface PageRequest {
  readonly first?: number | null | undefined;
  readonly after?: string | null | undefined;
}

/** A part of a list, with the cursor of each of its items. */
export interface Page<T> {
  readonly edges: readonly Edge<T>[];
  readonly hasNextPage: boolean;
}

/** An item of a page, and the cursor behind it: most requests show the cursor of the last item alone, or none. */
export class Edge<T> {
  readonly #makeCursor: () => string;

  constructor(
    readonly node: T,
    makeCursor: () => string,
  ) {
    this.#makeCursor = makeCursor;
  }

  get cursor(): string {
    return this.#makeCursor();
  }

  /** Shows the item in another form. */
  with<Shown>(node: Shown): Edge<Shown> {
    return new Edge(node, this.#makeCursor);
  }
}

/** A page of a list that can be counted. */
export interface CountedPage<T> extends Page<T> {
  /** Counts the items of all pages, `mostCounted` at most: for those who request it. */
  readonly countAll: () => Promise<number>;
}

/** How many items a page may have. @throws AppError `INVALID_INPUT` outside 1 to `maxPageSize` */
export function pageSize({ first }: PageRequest): number {
  if (first === undefined || first === null) return defaultPageSize;
  if (Number.isInteger(first) && first >= 1 && first <= maxPageSize) return first;
  throw invalidField('/first', 'range', `A page has from 1 to ${maxPageSize} items.`);
}

/** Reads a page of a list ordered by age. */
export async function selectPage<T extends Listed>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  conditions: readonly RawBuilder<unknown>[],
  request: PageRequest,
  order: UsualOrder = 'oldest first',
): Promise<CountedPage<T>> {
  return (await selectPageParts(em, entity, null, { conditions, request, order })) as CountedPage<T>;
}

interface Listing {
  readonly conditions: readonly RawBuilder<unknown>[];
  readonly request: PageRequest;
  /** The usual order of the list. */
  readonly order?: UsualOrder;
  /** The order that its request names. */
  readonly orderBy?: ListOrder | null | undefined;
}

/** The same, without the large columns that nobody requests. */
export async function selectPageParts<T extends Listed>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  asked: Columns,
  { conditions, request, order = 'oldest first', orderBy }: Listing,
): Promise<CountedPage<Part<T>>> {
  const keyset = new Keyset(order, orderBy);
  const portion = await selectSmallPortion(em, entity, asked, {
    conditions: [...conditions, ...keyset.after(request.after)],
    order: keyset.order,
    limit: pageSize(request),
    bytes: pageBytes,
  });
  // What the cursor names is small, and read always.
  const page = portionPage(portion, (row) => keyset.cursorOf(row as T));
  return { ...page, countAll: () => countRows(em, entity, conditions) };
}

export function portionPage<T>({ rows, hasMore }: Portion<T>, cursorOf: (row: T) => string): Page<T> {
  return { edges: rows.map((node) => new Edge(node, () => cursorOf(node))), hasNextPage: hasMore };
}

/** Whether all rows of a list are wanted, not a page of them. */
export function isWhole({ first, after }: PageRequest): boolean {
  return first === undefined && after === undefined;
}

/** Gives a list that was read to its end as its only page: nobody continues it. */
export function wholePage<T>(rows: readonly T[]): Page<T> {
  return portionPage({ rows, hasMore: false }, () => '');
}

/** Makes a page from rows read with one row too many, which shows whether a next page exists. */
export function toPage<T>(rows: readonly T[], size: number, cursorOf: (row: T) => string): Page<T> {
  return portionPage({ rows: rows.slice(0, size), hasMore: rows.length > size }, cursorOf);
}
