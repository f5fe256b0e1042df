import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Where audio is kept. A file is there whole or not at all, and never changes. */
export interface AudioFiles {
  /** Null when there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** Its length in bytes; null when there is no such file. */
  size(name: string): Promise<number | null>;
  write(name: string, bytes: Buffer, contentType: string): Promise<void>;
}

/** Keeps audio in a folder, divided among subfolders by the first letters of the names. */
export class FolderFiles implements AudioFiles {
  constructor(private readonly folder: string) {}

  read(name: string): Promise<Buffer | null> {
    return readFile(this.#path(name)).catch(absent);
  }

  async size(name: string): Promise<number | null> {
    const found = await stat(this.#path(name)).catch(absent);
    return found?.size ?? null;
  }

  /** By way of another name: whoever finds the file finds all of it, even when this process dies on the way. */
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

  #path(name: string): string {
    return path.join(this.folder, name.slice(0, 2), name);
  }
}

function absent(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
