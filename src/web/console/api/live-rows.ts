import { useEffect, useState } from 'preact/hooks';

/** What lists are sorted by: the newest first. */
interface Row {
  readonly id: string;
  readonly createdAt: string;
}

/** What a stream has sent since its list was read. */
export interface Changes<R extends Row> {
  readonly rows: ReadonlyMap<string, R>;
  readonly deleted: ReadonlySet<string>;
  /** How many snapshots came: behind each of them the list has to be read again. */
  readonly snapshotCount: number;
}

export const noChanges: Changes<never> = { rows: new Map<string, never>(), deleted: new Set(), snapshotCount: 0 };

/** Takes in a message of a stream. */
export function withChange<R extends Row>(
  before: Changes<R>,
  change: { readonly isSnapshot: boolean; readonly rows: readonly R[]; readonly deletedIds: readonly string[] },
): Changes<R> {
  if (change.isSnapshot) return { ...noChanges, snapshotCount: before.snapshotCount + 1 };
  const rows = new Map(before.rows);
  for (const row of change.rows) rows.set(row.id, row);
  for (const id of change.deletedIds) rows.delete(id);
  return { ...before, rows, deleted: new Set([...before.deleted, ...change.deletedIds]) };
}

/** A page as the API returns it. */
interface Page<R> {
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  readonly nodes: readonly R[];
}

/** The pages of a list that were read, in their order. A page that is read again takes the place of itself. */
export function usePages<R extends Row>(after: string | null, page: Page<R> | null | undefined): readonly Page<R>[] {
  const [pages, setPages] = useState<ReadonlyMap<string | null, Page<R>>>(new Map());
  useEffect(() => {
    if (page) setPages((before) => new Map(before).set(after, page));
  }, [after, page]);
  return [...pages.values()];
}

/**
 * The rows of the pages with what a stream has changed: rows that no longer fit the filters are left out, and new ones that do
 * are added. A row behind the last page that was read waits for its page.
 */
export function liveRows<R extends Row>(
  pages: readonly Page<R>[],
  changes: Changes<R>,
  fits: (row: R) => boolean,
): readonly R[] {
  const rows = new Map(pages.flatMap(({ nodes }) => nodes.map((row) => [row.id, row] as const)));
  const last = pages.at(-1);
  const oldest = last?.pageInfo.hasNextPage === true ? last.nodes.at(-1)?.createdAt : undefined;
  for (const [id, row] of changes.rows) {
    if (rows.has(id) || oldest === undefined || row.createdAt >= oldest) rows.set(id, row);
  }
  for (const id of changes.deleted) rows.delete(id);
  return [...rows.values()]
    .filter(fits)
    .toSorted((left, right) => (left.createdAt === right.createdAt ? 0 : left.createdAt < right.createdAt ? 1 : -1));
}
