import { createHash } from 'node:crypto';
import { AppError } from '../../kit/core/index.ts';
import type { FileStorage } from '../../engines/files/file-storage.ts';
import { type EncodedImage, smallerWidths, storedType } from './encoded-image.ts';

/** Stores images by the hash of their content, so that decks which have the same one share it. */
export class ImageStore {
  constructor(private readonly files: FileStorage) {}

  /** The key of an image, a SHA-256 in hexadecimal. */
  static keyOf({ bytes }: EncodedImage): string {
    return createHash('sha256').update(bytes).digest('hex');
  }

  /** Writes what is missing of an image. @throws AppError `UNAVAILABLE`, as all methods do */
  async write(key: string, { bytes, smaller }: EncodedImage): Promise<void> {
    await this.#withStorage(async () => {
      if ((await this.files.size(nameOf(key, null))) === bytes.length) return;
      // The whole image goes last: where it is, the smaller ones are.
      for (const one of smaller) await this.#write(nameOf(key, one.width), one.bytes);
      await this.#write(nameOf(key, null), bytes);
    });
  }

  /** @param width one of `smallerWidths` that the image has; null for the whole image @returns null when there is none */
  read(key: string, width: number | null): Promise<Buffer | null> {
    return this.#withStorage(() => this.files.read(nameOf(key, width)));
  }

  async remove(key: string): Promise<void> {
    await this.#withStorage(async () => {
      for (const width of [null, ...smallerWidths]) await this.files.remove(nameOf(key, width));
    });
  }

  #write(name: string, bytes: Uint8Array): Promise<void> {
    return this.files.write(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), storedType);
  }

  async #withStorage<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const detail = 'The storage of images does not answer right now; try again shortly.';
      throw new AppError('image_storage_unavailable', detail, [], { cause });
    }
  }
}

function nameOf(key: string, width: number | null): string {
  return width === null ? `${key}.webp` : `${key}-${width}.webp`;
}
