import { isGiven } from '../../kit/core/index.ts';
import { sql } from 'kysely';
import {
  type CountedPage,
  type PageRequest,
  type RequestScope,
  selectPage,
  timeConditions,
  type TimeRange,
} from '../../kit/data/index.ts';
import { AuditEntry, type AuditResult } from './audit-entry.entity.ts';
import { type ChainLine, chainLines } from './chain-lines.ts';

/** Selects entries of the audit log. An absent or null member selects all. */
export interface AuditFilter extends TimeRange {
  /** The id of a key, or `environment`. */
  readonly key?: string | null | undefined;
  readonly operation?: string | null | undefined;
  /** The id of an object that the entry names. */
  readonly objectId?: string | null | undefined;
  readonly result?: AuditResult | null | undefined;
}

/** A page of the audit log, newest first. */
export async function listAuditEntries(
  { em }: RequestScope,
  page: PageRequest,
  { key, operation, objectId, result, ...range }: AuditFilter,
): Promise<CountedPage<AuditEntry>> {
  const conditions = [
    ...(isGiven(key) ? [sql`key = ${key}`] : []),
    ...(isGiven(operation) ? [sql`operation = ${operation}`] : []),
    ...(isGiven(objectId) ? [sql`objects @> ${JSON.stringify([{ objectId }])}::jsonb`] : []),
    ...(isGiven(result) ? [sql`result = ${result}`] : []),
    ...timeConditions(sql`created_at`, range),
  ];
  return selectPage(em, AuditEntry, conditions, page, 'newest first');
}

/** All entries that have a place in the chain, behind a number. That they are taken out is an entry itself. */
export async function exportAudit({ em, trail }: RequestScope, after: number): Promise<AsyncGenerator<ChainLine>> {
  await trail?.read(em);
  return chainLines(em, after);
}
