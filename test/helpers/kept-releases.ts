import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { scriptsIn } from '../../src/kit/data/backup/embedded-dump.ts';
import { loadScripts } from '../../src/kit/data/backup/postgres-dump.ts';
import { createTestDatabase, emptyDatabase, type TestDatabase } from './test-database.ts';

const folder = path.join(import.meta.dirname, '..', 'releases');

/** What is known of the data of a release. */
export interface ReleaseFacts {
  /** The settings that it ran with. */
  readonly settings: Readonly<Record<'API_KEY' | 'SECRET_KEY', string>>;
  /** All that it had, oldest first. */
  readonly migrations: readonly string[];
  /** A key with few scopes, and the token of a homeowner's link. */
  readonly key: string;
  readonly link: string;
  /** Of the event log. */
  readonly cursor: string;
  readonly contracts: Readonly<Record<'signed' | 'open' | 'draft', string>>;
  readonly presentationId: string;
  /** Its narration waits for a worker. */
  readonly unspokenId: string;
  /** A subscription whose receiver is down, its secret, and the events that wait for it. */
  readonly waitingId: string;
  readonly waitingSecret: string;
  readonly ordered: readonly string[];
}

/** A question that the release was asked, and its answer. */
export interface KeptRead {
  readonly as: 'office' | 'guest' | 'key';
  readonly path?: string;
  readonly query?: string;
  readonly status: number;
  readonly body: unknown;
}

/** Where the data of a release is for a test. */
export interface PlacedRelease {
  readonly dataDir: string;
  readonly database: TestDatabase;
  remove(): Promise<void>;
}

/** The data of a release, as `npm run release-fixture` has kept it. */
export class KeptRelease {
  readonly facts: ReleaseFacts;
  readonly #at: string;

  constructor(readonly tag: string) {
    this.#at = path.join(folder, tag);
    this.facts = JSON.parse(readFileSync(path.join(this.#at, 'facts.json'), 'utf8')) as ReleaseFacts;
  }

  reads(): KeptRead[] {
    return JSON.parse(gunzipSync(readFileSync(path.join(this.#at, 'reads.json.gz'))).toString()) as KeptRead[];
  }

  /** Makes a database of its data, and a folder of its files. */
  async place(): Promise<PlacedRelease> {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-release-'));
    const audio = path.join(this.#at, 'audio');
    if (existsSync(audio)) await cp(audio, path.join(dataDir, 'audio'), { recursive: true });
    const database = await createTestDatabase();
    await emptyDatabase(database);
    const { url, connection } = database;
    if (url !== null) await loadScripts({ url, folder: this.#at, signal: new AbortController().signal });
    else await loadInto(connection, this.#at);
    return {
      dataDir,
      database,
      remove: async () => {
        await database.remove();
        await rm(dataDir, { recursive: true, force: true });
      },
    };
  }
}

/** Statements of a dump, on the one session of PGlite. */
async function loadInto({ queue }: TestDatabase['connection'], from: string): Promise<void> {
  for await (const statements of scriptsIn(from)) await queue.db.executeSql(statements);
  // Scripts name each table with its schema, and leave the path empty.
  await queue.db.executeSql('reset all');
}

/** All releases that are kept, oldest first. */
export function keptReleases(): KeptRelease[] {
  return readdirSync(folder)
    .map((tag) => new KeptRelease(tag))
    .toSorted((one, other) => one.facts.migrations.length - other.facts.migrations.length);
}
