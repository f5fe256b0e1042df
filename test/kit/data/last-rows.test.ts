import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { newEvent } from '../../../src/delivery/events/event-log.ts';
import { eventType } from '../../../src/kit/live/event-type.ts';
import { inTransaction, type TransactionScope } from '../../../src/kit/data/scope.ts';
import type { WriteRows } from '../../../src/kit/data/last-rows.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useWriter } from './jobs/writer.ts';

const app = useApp({ ROLES: 'web' });
const writer = useWriter(app);

/** What was written, and whether by the last statement. */
interface Written {
  readonly rows: readonly string[];
  readonly isLast: boolean;
}

/** Notes rows in a transaction, and returns what is written of them. */
async function writtenBy(work: (transaction: TransactionScope, write: WriteRows<string>) => Promise<unknown>) {
  const written: Written[] = [];
  const write: WriteRows<string> = async (_, rows, isLast) => void written.push({ rows, isLast });
  await inTransaction(writer.scope(), (transaction) => work(transaction, write));
  return written;
}

test('rows that are noted are written together, in their order, at the end', async () => {
  const written = await writtenBy(async ({ lastRows }, write) => {
    lastRows.note(write, 'one');
    lastRows.note(write, 'two');
  });
  expect(written).toEqual([{ rows: ['one', 'two'], isLast: true }]);
});

test('rows that are written before the end are not written again', async () => {
  const written = await writtenBy(async (transaction, write) => {
    transaction.lastRows.note(write, 'one');
    await transaction.lastRows.write(transaction);
    transaction.lastRows.note(write, 'two');
  });
  expect(written).toEqual([
    { rows: ['one'], isLast: false },
    { rows: ['two'], isLast: true },
  ]);
});

test('of two writers the second one has the last statement', async () => {
  const others: Written[] = [];
  const written = await writtenBy(async ({ lastRows }, write) => {
    lastRows.note<string>(async (_, rows, isLast) => void others.push({ rows, isLast }), 'other');
    lastRows.note(write, 'one');
  });
  expect(others).toEqual([{ rows: ['other'], isLast: false }]);
  expect(written).toEqual([{ rows: ['one'], isLast: true }]);
});

test('rows of a savepoint are written only when it is released, and so are its notices', async () => {
  const notices: string[] = [];
  const written = await writtenBy(async (transaction, write) => {
    transaction.lastRows.note(write, 'before');
    const inner = (name: string, error?: Error) =>
      inTransaction(transaction, async (savepoint) => {
        savepoint.lastRows.note(write, name);
        savepoint.afterCommit(() => notices.push(name));
        if (error) throw error;
      });
    await inner('released');
    await expect(inner('rolled back', new Error('undone'))).rejects.toThrow('undone');
    expect(notices).toEqual([]);
    transaction.lastRows.note(write, 'after');
  });
  expect(written).toEqual([{ rows: ['before', 'released', 'after'], isLast: true }]);
  expect(notices).toEqual(['released']);
});

test('events stay in the order of their recording when some are appended at once', async () => {
  const { events } = writer;
  const kept = eventType<{ at: number }>(
    'order.kept',
    'An order.',
    'An order is kept.',
    { at: { type: 'integer' } },
    { at: 1 },
  );
  await inTransaction(writer.scope(), async (transaction) => {
    events.record(transaction, kept, { deckId: null, data: { at: 1 } });
    await events.append(transaction, newEvent(kept, { deckId: null, data: { at: 2 } }));
    events.record(transaction, kept, { deckId: null, data: { at: 3 } });
  });
  await writer.sequencer.place();
  const { rows } = await sql<{ at: number }>`select (data->>'at')::int as at from event
    join event_position on event_id = event.id where type = 'order.kept' order by event_position.position`.execute(
    app.database.connection.kysely,
  );
  expect(rows).toEqual([{ at: 1 }, { at: 2 }, { at: 3 }]);
});
