import { describe, expect, test } from '@jest/globals';
import { files, sourceOf } from '../../../../scripts/structure.js';

const systemWork = 'work of the product itself, which no client sees';
const fromSeenRow = 'starts at a row that the caller sees';

/**
 * Files whose SQL names tables, and why they need no `visibleRows`; also how often, where clients use them. A statement
 * that a client may cause takes its rows from there.
 */
const known: Readonly<Record<string, string | readonly [times: number, why: string]>> = {
  'composition/measures.ts': systemWork,
  'events/event-log.ts': [1, 'gives the positions of events that the caller has recorded or read'],
  'events/retention.ts': systemWork,
  'modules/audit/chain-lines.ts': 'for callers that are not limited',
  'modules/audit/chain.ts': 'system work, and the end of the chain for callers that are not limited',
  'modules/audit/prune-audit.ts': systemWork,
  'modules/audit/verify.ts': systemWork,
  'modules/dead-jobs/dead-job.reader.ts': [5, 'begins with visibleJobs, or was read by it'],
  'modules/keys/api-key.reader.ts': 'finds the key of a caller, before there is a sight',
  'modules/keys/api-key.service.ts': 'for administrators, who are not limited',
  'modules/links/erased-link.reader.ts': [3, 'system work, and a look-up id that only the holder of the link knows'],
  'modules/links/presentation-link.reader.ts': 'reads when a link was last revoked, and nothing of it',
  'modules/presentations/narration-state.ts': [2, fromSeenRow],
  'modules/privacy/erase-events.ts': systemWork,
  'modules/privacy/erase-traces.task.ts': systemWork,
  'modules/privacy/privacy.service.ts': [1, 'deletes rows that it has locked, and therefore seen'],
  'modules/sessions/session.service.ts': 'rows of the session of the request',
  'notifications/dead-notices/dead-notices.ts': systemWork,
  'notifications/deliveries/attempt-feed.ts': [6, 'narrows or completes attempts that are seen'],
  'notifications/deliveries/erase-answers.ts': systemWork,
  'notifications/deliveries/prune-deliveries.ts': systemWork,
  'notifications/dispatch/attempt-log.ts': systemWork,
  'notifications/dispatch/health.ts': systemWork,
  'notifications/dispatch/lane-leases.ts': systemWork,
  'notifications/dispatch/ping.ts': [1, fromSeenRow],
  'notifications/dispatch/replay.task.ts': systemWork,
  'notifications/dispatch/replay.ts': systemWork,
  'notifications/dispatch/spending.ts': systemWork,
  'notifications/fan-out/fan-out-queue.ts': [8, 'system work, and a retry of a row that the caller sees'],
  'notifications/fan-out/held-back.ts': [9, fromSeenRow],
  'notifications/fan-out/listeners.ts': systemWork,
  'notifications/fan-out/new-deliveries.ts': systemWork,
  'notifications/fan-out/recover.ts': [2, fromSeenRow],
  'notifications/subscriptions/subscription-quota.ts': [1, 'counts rows of one key, or of all for administrators'],
  'platform/database/log-functions.ts': systemWork,
  'platform/idempotency/erase-results.ts': systemWork,
  'platform/idempotency/keyed-request.ts': 'rows are found by the key of their client',
  'platform/jobs/job-queue.ts': systemWork,
  'platform/jobs/nats-bus.ts': systemWork,
  'platform/jobs/postpone.ts': systemWork,
  'platform/live/log-order.ts': [1, 'reads when an epoch began'],
  'platform/live/resolve-cursor.ts': [2, 'gives the place of a cursor, nothing of its event'],
  'platform/quotas/day-quota.ts': [2, 'counts of one key, or of all for administrators'],
  'platform/quotas/prune-quotas.ts': systemWork,
  'platform/rates/shared-counts.ts': systemWork,
};

/** Files that name a table by its entity, and why. */
const dynamic: Readonly<Record<string, string>> = {
  'modules/decks/deck-size.ts': 'measures the rows of a deck that the caller has locked or read',
  'platform/database/first-rows.ts': 'names what visibleRows gives',
  'platform/database/insert-all.ts': 'inserts',
  'platform/database/reads.ts': 'names what visibleRows gives',
  'platform/live/sequenced-logs.ts': 'names the tables of positions, which say nothing of their rows',
  'platform/sight/visible-rows.ts': 'is what all others use',
};

const snapshot = JSON.parse(sourceOf('platform/database/migrations/schema.json')) as { tables: { name: string }[] };
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
