import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
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
    const holder = Number(await readFile(file, 'utf8').catch(() => '0'));
    if (holder !== process.pid && isAlive(holder)) {
      throw new StartupError(
        `Another Deckcast (process ${holder}) uses the data folder ${folder}: stop it, or set DATA_DIR or DATABASE_URL.`,
      );
    }
    await writeFile(file, String(process.pid));
    return new FolderLock(file);
  }

  async release(): Promise<void> {
    await rm(this.file, { force: true });
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
