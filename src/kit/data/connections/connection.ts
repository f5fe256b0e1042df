import type { Kysely, Transaction } from 'kysely';
import type { ConstructorOptions } from 'pg-boss';
import type { Logger } from 'pino';
import type { Capabilities } from './capabilities.ts';
import type { StatementObservers } from './observed-kysely.ts';

/** How the connections of a pool are used at a moment. */
export interface PoolUse {
  /** How many there may be. */
  readonly size: number;
  readonly used: number;
  /** Open and unused. */
  readonly idle: number;
  /** Work that waits for one. */
  readonly waiting: number;
}

/** How many reads that may go to the replica were made there, how many on the primary, and how many there after they failed. */
export interface ReadsByServer {
  readonly replica: number;
  readonly primary: number;
  readonly repeated: number;
}

/** What a read needs of the replica: to lag little, or to have everything that was committed before the read. */
export type ReplicaNeed = 'little lag' | 'everything';

/** A read replica of the database. */
export interface Replica {
  /** The connections to it. */
  readonly use: PoolUse;
  readonly reads: ReadsByServer;
  /** How long ago it is known to have had everything, in seconds; null when that is unknown. */
  readonly lagSeconds: number | null;
  /** Why it is not read, as a sentence; null while it is. */
  problem(): string | null;
  /**
   * Runs a read in a read-only transaction of the replica. Where the replica is not read or has not what the read needs, or
   * where the read fails on it, it runs on the primary.
   *
   * @param work gets null for the primary
   * @throws what the read throws on the primary, and StatementAbortedError of its budget
   */
  read<Result>(work: (transaction: Transaction<unknown> | null) => Promise<Result>, need: ReplicaNeed): Promise<Result>;
}

/** The open database, and all in which its two kinds differ. Only `kit/data/` depends on the kind. */
export interface DatabaseConnection {
  readonly kind: 'postgresql' | 'pglite';
  readonly can: Capabilities;
  /** The database's own name. MikroORM would create and switch to any other one. */
  readonly name: string;
  /** For MikroORM and the fast reads. */
  readonly kysely: Kysely<unknown>;
  /** For the job queue: connections of its own on PostgreSQL, the one session of PGlite. */
  readonly queue: Required<Pick<ConstructorOptions, 'backend' | 'db'>>;
  /** Null without one, and for PGlite. */
  readonly replica: Replica | null;
  /** The use of each pool, by its name; none for PGlite, which has one session. */
  pools(): Readonly<Record<string, PoolUse>>;
  /** Why the database takes no changes, as a sentence; null if no reason is known. */
  problem(): string | null;
  /** Runs long work, such as a migration: on PostgreSQL on a connection without time limits, lost when the server is silent. */
  patiently<Result>(work: (database: Kysely<unknown>) => Promise<Result>): Promise<Result>;
  /**
   * Copies the folder of the embedded database to one that does not exist, as it is at one moment: statements wait
   * meanwhile. Null where there is no such folder.
   */
  readonly copyTo: ((folder: string) => Promise<void>) | null;
  /** Makes the space of deleted rows usable for others. Null where the database does so by itself. */
  readonly reclaimSpace: (() => Promise<void>) | null;
  close(): Promise<void>;
}

/** Which database is opened, and how. */
export interface DatabaseOptions extends StatementObservers {
  readonly url: string | null;
  /** The same database past a pooler that shares its sessions; null without one. */
  readonly directUrl?: string | null;
  /** A read replica of the database; null without one. */
  readonly replicaUrl?: string | null;
  readonly poolSize: number;
  readonly dataDir: string;
  readonly log: Logger;
  /** How long to wait for a PostgreSQL that does not answer yet, in seconds; 0 by default. See `OutageRetry`. */
  readonly waitSeconds?: number;
  /** Ends that wait. */
  readonly stopping?: AbortSignal | undefined;
}
