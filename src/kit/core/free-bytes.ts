import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** The free space of the disk that a folder is on, in bytes. One that is yet to be made will be on that of its parent. */
export async function freeBytes(folder: string): Promise<number> {
  const place = path.resolve(folder);
  try {
    const { bavail, bsize } = await statfs(place);
    return bavail * bsize;
  } catch (error) {
    const parent = path.dirname(place);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || parent === place) throw error;
    return freeBytes(parent);
  }
}
