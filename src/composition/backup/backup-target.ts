import { fork } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { S3Files, type S3Options } from '../../engines/files/s3-files.ts';
import { BackupError } from '../../kit/data/index.ts';
import { archiveMoment, type BackupSource, type MadeBackup, makeWorkFolder } from './backup.ts';
import type { BackupAnswer, BackupRequest } from './backup.child.ts';

/** Where scheduled backups are kept. */
export interface BackupTarget {
  /** The names of the archives that are there, oldest first. */
  names(): Promise<string[]>;
  make(source: BackupSource, name: string, signal: AbortSignal): Promise<ScheduledBackup>;
  remove(name: string): Promise<void>;
}

/** As the log has it. */
type ScheduledBackup = Pick<MadeBackup, 'bytes' | 'ms'>;

/** Keeps archives in a folder. */
class FolderTarget implements BackupTarget {
  constructor(private readonly folder: string) {}

  async names(): Promise<string[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      throw new BackupError(
        `BACKUP_FOLDER ${this.folder} cannot be read (${error.code ?? error.message}): make it, and let this user write there.`,
      );
    });
    return archivesIn(names);
  }

  make(source: BackupSource, name: string, signal: AbortSignal): Promise<ScheduledBackup> {
    return makeElsewhere({ source, file: path.join(this.folder, name) }, signal);
  }

  async remove(name: string): Promise<void> {
    await rm(path.join(this.folder, name), { force: true });
  }
}

/** Keeps archives in S3-compatible storage. Each is first written into DATA_DIR. */
class S3Target implements BackupTarget {
  readonly #files: S3Files;

  constructor(options: S3Options) {
    this.#files = new S3Files(options);
  }

  async names(): Promise<string[]> {
    const names: string[] = [];
    await withFix(async () => {
      for await (const name of this.#files.list()) names.push(name);
    });
    return archivesIn(names);
  }

  async make(source: BackupSource, name: string, signal: AbortSignal): Promise<ScheduledBackup> {
    const started = performance.now();
    const work = await makeWorkFolder(source.dataDir);
    try {
      const file = path.join(work, name);
      const { bytes } = await makeElsewhere({ source, file }, signal);
      await withFix(() => this.#files.writeFile(name, file, 'application/x-tar', signal));
      return { bytes, ms: Math.round(performance.now() - started) };
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  }

  remove(name: string): Promise<void> {
    return withFix(() => this.#files.remove(name));
  }
}

/** Where the configuration keeps them. Only for one that schedules backups: then it names a bucket or a folder. */
export function backupTarget({ s3, folder }: { s3: S3Options | null; folder: string | null }): BackupTarget {
  return s3 === null ? new FolderTarget(folder ?? '') : new S3Target(s3);
}

/** @throws BackupError in place of what storage answers */
async function withFix(work: () => Promise<void>): Promise<void> {
  await work().catch((cause: Error) => {
    const fix = 'check BACKUP_S3_URL, BACKUP_S3_REGION, the keys, and their rights to write, list and delete';
    throw new BackupError(`The bucket of backups cannot be used (${cause.message}): ${fix}.`, { cause });
  });
}

function archivesIn(names: readonly string[]): string[] {
  return names.filter((name) => archiveMoment(name) !== null).toSorted();
}

const program = path.join(import.meta.dirname, `backup.child${path.extname(import.meta.filename)}`);

/** Makes an archive in a process of its own. */
async function makeElsewhere(request: BackupRequest, signal: AbortSignal): Promise<ScheduledBackup> {
  const child = fork(program, { signal, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const answer = await new Promise<BackupAnswer>((resolve) => {
    child.on('message', (message) => resolve(message as BackupAnswer));
    child.on('error', (error) => resolve({ fault: error.message }));
    child.on('exit', (code) => resolve({ fault: `The process of the backup has ended with ${code ?? 'a signal'}.` }));
    child.send(request, (error) => {
      if (error !== null) resolve({ fault: error.message });
    });
  });
  signal.throwIfAborted();
  if ('fault' in answer) throw new BackupError(answer.fault);
  return answer.made;
}
