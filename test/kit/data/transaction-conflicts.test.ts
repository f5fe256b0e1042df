import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { inTransaction, type TransactionScope } from '../../../src/kit/data/scope.ts';
import { createDeck } from '../../helpers/factories.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useWriter } from './jobs/writer.ts';

const app = useApp({ ROLES: 'web' });
const writer = useWriter(app);

const run = (statement: string): Promise<{ rows: unknown[] }> =>
  sql.raw(statement).execute(app.database.connection.kysely);

/** Lets the database report a conflict for so many insertions. A sequence counts what is rolled back too. */
async function conflict(code: string, times: number, table = 'deck'): Promise<void> {
  await run(`create or replace function conflict() returns trigger language plpgsql as $$ begin
    if nextval('conflicts') <= ${times} then raise exception 'conflict' using errcode = '${code}'; end if;
    return new; end $$`);
  await run(`create trigger conflict before insert on ${table} for each row execute function conflict()`);
}

beforeEach(async () => {
  await run('create sequence conflicts');
});

afterEach(async () => {
  await run('drop function if exists conflict cascade');
  await run('drop sequence conflicts');
});

test.each([
  ['40001', 'deck'],
  ['40P01', 'deck'],
  ['40001', 'event'],
  ['40P01', 'event'],
])('a change that fails three times with %s at its %s is made once', async (code, table) => {
  await conflict(code, 3, table);
  const name = `Conflict ${code} ${table}`;
  expect((await app.rest.post('/api/decks', { name })).status).toBe(201);
  const { rows } = await run(`select count(*)::int as decks,
    (select count(*)::int from event where type = 'deck.created' and data->>'name' = '${name}') as events
    from deck where name = '${name}'`);
  expect(rows).toEqual([{ decks: 1, events: 1 }]);
});

test('a change that goes on failing with a conflict is refused as unavailable', async () => {
  await conflict('40001', 1_000);
  expect((await app.rest.post('/api/decks', { name: 'Never' })).status).toBe(503);
  const { rows } = await run(`select last_value::int as runs from conflicts`);
  expect(rows).toEqual([{ runs: 4 }]);
});

test('a change that fails for another reason is not repeated', async () => {
  await conflict('55P03', 1_000);
  expect((await app.rest.post('/api/decks', { name: 'Locked' })).status).toBe(503);
  const { rows } = await run(`select last_value::int as runs from conflicts`);
  expect(rows).toEqual([{ runs: 1 }]);
});

testOnPostgres('of two changes that deadlock both are made', async () => {
  const ids = [(await createDeck(app.rest)).id, (await createDeck(app.rest)).id];
  const met = Promise.withResolvers<void>();
  const committed = Promise.withResolvers<void>();
  let arrived = 0;
  const rename = async (transaction: TransactionScope, id: string | undefined): Promise<void> => {
    await sql`update deck set name = name || '+' where id = ${id}`.execute(transaction.em.getKysely<unknown>());
  };
  const change = ([first, second]: string[]): Promise<void> =>
    inTransaction(writer.scope(), async (transaction) => {
      // Before the other one has its lock, it would deadlock with it again.
      if (arrived >= 2) await committed.promise;
      await rename(transaction, first);
      arrived += 1;
      if (arrived === 2) met.resolve();
      await met.promise;
      await rename(transaction, second);
    }).then(committed.resolve);
  await Promise.all([change(ids), change(ids.toReversed())]);
  const { rows } = await run(`select count(*)::int as changed from deck where name like '%++'`);
  expect(rows).toEqual([{ changed: 2 }]);
  expect(arrived).toBe(3);
});
