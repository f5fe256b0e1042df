import { randomUUID } from 'node:crypto';
import { createWriteStream, existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import type { FileStorage } from '../../engines/files/file-storage.ts';
import { FolderLock } from '../../kit/core/index.ts';
import {
  BackupError,
  embeddedConnection,
  loadEmbedded,
  loadPostgres,
  loadScripts,
  lookAt,
  openDatabase,
  putAside,
  takeBack,
  withDatabaseBeside,
} from '../../kit/data/index.ts';
import type { Finding } from '../finding.ts';
import { openAudioFiles, openImageFiles } from '../file-stores.ts';
import { bytesOf, checkArchive, readArchive } from './archive.ts';
import { type BackupSource, explained, fileNames, makeWorkFolder } from './backup.ts';
import { type ArchiveManifest, readArchiveManifest } from './manifest.ts';
import type { CheckedArchive, prove as proveFunction } from './proof.ts';

/** How an archive is restored. */
export interface RestoreOptions {
  readonly file: string;
  /** Puts aside what the target holds, in place of a refusal. */
  readonly replaces: boolean;
  readonly log: Logger;
  readonly signal: AbortSignal;
}

/** What was restored, or proven. */
export interface RestoreReport {
  readonly manifest: ArchiveManifest;
  readonly findings: readonly Finding[];
  /** Where what the target held is now: a folder, or schemas. */
  readonly putAside: readonly string[];
}

/** An archive, its dump in a folder of our own, and what has been asked. */
interface Unpacked extends RestoreOptions {
  readonly archive: CheckedArchive;
  readonly work: string;
}

const contentTypes: Readonly<Record<string, string>> = {
  '.mp3': 'audio/mpeg',
  '.json': 'application/json',
  '.webp': 'image/webp',
};

/** Proves an archive in a database that is dropped afterwards. What is configured is not written to. */
export async function proveArchive(target: BackupSource, options: RestoreOptions): Promise<RestoreReport> {
  return unpacked(target, options, async ({ archive, work, log, signal }) => {
    if (archive.manifest.engine === 'pglite') {
      const connection = embeddedConnection(await loadEmbedded(null, work), {});
      const findings = await prove(connection, archive, log).finally(() => connection.close());
      return { findings, putAside: [] };
    }
    const name = `deckcast_proof_${randomUUID().replaceAll('-', '')}`;
    const findings = await withDatabaseBeside(serverOf(target), name, async (url) => {
      await loadPostgres({ url, folder: work, signal });
      return proveAt({ ...target, database: { ...target.database, url, directUrl: null } }, archive, log);
    });
    return { findings, putAside: [] };
  });
}

/** Restores an archive into what is configured, and proves it there. @throws BackupError with the cause and the fix */
export async function restore(target: BackupSource, options: RestoreOptions): Promise<RestoreReport> {
  if (target.database.url === null && target.dataDir.startsWith('memory:')) {
    throw new BackupError('DATA_DIR is memory: nothing can be restored there. --verify proves an archive.');
  }
  return unpacked(target, options, (from) =>
    target.database.url === null ? restoreEmbedded(target.dataDir, target, from) : restorePostgres(target, from),
  );
}

/** Loads what a proof needs, which is the whole server: an archive that is refused need not wait for it. */
const prove: typeof proveFunction = async (...args) => (await import('./proof.ts')).prove(...args);

type Outcome = Omit<RestoreReport, 'manifest'>;

/** Checks all of the archive before anything is written. */
async function unpacked(
  target: BackupSource,
  options: RestoreOptions,
  work: (from: Unpacked) => Promise<Outcome>,
): Promise<RestoreReport> {
  const { file, signal } = options;
  const { manifest: found, names } = await checkArchive(file);
  const manifest = readArchiveManifest(found);
  if (manifest.engine === 'postgresql' && target.database.url === null) {
    throw new BackupError(
      'The archive is of PostgreSQL, and the embedded database cannot take it: set DATABASE_URL to an empty database of PostgreSQL.',
    );
  }
  await mkdir(target.dataDir, { recursive: true });
  const folder = await makeWorkFolder(target.dataDir);
  try {
    await readArchive(file, async (name, body) => {
      signal.throwIfAborted();
      const to = /^database\/([\w.]+)$/.exec(name)?.[1];
      // What is not read stops the archive.
      if (to === undefined) for await (const _ of body);
      else await pipeline(body, createWriteStream(path.join(folder, to), { mode: 0o600 }));
    });
    return { manifest, ...(await work({ ...options, archive: { manifest, names }, work: folder })) };
  } catch (error) {
    throw explained(error, target.dataDir);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function restoreEmbedded(dataDir: string, target: BackupSource, from: Unpacked): Promise<Outcome> {
  const { archive, work, replaces, log } = from;
  const place = path.join(dataDir, 'database');
  const lock = await FolderLock.take(dataDir);
  try {
    if (existsSync(place) && !replaces) {
      throw new BackupError(
        `There is a database in ${path.resolve(dataDir)} already: set DATA_DIR to another folder, or add --replace, which puts that database aside.`,
      );
    }
    const made = path.join(work, 'database');
    const connection = embeddedConnection(await loadEmbedded(made, work), {});
    const findings = await prove(connection, archive, log).finally(() => connection.close());
    if (findings.some(({ state }) => state === 'fault')) return { findings, putAside: [] };
    await restoreFiles(target, from);
    from.signal.throwIfAborted();
    const aside = `${place}_before_restore_${moment()}`;
    const isReplaced = existsSync(place);
    if (isReplaced) await rename(place, aside);
    await rename(made, place);
    return { findings, putAside: isReplaced ? [path.resolve(aside)] : [] };
  } finally {
    await lock.release();
  }
}

async function restorePostgres(target: BackupSource, from: Unpacked): Promise<Outcome> {
  const { archive, work: folder, replaces, log, signal } = from;
  const url = serverOf(target);
  const { isEmpty, isUsed } = await lookAt(url);
  if (!isEmpty && !replaces) {
    throw new BackupError(
      'The database of DATABASE_URL is not empty: name an empty one (createdb makes it), or add --replace, which puts its schemas aside.',
    );
  }
  if (isUsed) throw new BackupError('Processes of Deckcast use the database of DATABASE_URL: stop them, then restore.');
  await restoreFiles(target, from);
  const now = moment();
  const aside = isEmpty ? [] : await putAside(url, now);
  try {
    await (archive.manifest.engine === 'pglite' ? loadScripts : loadPostgres)({ url, folder, signal });
  } catch (error) {
    if (!isEmpty) await takeBack(url, now);
    throw error;
  }
  return { findings: await proveAt(target, archive, log), putAside: aside };
}

async function proveAt({ database, dataDir }: BackupSource, archive: CheckedArchive, log: Logger): Promise<Finding[]> {
  // Before the connection, which would wait for it.
  await import('./proof.ts');
  const connection = await openDatabase({ ...database, dataDir, log });
  return prove(connection, archive, log).finally(() => connection.close());
}

/** Writes the files that are missing. Those that are there have the same content: it is what they are named by. */
async function restoreFiles(target: BackupSource, { file, signal }: Unpacked): Promise<void> {
  const storages: Readonly<Record<string, FileStorage>> = {
    audio: openAudioFiles(target),
    images: openImageFiles(target),
  };
  await readArchive(file, async (member, body) => {
    signal.throwIfAborted();
    const [folder = '', name = ''] = member.split('/');
    const storage = storages[folder];
    if (storage === undefined || !fileNames.test(name)) {
      for await (const _ of body);
      return;
    }
    const bytes = await bytesOf(member, body);
    if ((await storage.size(name)) === bytes.length) return;
    await storage.write(name, bytes, contentTypes[path.extname(name)] ?? '');
  });
}

function serverOf({ database: { url: named, directUrl } }: BackupSource): string {
  const url = directUrl ?? named;
  if (url === null) throw new BackupError('The archive is of PostgreSQL: set DATABASE_URL.');
  return url;
}

/** In names of what is put aside. */
function moment(): string {
  return new Date()
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:]/g, '')
    .replace('T', '_');
}
