import { describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { eventually } from '../../helpers/eventually.ts';
import { describeOnPostgres } from '../../helpers/on-postgres.ts';
import { type TestApp, useApp } from '../../helpers/test-app.ts';
import { use } from '../../helpers/use.ts';
import { Sessions } from './sessions.ts';

/** Answers of both APIs to the same change. */
async function changeThroughBothApis({ rest, graphql }: TestApp): Promise<[number, string, string, string, string[]]> {
  const { status, body } = await rest.post('/api/decks', { name: 'Refused' });
  const { errors } = await graphql.send('mutation { createDeck(input: { name: "Refused" }) { deck { id } } }');
  const [refusal] = errors ?? [];
  const reasons = [body.reason, refusal?.extensions.reason ?? 'none'];
  return [status, body.detail, refusal?.extensions.code ?? 'none', refusal?.message ?? 'none', reasons];
}

/** Makes the database refuse each new deck with an error of its own. */
async function rejectDecks({ database }: TestApp, code: string): Promise<void> {
  const { kysely } = database.connection;
  await sql
    .raw(`create or replace function refuse() returns trigger language plpgsql
      as $$ begin raise exception 'refused' using errcode = '${code}'; end $$`)
    .execute(kysely);
  await sql`create or replace trigger refuse before insert on deck for each row execute function refuse()`.execute(
    kysely,
  );
}

const takeDecks = ({ database }: TestApp): Promise<unknown> =>
  sql`drop trigger refuse on deck`.execute(database.connection.kysely);

describe('a change that the database refuses for now', () => {
  const app = useApp({ ROLES: 'web' });

  test.each([
    ['25006', 'database_read_only', /read-only/],
    ['53100', 'database_read_only', /disk of the database is full/],
    ['53300', 'database_unavailable', /connections to the database are in use/],
    ['57014', 'database_unavailable', /took too long/],
    ['40001', 'concurrent_changes', /same time/],
    ['40P01', 'concurrent_changes', /same time/],
    ['55P03', 'concurrent_changes', /Another change holds/],
    ['57P05', 'database_unavailable', /cannot be reached/],
    ['25P03', 'database_unavailable', /paused for too long/],
  ])('with %s is answered 503, UNAVAILABLE and %s, with a sentence that says why', async (code, reason, sentence) => {
    await rejectDecks(app, code);
    const [status, detail, graphqlCode, message, reasons] = await changeThroughBothApis(app);
    await takeDecks(app);
    expect([status, graphqlCode]).toEqual([503, 'UNAVAILABLE']);
    expect(detail).toMatch(sentence);
    expect(message).toBe(detail);
    expect(reasons).toEqual([reason, reason]);
  });

  test('because what it refers to was deleted meanwhile is a conflict that says so', async () => {
    await rejectDecks(app, '23503');
    const { errors } = await app.graphql.send('mutation { createDeck(input: { name: "Refused" }) { deck { id } } }');
    await takeDecks(app);
    expect(errors).toMatchObject([{ extensions: { code: 'CONFLICT', reason: 'reference_deleted' } }]);
  });
});

describeOnPostgres('a process whose database takes no changes', () => {
  const app = useApp({ ROLES: 'web' });
  let sessions: Sessions;

  use(async () => {
    sessions = await new Sessions(app.database.url).open();
    return () => sessions.close();
  });

  const readiness = async (): Promise<unknown[]> => {
    const { status, body } = await app.rest.get('/readyz');
    return [status, status === 200 ? null : body.detail];
  };

  test('is not ready while the disk is full, and is ready again by itself', async () => {
    await rejectDecks(app, '53100');
    expect((await app.rest.post('/api/decks', { name: 'Full' })).status).toBe(503);
    expect(await readiness()).toEqual([503, 'The disk of the database is full.']);
    await takeDecks(app);
    await eventually(async () => (await readiness())[0] === 200, { timeoutMs: 15_000 });
  }, 20_000);

  test('is not ready while it is read-only, and takes changes as soon as it is not', async () => {
    await sessions.run(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$`);
    await sessions.terminate([...(await sessions.of('requests')), ...(await sessions.of('watchdog'))]);
    await eventually(async () => (await readiness())[1] === 'The database is read-only.');
    const [status, detail, code] = await changeThroughBothApis(app);
    expect([status, code]).toEqual([503, 'UNAVAILABLE']);
    expect(detail).toMatch(/read-only/);
    await sessions.run(`do $$ begin
      execute format('alter database %I reset default_transaction_read_only', current_database()); end $$`);
    await eventually(async () => (await app.rest.post('/api/decks', { name: 'Writable' })).status === 201);
    await eventually(async () => (await readiness())[0] === 200, { timeoutMs: 15_000 });
  }, 40_000);
});
