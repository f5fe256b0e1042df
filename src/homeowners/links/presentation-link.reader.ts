import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import {
  readOne,
  byId,
  type DatabaseConnection,
  type CountedPage,
  type PageRequest,
  pagesOf,
  type RequestScope,
  select,
  selectOne,
  selectPage,
} from '../../kit/data/index.ts';
import { readPresentation } from '../../presentations/presentations/presentation.reader.ts';
import { PresentationLink } from './presentation-link.entity.ts';

/** Batch for the DataLoader: links in the order of their ids, null where there is none. */
export const linksById = byId(PresentationLink);

/** A page of a presentation's links, newest first. @throws AppError `NOT_FOUND` for an unknown presentation */
export async function listLinks(
  scope: RequestScope,
  presentationId: string,
  page: PageRequest,
): Promise<CountedPage<PresentationLink>> {
  const { id } = await readPresentation(scope, presentationId);
  return selectPage(scope.em, PresentationLink, [sql`presentation_id = ${id}`], page, 'newest first');
}

/** Batch for the DataLoader: pages of the links of many presentations, newest first. */
export const linkPages = pagesOf(PresentationLink, {
  column: 'presentation_id',
  keyOf: ({ presentationId }) => presentationId,
  order: 'newest first',
});

/** All links of a presentation, oldest first: `mostLinks` at most. */
export async function linksOf(em: SqlEntityManager, presentationId: string): Promise<PresentationLink[]> {
  return select(em, PresentationLink, sql`where presentation_id = ${presentationId} order by created_at, id`);
}

/** Reads one link. @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when the id is no UUID */
export function readLink({ em }: RequestScope, linkId: string): Promise<PresentationLink> {
  return readOne(em, linksById, linkId, { noun: 'link', parameter: 'linkId' });
}

/** Finds the link of a token by the part of it that is no secret. */
export async function findLink(em: SqlEntityManager, lookup: string): Promise<PresentationLink | null> {
  return selectOne(em, PresentationLink, sql`where lookup = ${lookup}`);
}

/**
 * A number that rises when a link is revoked, or its rights change: the sum of the times when either last happened, in
 * milliseconds since 1970. Read on a connection of the queue, as for keys.
 */
export async function readLinkRevision({ db }: DatabaseConnection['queue']): Promise<number> {
  const newest = (column: string) =>
    `(select coalesce(floor(extract(epoch from max(${column})) * 1000)::float8, 0) from presentation_link)`;
  const { rows } = await db.executeSql(`select ${newest('revoked_at')} + ${newest('rights_changed_at')} as at`, []);
  return (rows as { at: number }[])[0]?.at ?? 0;
}
