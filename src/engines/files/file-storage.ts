import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Storage of files. Writes are atomic, and a written file never changes. */
export interface FileStorage {
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** Length in bytes; null when there is no such file. */
  size(name: string): Promise<number | null>;
  write(name: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Does nothing when there is no such file. */
  remove(name: string): Promise<void>;
  /** The names of all files, in no order. What is written meanwhile may be missing. */
  list(): AsyncIterable<string>;
}

/** Stores files in a folder, in subfolders named by the first two characters of the file. */
export class FolderFiles implements FileStorage {
  constructor(private readonly folder: string) {}

  read(name: string): Promise<Buffer | null> {
    return readFile(this.#path(name)).catch(absent);
  }

  async size(name: string): Promise<number | null> {
    const found = await stat(this.#path(name)).catch(absent);
    return found?.size ?? null;
  }

  /** Writes under a temporary name and renames, so that a crash never leaves half a file. */
  async write(name: string, bytes: Buffer): Promise<void> {
    const target = this.#path(name);
    const unfinished = `${target}.${randomUUID()}.tmp`;
    await mkdir(path.dirname(target), { recursive: true });
    try {
      await writeFile(unfinished, bytes);
      await rename(unfinished, target);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#path(name), { force: true });
  }

  async *list(): AsyncGenerator<string> {
    const folders = (await readdir(this.folder).catch(absent)) ?? [];
    for (const folder of folders) {
      const names = (await readdir(path.join(this.folder, folder)).catch(absent)) ?? [];
      yield* names.filter((name) => !name.endsWith('.tmp'));
    }
  }

  #path(name: string): string {
    return path.join(this.folder, name.slice(0, 2), name);
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
