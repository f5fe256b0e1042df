import { randomInt, randomUUID } from 'node:crypto';
import { errorCode } from './connection-error.ts';
import type { TimedClient } from './timed-client.ts';

/**
 * What a database can do beyond tables, transactions, row locks and SKIP LOCKED, which every one must. Code checks for
 * one of these, and never for a product.
 */
export interface Capabilities {
  /** Several processes work on it. Otherwise this one counts, locks and wakes in its own memory. */
  readonly processes: boolean;
  /** LISTEN and NOTIFY carry wake-ups between processes. Otherwise NATS does, or each process polls. */
  readonly notifications: boolean;
  /** Advisory locks of one session exclude all others. The job queue installs itself under them, and starts make indexes under one, or without. */
  readonly advisoryLocks: boolean;
}

/** What PGlite can do. */
export const embeddedCapabilities: Capabilities = { processes: false, notifications: false, advisoryLocks: true };

/** SQLSTATE: a privilege, a function or a feature is missing. Other errors are no evidence about the engine. */
const missing = new Set(['42501', '42883', '0A000', '42601']);

/** Longest time for an answer, in milliseconds. */
const answerMs = 3_000;

/** Tries each capability on two sessions. @throws as the database does when it does not answer */
export async function findCapabilities(one: TimedClient, other: TimedClient): Promise<Capabilities> {
  return {
    processes: true,
    notifications: await canDo(() => notifies(one)),
    advisoryLocks: await canDo(() => excludes(one, other)),
  };
}

async function canDo(attempt: () => Promise<boolean>): Promise<boolean> {
  try {
    return await attempt();
  } catch (error) {
    if (missing.has(errorCode(error) ?? '')) return false;
    throw error;
  }
}

/** A session gets its own notification before the answer to the statement that sent it. */
async function notifies(client: TimedClient): Promise<boolean> {
  const channel = `deckcast_${randomUUID()}`;
  let isNotified = false;
  client.on('notification', (message) => (isNotified ||= message.channel === channel));
  await client.ask({ text: `listen "${channel}"` }, answerMs);
  await client.ask({ text: 'select pg_notify($1, $2)', values: [channel, ''] }, answerMs);
  await client.ask({ text: `unlisten "${channel}"` }, answerMs);
  return isNotified;
}

/** Some engines accept advisory locks and grant each of them to everyone. */
async function excludes(one: TimedClient, other: TimedClient): Promise<boolean> {
  const lock = { text: 'select pg_try_advisory_lock($1) as granted', values: [randomInt(2 ** 31)] };
  const first = await one.ask<{ granted: boolean }>(lock, answerMs);
  const second = await other.ask<{ granted: boolean }>(lock, answerMs);
  return first.rows[0]?.granted === true && second.rows[0]?.granted === false;
}
