import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../../config.ts';
import type { FileStorage } from '../../engines/files/file-storage.ts';
import { dayMs, FolderInUseError, FolderLock, productVersion } from '../../kit/core/index.ts';
import { BackupError, type DatabaseDump, dumpEmbedded, dumpPostgres } from '../../kit/data/index.ts';
import { openAudioFiles, openImageFiles } from '../file-stores.ts';
import { ArchiveWriter } from './archive.ts';
import { requestCopy } from './copy-socket.ts';
import { type Facts, type ArchiveManifest, manifestOf, readFacts } from './manifest.ts';

/** What a backup reads. */
export type BackupSource = Pick<Config, 'audioS3' | 'dataDir' | 'database'>;

/** An archive that was made. */
export interface MadeBackup {
  readonly file: string;
  readonly bytes: number;
  readonly ms: number;
  readonly manifest: ArchiveManifest;
}

/** Stored files, by the folder of the archive. */
export const fileNames = /^[\da-f]{64}(?:-\d+)?\.(?:mp3|json|webp)$/;

/** The name of an archive that is made now. Names sort by time. */
export function archiveName(now: Date): string {
  return `deckcast-${now.toISOString().replace(/\.\d+/, '').replaceAll(/[-:]/g, '')}.tar`;
}

/** When an archive was made, by its name; null where it has no name of ours. */
export function archiveMoment(name: string): Date | null {
  const [, day, time] = /^deckcast-(\d{8})T(\d{6})Z\.tar$/.exec(name) ?? [];
  if (day === undefined || time === undefined) return null;
  const parts = [day.slice(0, 4), day.slice(4, 6), day.slice(6)].join('-');
  return new Date(`${parts}T${time.slice(0, 2)}:${time.slice(2, 4)}:${time.slice(4)}Z`);
}

/**
 * Writes the database, the audio and the images into one archive. Servers may run.
 *
 * Files never change and are there before a row names them. So whoever copies all files, then the database, then those
 * files that have come meanwhile, has every file that the database names: all but what came and went in these seconds.
 *
 * @throws BackupError with the cause and the fix; then nothing is left of it
 */
export async function backup(source: BackupSource, file: string, signal: AbortSignal): Promise<MadeBackup> {
  const started = performance.now();
  const { database, dataDir } = source;
  if (database.url === null && dataDir.startsWith('memory:')) {
    throw new BackupError('DATA_DIR is memory: there is nothing that a backup could read.');
  }
  const archive = await ArchiveWriter.create(file, signal).catch((error: unknown) => {
    throw explained(error, file);
  });
  const work = await makeWorkFolder(database.url === null ? dataDir : path.dirname(file)).catch(
    async (error: unknown) => {
      await archive.discard();
      throw explained(error, dataDir);
    },
  );
  try {
    const createdAt = new Date().toISOString();
    const files = { audio: new Set<string>(), images: new Set<string>() };
    const addFiles = async (): Promise<void> => {
      await addNew(archive, 'audio', openAudioFiles(source), files.audio);
      await addNew(archive, 'images', openImageFiles(source), files.images);
    };
    await addFiles();
    const { files: dumped, facts, ...engine } = await dump(source, work, signal);
    for (const { name, path: from } of dumped) await archive.addFile(`database/${name}`, from);
    await addFiles();
    const counts = { audio: files.audio.size, images: files.images.size };
    const manifest = manifestOf({ deckcast: productVersion, createdAt, ...engine, ...facts, files: counts });
    const bytes = await archive.finish(manifest);
    return { file: path.resolve(file), bytes, ms: Math.round(performance.now() - started), manifest };
  } catch (error) {
    await archive.discard();
    throw explained(error, file);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function addNew(
  archive: ArchiveWriter,
  folder: 'audio' | 'images',
  storage: FileStorage,
  have: Set<string>,
): Promise<void> {
  for await (const name of storage.list()) {
    if (have.has(name) || !fileNames.test(name)) continue;
    const bytes = await storage.read(name);
    // It was removed meanwhile.
    if (bytes === null) continue;
    await archive.addBytes(`${folder}/${name}`, bytes);
    have.add(name);
  }
}

async function dump(
  { database, dataDir }: BackupSource,
  work: string,
  signal: AbortSignal,
): Promise<DatabaseDump<Facts>> {
  // A pooler may give each statement another session.
  const url = database.directUrl ?? database.url;
  if (url !== null) return dumpPostgres({ url, folder: work, signal }, readFacts);
  const lock = await FolderLock.take(dataDir).catch((error: unknown) => {
    if (error instanceof FolderInUseError) return error;
    throw error;
  });
  if (lock instanceof FolderInUseError) return dumpEmbedded(await requestCopy(dataDir, work, lock), work, readFacts);
  try {
    return await dumpEmbedded(path.join(dataDir, 'database'), work, readFacts);
  } finally {
    await lock.release();
  }
}

/** Makes a folder of our own, and removes those that crashes have left. */
export async function makeWorkFolder(parent: string): Promise<string> {
  if (!existsSync(parent))
    throw new BackupError(`There is no folder ${path.resolve(parent)}: set DATA_DIR as the server has it.`);
  for (const name of await readdir(parent)) {
    const folder = path.join(parent, name);
    const isOurs = /^backup-[\da-f-]{36}$/.test(name);
    if (isOurs && (await stat(folder)).mtimeMs < Date.now() - dayMs) await rm(folder, { recursive: true, force: true });
  }
  const folder = path.join(parent, `backup-${randomUUID()}`);
  await mkdir(folder, { mode: 0o700 });
  return folder;
}

/** What operators can mend, as a sentence with the fix. @param place what was written */
export function explained(error: unknown, place: string): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Readonly<Record<string, string>> = {
    ENOSPC: 'the disk is full: make room, or name another place',
    EDQUOT: 'the quota of the disk is used up: make room, or name another place',
    ENOENT: 'there is no such folder: make it, or name another place',
    EACCES: 'this user may not write there: name another place, or run the command as the user of the server',
    EROFS: 'the disk is read-only: name another place',
  };
  const reason = error instanceof BackupError || code === undefined ? undefined : reasons[code];
  return reason === undefined ? error : new BackupError(`${place} cannot be written: ${reason}.`, { cause: error });
}
