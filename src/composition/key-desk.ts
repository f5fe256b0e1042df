import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ApiKey, IssuedKey } from '../modules/keys/api-key.entity.ts';
import { CreateApiKeyInput, RotateApiKeyInput } from '../modules/keys/api-key.inputs.ts';
import { listApiKeys } from '../modules/keys/api-key.reader.ts';
import { ApiKeyService } from '../modules/keys/api-key.service.ts';
import { systemActor } from '../platform/access/actor.ts';
import { openDatabase } from '../platform/connections/connection.ts';
import { maxPageSize } from '../platform/database/page.ts';
import { migrate, openOrm } from '../platform/database/orm.ts';
import type { RequestScope } from '../platform/database/scope.ts';
import { readInput } from '../platform/input/validate.ts';
import { withSight } from '../platform/sight/sight.ts';
import { catalogue } from './modules.ts';

/** The use cases of keys for a command, on the database itself. */
export interface KeyDesk {
  create(input: unknown): Promise<IssuedKey>;
  /** All keys, oldest first. */
  list(): Promise<ApiKey[]>;
  rotate(keyId: string, input: unknown): Promise<IssuedKey>;
  revoke(keyId: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the configured database, and brings its tables up to date as a start does. Servers that run on it notice a
 * change within a second, without a wake-up.
 *
 * @throws StartupError, which is a `FolderInUseError` while a server uses the embedded database
 */
export async function openKeyDesk({ database, dataDir }: Config, log: Logger): Promise<KeyDesk> {
  const connection = await openDatabase({ ...database, dataDir, log });
  const orm = await openOrm(connection, catalogue.entities, log);
  await migrate(orm, connection, { log });
  const keys = new ApiKeyService(() => undefined);
  const scope = (): RequestScope => ({
    em: withSight(orm.em.fork(), systemActor),
    actor: systemActor,
    requestId: randomUUID(),
    log,
    now: () => new Date(),
  });
  return {
    create: async (input) => keys.create(scope(), readInput(CreateApiKeyInput, input)),
    list: () => allKeys(scope),
    rotate: async (keyId, input) => keys.rotate(scope(), keyId, readInput(RotateApiKeyInput, input)),
    revoke: async (keyId) => void (await keys.revoke(scope(), keyId)),
    close: () => connection.close(),
  };
}

async function allKeys(scope: () => RequestScope): Promise<ApiKey[]> {
  const all: ApiKey[] = [];
  let after: string | null = null;
  do {
    const { edges, hasNextPage } = await listApiKeys(scope(), { first: maxPageSize, after });
    all.push(...edges.map(({ node }) => node));
    after = hasNextPage ? (edges.at(-1)?.cursor ?? null) : null;
  } while (after !== null);
  return all;
}
