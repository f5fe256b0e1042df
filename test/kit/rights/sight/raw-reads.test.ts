import { describe, expect, test } from '@jest/globals';
import { files, sourceOf } from '../../../../scripts/structure.js';

const systemWork = 'work of the product itself, which no client sees';
const fromSeenRow = 'starts at a row that the caller sees';

/**
 * Files whose SQL names tables, and why they need no `visibleRows`; also how often, where clients use them. A statement
 * that a client may cause takes its rows from there.
 */
const known: Readonly<Record<string, string | readonly [times: number, why: string]>> = {
  'authoring/decks/touch-deck.ts': [1, 'updates the row that it has locked among the visible ones'],
  'authoring/images/prune-images.ts': systemWork,
  'composition/backup/manifest.ts': [2, 'counts what a backup holds, for who owns the database'],
  'composition/backup/proof.ts': [3, 'proves a restored database, for who owns it'],
  'composition/inspect-receivers.ts': [2, 'connects to receivers, for who owns the database'],
  'contracts/contracts/contract-count.reader.ts': [1, 'for metrics, which count rows and show none'],
  'delivery/backlog/backlog.reader.ts': [9, 'for administrators, who are not limited, and metrics'],
  'delivery/dead-jobs/dead-job.reader.ts': [5, 'begins with visibleJobs, or was read by it'],
  'delivery/dead-notices/dead-notices.ts': systemWork,
  'delivery/deliveries/attempt-feed.ts': [6, 'narrows or completes attempts that are seen'],
  'delivery/deliveries/erase-answers.ts': systemWork,
  'delivery/deliveries/prune-deliveries.ts': systemWork,
  'delivery/dispatch/attempt-log.ts': systemWork,
  'delivery/dispatch/health.ts': systemWork,
  'delivery/dispatch/lane-leases.ts': systemWork,
  'delivery/dispatch/ping.ts': [1, fromSeenRow],
  'delivery/dispatch/replay-order.ts': systemWork,
  'delivery/dispatch/replay.task.ts': systemWork,
  'delivery/dispatch/replay.ts': systemWork,
  'delivery/dispatch/spending.ts': systemWork,
  'delivery/events/event-log.ts': [1, 'gives the positions of events that the caller has recorded or read'],
  'delivery/events/retention.ts': systemWork,
  'delivery/fan-out/fan-out-queue.ts': [8, 'system work, and a retry of a row that the caller sees'],
  'delivery/fan-out/listeners.ts': systemWork,
  'delivery/fan-out/new-deliveries.ts': systemWork,
  'delivery/fan-out/recover.ts': [2, fromSeenRow],
  'delivery/playground/playground.service.ts': [3, 'counts rows of one key; and system work'],
  'delivery/playground/request-keeper.ts': systemWork,
  'delivery/statistics/statistics-worker.ts': systemWork,
  'delivery/subscriptions/subscription-quota.ts': [1, 'counts rows of one key, or of all for administrators'],
  'homeowners/links/erased-link.reader.ts': [3, 'system work, and a look-up id that only the holder of the link knows'],
  'homeowners/links/presentation-link.reader.ts': 'reads when a link was last revoked, and nothing of it',
  'homeowners/privacy/erase-events.ts': systemWork,
  'homeowners/privacy/erase-traces.task.ts': systemWork,
  'homeowners/privacy/privacy.service.ts': [1, 'deletes rows that it has locked, and therefore seen'],
  'kit/data/idempotency/erase-results.ts': systemWork,
  'kit/data/idempotency/keyed-request.ts': 'rows are found by the key of their client',
  'kit/data/jobs/job-queue.ts': systemWork,
  'kit/data/jobs/nats-bus.ts': systemWork,
  'kit/data/jobs/postpone.ts': systemWork,
  'kit/data/log-functions.ts': systemWork,
  'kit/data/quotas/day-quota.ts': [2, 'counts of one key, or of all for administrators'],
  'kit/data/quotas/prune-quotas.ts': systemWork,
  'kit/data/quotas/shared-counts.ts': systemWork,
  'kit/live/log-order.ts': [1, 'reads when an epoch began'],
  'kit/live/resolve-cursor.ts': [2, 'gives the place of a cursor, nothing of its event'],
  'presentations/presentations/narration-state.ts': [2, fromSeenRow],
  'presentations/recordings/named-images.ts': [1, systemWork],
  'trust/audit/chain-lines.ts': 'for callers that are not limited',
  'trust/audit/chain.ts': 'system work, and the end of the chain for callers that are not limited',
  'trust/audit/prune-audit.ts': systemWork,
  'trust/audit/verify.ts': systemWork,
  'trust/keys/api-key.reader.ts': 'finds the key of a caller, before there is a sight',
  'trust/keys/api-key.service.ts': 'for administrators, who are not limited',
  'trust/sessions/session.service.ts': 'rows of the session of the request',
};

/** Files that name a table by its entity, and why. */
const dynamic: Readonly<Record<string, string>> = {
  'authoring/decks/deck-size.ts': 'measures the rows of a deck that the caller has locked or read',
  'kit/data/first-rows.ts': 'names what visibleRows gives',
  'kit/data/inner-pages.ts': 'names what visibleRows gives',
  'kit/data/row-changes.ts': 'writes rows that the caller adds, or has read under a lock',
  'kit/data/reads.ts': 'names what visibleRows gives',
  'kit/live/sequenced-logs.ts': 'names the tables of positions, which say nothing of their rows',
  'kit/rights/visible-rows.ts': 'is what all others use',
  'presentations/presentations/presentation-part.reader.ts':
    'deletes parts of a presentation that the caller has locked',
};

const snapshot = JSON.parse(sourceOf('kit/data/migrations/schema.json')) as { tables: { name: string }[] };
const tables = [...snapshot.tables.map(({ name }) => name), String.raw`pgboss\.job`];
const namesTable = new RegExp(String.raw`\b(?:from|join|update) (?:${tables.join('|')})\b`, 'g');

/** How often each file has a match outside comments; entities declare rules. */
function found(pattern: RegExp): [string, number][] {
  return files
    .filter((file) => !file.endsWith('.entity.ts'))
    .map((file): [string, number] => {
      const code = sourceOf(file).replaceAll(/^ *(\/\*\*|\*|\/\/).*$/gm, '');
      return [file, [...code.matchAll(pattern)].length];
    })
    .filter(([, times]) => times > 0);
}

describe('statements that read a table without asking who sees its rows', () => {
  test('are those that are known', () => {
    expect(tables.length).toBeGreaterThan(12);
    const counted = (file: string, times: number): number | string =>
      typeof known[file] === 'string' ? 'any number' : times;
    expect(found(namesTable).map(([file, times]) => [file, counted(file, times)])).toEqual(
      Object.entries(known).map(([file, why]) => [file, counted(file, Number(why[0]))]),
    );
  });

  test('name no table by its entity', () => {
    expect(found(/sql\.table\(/g).map(([file]) => file)).toEqual(Object.keys(dynamic).toSorted());
  });
});
