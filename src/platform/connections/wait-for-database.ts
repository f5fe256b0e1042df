import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { StartupError } from '../kernel/errors.ts';
import type { DatabaseOptions } from './connection.ts';
import { errorCode } from './connection-error.ts';
import { TimedClient } from './timed-client.ts';

/** Pause between attempts, and between the log's lines about them, in milliseconds. */
const retryMs = 500;
const logEveryMs = 3_000;
/** Longest time for an answer, in milliseconds. */
const answerMs = 3_000;
/** Wrong password, unknown user or database: errors that waiting does not change. */
const isLasting = /^(28P01|28000|3D000)$/;

/** Waits until the database answers. @returns the database's own name @throws StartupError */
export async function waitForDatabase(
  config: pg.ClientConfig,
  { waitSeconds = 0, stopping = new AbortController().signal, log }: DatabaseOptions,
): Promise<string> {
  const where = hostOf(config);
  const began = performance.now();
  let loggedAtMs = -Infinity;
  for (;;) {
    try {
      return await askName(config, stopping);
    } catch (error) {
      if (stopping.aborted) throw new StartupError('The start was stopped while it waited for the database.');
      const waitedMs = performance.now() - began;
      if (isLasting.test(errorCode(error) ?? '') || waitedMs >= waitSeconds * 1_000) {
        throw new StartupError(`The database at ${where} (DATABASE_URL) does not answer: ${reasonOf(error)}.`);
      }
      if (waitedMs - loggedAtMs >= logEveryMs) {
        loggedAtMs = waitedMs;
        const waitedSeconds = Math.round(waitedMs / 1_000);
        log.warn({ where, reason: reasonOf(error), waitedSeconds }, 'the database does not answer yet; waiting for it');
      }
    }
    await delay(retryMs, undefined, { signal: stopping }).catch(() => undefined);
  }
}

async function askName(config: pg.ClientConfig, stopping: AbortSignal): Promise<string> {
  const client = new TimedClient(config);
  const destroy = (): void => client.destroy();
  // `connect` and `ask` fail as well; without a listener the error would end the process.
  client.on('error', () => undefined);
  stopping.addEventListener('abort', destroy, { once: true });
  try {
    await client.connect();
    const { rows } = await client.ask<{ name: string }>({ text: 'select current_database() as name' }, answerMs);
    return rows[0]?.name ?? '';
  } finally {
    stopping.removeEventListener('abort', destroy);
    client.destroy();
  }
}

/** The host without the credentials that the connection string holds. */
function hostOf({ connectionString = '' }: pg.ClientConfig): string {
  const { host } = new URL(connectionString);
  return host === '' ? 'the local socket' : host;
}

/** The reason as people read it; of several addresses all. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join('; ');
  return error instanceof Error ? error.message : String(error);
}
