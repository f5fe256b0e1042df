import { connect } from 'node:net';
import { once } from 'node:events';
import { natsPort, natsUrl } from './nats.ts';
import { isPortable } from './portable-database.ts';
import { testDatabaseUrl } from './test-database.ts';

/** Whether a NATS server runs on this machine. The bus on NATS is tested only where one does. */
async function natsAnswers(): Promise<boolean> {
  const socket = connect(natsPort, '127.0.0.1');
  const [greeting] = await once(socket, 'data', { signal: AbortSignal.timeout(1_000) }).catch(() => ['']);
  socket.destroy();
  return String(greeting).startsWith('INFO ');
}

const hasPostgres = testDatabaseUrl !== undefined;
export const hasNats = hasPostgres && (await natsAnswers());

/** The ways in which processes wake each other, and whether this machine has what it takes to test them. */
export const buses: { name: string; env: Record<string, string>; available: boolean }[] = [
  { name: 'woken by PostgreSQL', env: {}, available: hasPostgres && !isPortable },
  { name: `woken by NATS (${natsUrl}, where it answers)`, env: { NATS_URL: natsUrl }, available: hasNats },
];
