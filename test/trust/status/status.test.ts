import { rm } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createDeck } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';

const app = useApp({ LOG_LEVEL: 'info' });

interface Status {
  diskFreeBytes: number;
  processCount: number;
  memoryBytes: number;
  recentErrors: { at: string; sentence: string }[];
}

const statusOf = async (): Promise<Status> => (await app.rest.get<{ status: Status }>('/api/status')).body.status;

test('the status has the free disk, the processes and the memory, the same in both APIs', async () => {
  const status = await statusOf();
  expect(status.diskFreeBytes).toBeGreaterThan(1_000_000);
  expect(status.memoryBytes).toBeGreaterThan(1_000_000);
  expect(status.processCount).toBe(1);
  expect(status.recentErrors).toEqual([]);
  const query = '{ status { processCount recentErrors { at sentence } } }';
  expect(await app.graphql.data(query)).toEqual({ status: { processCount: 1, recentErrors: [] } });
});

test('the status names the errors that the process has logged, without what they concern', async () => {
  const { id } = await createDeck(app.rest, { name: 'A secret name' });
  const { kysely } = app.database.connection;
  await sql`alter table logo rename to logo_elsewhere`.execute(kysely);
  const { status: answered } = await fetch(`${app.base}/api/decks/${id}`, { method: 'DELETE' });
  await sql`alter table logo_elsewhere rename to logo`.execute(kysely);
  expect(answered).toBe(500);
  const [last] = (await statusOf()).recentErrors;
  expect(last?.sentence).toMatch(/\w/);
  expect(app.log.some((line) => line.includes(JSON.stringify(last?.sentence)))).toBe(true);
  expect(JSON.stringify(last)).not.toMatch(/secret name|logo/);
  expect(Date.now() - Date.parse(last?.at ?? '')).toBeLessThan(60_000);
});

test('the status is answered where the folder of files is yet to be made', async () => {
  await rm(app.dataDir, { recursive: true });
  expect((await statusOf()).diskFreeBytes).toBeGreaterThan(1_000_000);
});
