import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { eventually } from '../../../helpers/eventually.ts';
import { describeOnNotify } from '../../../helpers/on-postgres.ts';
import { useApp } from '../../../helpers/test-app.ts';
import { createTestDatabase } from '../../../helpers/test-database.ts';
import { publish } from '../../../delivery/deliveries.ts';
import { expectSoon, followFromNow } from '../../../delivery/events/stream-harness.ts';
import { hostileMessages, receivedHints } from './received-hints.ts';
import { Writer } from './writer.ts';

describeOnNotify('two processes, woken by PostgreSQL', () => {
  const app = useApp({ ROLES: 'web' });
  const other = useApp({ ROLES: 'web' }, app);

  /** The sessions of this test's database that listen. */
  async function listeners(): Promise<number[]> {
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity where datname = current_database() and application_name = 'deckcast wake-ups'`.execute(
      app.database.connection.kysely,
    );
    return rows.map(({ pid }) => pid);
  }

  test('listen on one connection each', async () => {
    expect(await listeners()).toHaveLength(2);
  });

  test('see every event within two seconds after their listening connections were cut', async () => {
    const streams = [
      await followFromNow(app, app.live(), { types: ['cut.*'] }),
      await followFromNow(app, other.live(), { types: ['cut.*'] }),
    ];
    for (let cut = 0; cut < 5; cut += 1) {
      const pids = await eventually(async () => {
        const found = await listeners();
        return found.length === 2 && found;
      });
      for (const pid of pids) await sql`select pg_terminate_backend(${pid})`.execute(app.database.connection.kysely);
      await expectSoon(app, streams, [await publish(app, 'cut.here'), await publish(other, 'cut.there')]);
    }
  });
});

describeOnNotify('a process that PostgreSQL wakes', () => {
  test('reads hints alone, whatever else is on the channel', async () => {
    const database = await createTestDatabase();
    const writer = await new Writer().open(database);
    const reported = await receivedHints(writer);
    for (const message of [...hostileMessages, 'stranger jobs']) {
      await sql`select pg_notify('deckcast_wake_up', ${message})`.execute(database.connection.kysely);
    }
    await eventually(() => reported.includes('jobs'));
    expect(reported).toEqual(['jobs']);
    await writer.close();
    await database.remove();
  });
});
