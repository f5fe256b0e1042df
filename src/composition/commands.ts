import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { systemActor, withSight } from '../kit/rights/index.ts';
import { AuditLog, maxPageSize, migrate, openDatabase, openOrm, type RequestScope } from '../kit/data/index.ts';
import { readInput } from '../kit/input/index.ts';
import { catalogue } from './modules.ts';
import type { ApiKey, IssuedKey } from '../trust/keys/api-key.entity.ts';
import { CreateApiKeyInput, RotateApiKeyInput } from '../trust/keys/api-key.inputs.ts';
import { listApiKeys } from '../trust/keys/api-key.reader.ts';
import { missingDeck } from '../authoring/decks/deck.reader.ts';
import { ApiKeyService } from '../trust/keys/api-key.service.ts';
import { exportAudit } from '../trust/audit/audit.reader.ts';
import type { ChainHead } from '../trust/audit/chain.ts';
import { verifyLog } from '../trust/audit/verify.ts';

/** What a command works with in place of a server. */
interface Commands {
  /** A scope for one operation, under whose name the audit log records it. */
  scope(operation: string): RequestScope;
  close(): Promise<void>;
}

/**
 * Opens the configured database, and brings its tables up to date as a start does.
 *
 * @throws StartupError, which is a `FolderInUseError` while a server uses the embedded database
 */
async function openCommands({ database, dataDir }: Config, log: Logger): Promise<Commands> {
  const connection = await openDatabase({ ...database, dataDir, log });
  const orm = await openOrm(connection, catalogue.entities, log);
  await migrate(orm, connection, { log });
  const audit = new AuditLog(connection.kysely, log);
  return {
    scope: (operation) => {
      const requestId = randomUUID();
      const trail = audit.trail({ actor: systemActor, operation, requestId, address: null });
      const em = withSight(orm.em.fork(), systemActor);
      return { em, actor: systemActor, requestId, trail, log, now: () => new Date() };
    },
    close: () => connection.close(),
  };
}

/**
 * The use cases of keys for a command, on the database itself. Servers that run on it notice a change within a second,
 * without a wake-up.
 *
 * @throws as `openCommands` does
 */
export async function openKeyCommands(config: Config, log: Logger) {
  const { scope, close } = await openCommands(config, log);
  const keys = new ApiKeyService(() => undefined, missingDeck);
  return {
    create: async (input: unknown): Promise<IssuedKey> =>
      keys.create(scope('createApiKey'), readInput(CreateApiKeyInput, input)),
    /** All keys, oldest first. */
    list: () => allKeys(() => scope('listApiKeys')),
    rotate: async (keyId: string, input: unknown): Promise<IssuedKey> =>
      keys.rotate(scope('rotateApiKey'), keyId, readInput(RotateApiKeyInput, input)),
    revoke: async (keyId: string) => void (await keys.revoke(scope('revokeApiKey'), keyId)),
    close,
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

/** The audit log for a command, on the database itself. @throws as `openCommands` does */
export async function openAuditCommands(config: Config, log: Logger) {
  const { scope, close } = await openCommands(config, log);
  return {
    /** @param kept an end of the chain that was kept elsewhere */
    verify: (kept: ChainHead | null) => verifyLog(scope('exportAudit').em, kept),
    /** The lines of an export behind a number. */
    lines: (after: number) => exportAudit(scope('exportAudit'), after),
    close,
  };
}
