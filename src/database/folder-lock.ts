import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { StartupError } from '../errors.ts';

/**
 * Keeps a second process out of an embedded database, which two writers would destroy.
 * The lock names its process, so that one left behind by a crash is recognised and taken over.
 */
export class FolderLock {
  private constructor(private readonly file: string) {}

  /** @throws StartupError while a living process holds the folder */
  static async take(folder: string): Promise<FolderLock> {
    const file = path.join(folder, 'deckcast.pid');
    // Creating the file is a single step, so that of processes that start together only one gets past it.
    while (!(await create(file))) {
      const holder = await holderOf(file);
      if (holder !== process.pid && isAlive(holder)) {
        throw new StartupError(
          `Another Deckcast (process ${holder}) uses the data folder ${folder}: stop it, or set DATA_DIR or DATABASE_URL.`,
        );
      }
      await rm(file, { force: true });
    }
    return new FolderLock(file);
  }

  async release(): Promise<void> {
    await rm(this.file, { force: true });
  }
}

async function create(file: string): Promise<boolean> {
  try {
    await writeFile(file, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function holderOf(file: string): Promise<number> {
  const read = async (): Promise<number> => Number(await readFile(file, 'utf8').catch(() => '0'));
  // An empty file may be one whose process is about to write its number.
  return (await read()) || setTimeout(200).then(read);
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is there, but belongs to somebody else.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
