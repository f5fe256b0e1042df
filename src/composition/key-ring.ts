import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import { findByLookup, readLookups, readRevision, writeUses } from '../trust/keys/api-key.reader.ts';
import type { DatabaseConnection } from '../kit/data/index.ts';
import type { ShutdownHooks } from '../kit/core/index.ts';
import { KeyRing, LastUse } from '../kit/rights/index.ts';

/**
 * Runs one step of the start until the database lets it succeed, as `OutageRetry` does.
 *
 * @param purpose as `OutageRetry.until` takes it
 */
export type StartSteps = <Result>(purpose: string, step: () => Promise<Result>) => Promise<Result>;

/** Opens the keys that were made, and writes their last uses until it is closed. */
export async function openKeyRing(
  { kysely, queue }: DatabaseConnection,
  fork: () => SqlEntityManager,
  { starting, log, shutdown }: { starting: StartSteps; log: Logger; shutdown: ShutdownHooks },
): Promise<KeyRing> {
  const lastUse = new LastUse((uses) => writeUses(kysely, uses), log);
  shutdown.push('last use of keys', () => lastUse.stop());
  const open = () =>
    KeyRing.open({
      revision: () => readRevision(queue),
      find: (lookup) => findByLookup(fork(), lookup),
      lookups: () => readLookups(queue),
      used: (keyId, at) => lastUse.note(keyId, at),
    });
  return starting('read its keys', open);
}
