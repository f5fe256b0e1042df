import { randomUUID } from 'node:crypto';
import type { TimedClient } from './timed-client.ts';

/** Longest time for an answer, in milliseconds. */
const answerMs = 3_000;
/** Others may take the session of the first connection before the second one does. */
const rounds = 10;

/** Whether a pooler is between the process and the server: it names another process for a session than the server does. */
export async function isPooled(client: TimedClient): Promise<boolean> {
  // A pooler cannot know the process of a session before it gives one, so it names a number of its own.
  const { rows } = await client.ask<{ pid: number }>({ text: 'select pg_backend_pid() as pid' }, answerMs);
  return rows[0]?.pid !== client.processID;
}

/**
 * Whether a pooler gives one session of the server to several connections in turn, as PgBouncer does in its transaction
 * mode. Then the mark that one connection sets on its session is seen by another one, which takes the session that was
 * used last. Without a pooler nothing is tried.
 */
export async function sharesSessions(one: TimedClient, other: TimedClient): Promise<boolean> {
  if (!(await isPooled(one))) return false;
  const mark = randomUUID();
  for (let round = 0; round < rounds; round += 1) {
    await one.ask({ text: `select set_config('deckcast.session', $1, false)`, values: [mark] }, answerMs);
    const text = `select current_setting('deckcast.session', true) as mark`;
    const { rows } = await other.ask<{ mark: string | null }>({ text }, answerMs);
    if (rows[0]?.mark === mark) return true;
  }
  return false;
}
