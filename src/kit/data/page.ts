import type { EntityClass } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { type RawBuilder, sql } from 'kysely';
import { type AppError, invalidField } from '../core/index.ts';
import { type Portion, selectSmallPortion } from './portions.ts';
import type { Columns, Part } from './reads.ts';

/** Items of a page when the request has no limit. */
export const defaultPageSize = 50;
/**
 * Items of a page within each item of a list, when the request has no limit: a list of pages of a list of pages
 * would be more than an operation may cost.
 */
export const innerPageSize = 20;
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

/** An item of a page, and the cursor behind it. */
export interface Edge<T> {
  readonly cursor: string;
  readonly node: T;
}

type Listed = { id: string; createdAt: Date };

/** How many items a page may have. @throws AppError `INVALID_INPUT` outside 1 to `maxPageSize` */
export function pageSize({ first }: PageRequest): number {
  if (first === undefined || first === null) return defaultPageSize;
  if (Number.isInteger(first) && first >= 1 && first <= maxPageSize) return first;
  throw invalidField('/first', 'range', `A page has from 1 to ${maxPageSize} items.`);
}

/** Reads a page of a list ordered by age, with the id as tie-break, so that no item is seen twice or skipped. */
export async function selectPage<T extends Listed>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  conditions: readonly RawBuilder<unknown>[],
  request: PageRequest,
  order: 'oldest first' | 'newest first' = 'oldest first',
): Promise<Page<T>> {
  return (await selectPageParts(em, entity, null, { conditions, request, order })) as Page<T>;
}

interface Listing {
  readonly conditions: readonly RawBuilder<unknown>[];
  readonly request: PageRequest;
  readonly order?: 'oldest first' | 'newest first';
}

/** The same, without the large columns that nobody requests. */
export async function selectPageParts<T extends Listed>(
  em: SqlEntityManager,
  entity: EntityClass<T>,
  asked: Columns,
  { conditions, request, order = 'oldest first' }: Listing,
): Promise<Page<Part<T>>> {
  const portion = await selectSmallPortion(em, entity, asked, {
    conditions: [...conditions, ...afterCursor(request, order)],
    order: inOrder(order),
    limit: pageSize(request),
    bytes: pageBytes,
  });
  // What the cursor names is small, and read always.
  return portionPage(portion, (row) => ageCursor(row as Listed));
}

export function portionPage<T>({ rows, hasMore }: Portion<T>, cursorOf: (row: T) => string): Page<T> {
  return { edges: rows.map((node) => ({ cursor: cursorOf(node), node })), hasNextPage: hasMore };
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

/** The cursor of a row in a list ordered by age. */
export function ageCursor({ createdAt, id }: Listed): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

/** The SQL order of a list by age, with the id as tie-break. */
export function inOrder(order: 'oldest first' | 'newest first'): RawBuilder<unknown> {
  return order === 'oldest first' ? sql`created_at, id` : sql`created_at desc, id desc`;
}

/** The condition that skips what came before a cursor. @throws AppError `INVALID_INPUT` for a foreign cursor */
export function afterCursor({ after }: PageRequest, order: 'oldest first' | 'newest first'): RawBuilder<unknown>[] {
  if (after === undefined || after === null) return [];
  const { createdAt, id } = readAge(Buffer.from(after, 'base64url').toString());
  const behind = order === 'oldest first' ? sql`>` : sql`<`;
  return [sql`(created_at, id) ${behind} (${createdAt}::timestamptz, ${id}::uuid)`];
}

/** The age and id in the text of a cursor. @throws AppError `INVALID_INPUT` for the text of a foreign cursor */
export function readAge(text: string): { readonly createdAt: string; readonly id: string } {
  const [, createdAt, id] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) ([0-9a-f-]{36})$/.exec(text) ?? [];
  if (createdAt === undefined || id === undefined || Number.isNaN(Date.parse(createdAt))) throw foreignCursor();
  return { createdAt, id };
}

/** The refusal of a cursor that the list did not give. */
export function foreignCursor(): AppError {
  return invalidField('/after', 'format', 'after must be a cursor that this list gave.');
}
