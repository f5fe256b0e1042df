import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import { findByLookup, readLookups, readRevision, writeUses } from '../modules/keys/api-key.reader.ts';
import type { DatabaseConnection } from '../platform/connections/connection.ts';
import type { StartSteps } from './core.ts';
import type { ShutdownHooks } from '../platform/kernel/shutdown-hooks.ts';
import { KeyRing } from '../platform/policy/key-ring.ts';
import { LastUse } from '../platform/policy/last-use.ts';

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
