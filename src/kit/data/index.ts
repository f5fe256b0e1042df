// The face of data: rows, transactions, jobs and what is kept with them.
export {
  attribute,
  type Attribute,
  attributeNames,
  attributes,
  type Attributes,
  isPersonalised,
  isNarrated,
  isTranslated,
  type PersonalisedNames,
  type Wording,
} from './attributes/attribute.ts';
export { withEmpties } from './attributes/with-empties.ts';
export { copied, type Copied, driftingOf, isCopied, seenByGuests } from './attributes/copies.ts';
export { createOf, type TranslationOf, translationOf, updateOf } from './attributes/inputs.ts';
export { translationViewOf, viewOf } from './attributes/kinds.ts';
export { answerOf, rowOf, type RowOf, structureOf, translatedOf } from './attributes/rows.ts';
export {
  shown,
  shownFile,
  shownJson,
  shownJsonOrNull,
  shownLinkOrNull,
  shownList,
  shownOrNull,
  shownPart,
  shownPartOrNull,
  shownTyped,
  shownTypedOrNull,
} from './attributes/shown.ts';
export {
  type Field,
  flag,
  id,
  integer,
  json,
  list,
  named,
  type NamedSchema,
  nested,
  nullable,
  oneOf,
  problem,
  signedLink,
  text,
  time,
  view,
  type View,
} from './attributes/view.ts';
export { AuditLog, type AuditTrail, entriesText, entriesWithin, type StatedChange } from './audit/audit-log.ts';
export { AuditedChange, TouchedObjects } from './audit/touched.ts';
export { type Ask, BackupError, countTables, type DatabaseDump } from './backup/database-dump.ts';
export { dumpEmbedded, loadEmbedded } from './backup/embedded-dump.ts';
export {
  dumpPostgres,
  loadPostgres,
  loadScripts,
  lookAt,
  putAside,
  takeBack,
  withDatabaseBeside,
} from './backup/postgres-dump.ts';
export { BaseEntity, EditableEntity } from './base.entity.ts';
export { countFrom, countRows, mostCounted } from './counts.ts';
export { type ExpectedTag, type ExpectedVersion, requireTag, requireVersion, touch } from './row-version.ts';
export { databaseTime, fromNow } from './clock.ts';
export { constantStatement } from './constant-statement.ts';
export type { Capabilities } from './connections/capabilities.ts';
export type { DatabaseConnection, PoolUse } from './connections/connection.ts';
export { embeddedConnection, openDatabase } from './connections/open-database.ts';
export { OutageRetry } from './connections/outage-retry.ts';
export { planAnew } from './connections/plan-anew.ts';
export { applicationName } from './connections/postgres.ts';
export { withNext } from './connections/with-next.ts';
export { hostOf } from './connections/wait-for-database.ts';
export { isOutage, isTransactionConflict, toAppError } from './database-errors.ts';
export { firstOf, listLength, maxListed } from './first-rows.ts';
export { eraseResults } from './idempotency/erase-results.ts';
export { IdempotencyKey } from './idempotency/idempotency-key.entity.ts';
export { keepResult, type Keyed, keyedRequest, pruneKeys } from './idempotency/keyed-request.ts';
export { type InnerPage, pagesOf } from './inner-pages.ts';
export { Batcher } from './jobs/batcher.ts';
export type { MakeBus } from './jobs/bus.ts';
export { notedReason } from './jobs/job-failure.ts';
export { JobQueue } from './jobs/job-queue.ts';
export { traceMember } from './jobs/job-trace.ts';
export { NatsBus, wakeUpSubject } from './jobs/nats-bus.ts';
export { PostgresBus } from './jobs/postgres-bus.ts';
export { deadJobQueue, type JobKind, type JobOptions, type JobSignals, type Task } from './jobs/task.ts';
export { type Hint, WakeUps } from './jobs/wake-ups.ts';
export { WorkLoop } from './jobs/work-loop.ts';
export { Node, withoutEdges } from './node.ts';
export { logFailure } from './log-failure.ts';
export type { WriteRows } from './last-rows.ts';
export { foreignCursor, Keyset, ListOrder, orderByText, readPlace } from './list-order.ts';
export { ProblemType } from './problem.types.ts';
export { migrate, newerMigration, openOrm, pendingMigrations } from './orm.ts';
export {
  type CountedPage,
  deepPageSize,
  defaultPageSize,
  Edge,
  innerPageSize,
  isWhole,
  maxPageSize,
  type Page,
  pageBytes,
  type PageRequest,
  pageSize,
  portionPage,
  selectPage,
  selectPageParts,
  toPage,
  wholePage,
} from './page.ts';
export { type MakeScope, type Permit, Policy, requireScope } from './policy.ts';
export { type Portion, selectPortion, selectSmallPortion, selectWhole } from './portions.ts';
export { charge, DayQuota, nextDay } from './quotas/day-quota.ts';
export { Gate } from './quotas/gate.ts';
export { holderName } from './quotas/holder-name.ts';
export { Misses } from './quotas/misses.ts';
export { openAccount } from './quotas/open-account.ts';
export { pruneQuotas } from './quotas/prune-quotas.ts';
export { QuotaUse } from './quotas/quota-use.entity.ts';
export { type Quota, QuotaPeriod, type Use } from './quotas/quota.ts';
export { RateCount } from './quotas/rate-count.entity.ts';
export { type Account, pointsOf, Rates } from './quotas/rates.ts';
export { pruneCounts, SharedCounts } from './quotas/shared-counts.ts';
export {
  allOf,
  type Batch,
  byId,
  byName,
  type Columns,
  type Part,
  readOne,
  type RowBatch,
  select,
  selectOne,
  where,
} from './reads.ts';
export { readEqual } from './shared-reads.ts';
export { Readers } from './readers.ts';
export { readOnReplica } from './replica-reads.ts';
export { addRows, insertAll, lockRow, lockRowShared, newRow, removeRow, updateAll, updateRow } from './row-changes.ts';
export { lockKey, tryLock } from './row-lock.ts';
export { mayBeLarge } from './row-size.ts';
export { inTransaction, type RequestScope, type TransactionScope } from './scope.ts';
export { longestSearch, searchConditions } from './search.ts';
export { takeTurn } from './start-turn.ts';
export { timeConditions, type TimeRange } from './time-range.ts';
export { columnsOf, unnestColumns, unnestRows } from './unnest-rows.ts';
