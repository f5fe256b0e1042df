import path from 'node:path';
import { ProcessEnded, ProcessPool } from '../../kit/core/index.ts';
import type { GivenImage } from './encode-image.ts';
import type { EncodedImage, ImageFault } from './encoded-image.ts';

const program = path.join(import.meta.dirname, `image-encoder.child${path.extname(import.meta.filename)}`);

/**
 * Reads images in a child process: a photo takes 1 s of processor time, and a decoder is where a hostile file is met
 * first. One at a time, because a large one takes up to 440 MB.
 */
export class ImageEncoder extends ProcessPool<GivenImage, EncodedImage | ImageFault> {
  constructor() {
    super(program, { processes: 1, waiting: 8, perHolder: 4, waitMs: 15_000, processorMs: 15_000, ms: 30_000 });
  }

  /** @throws AppError as `run` does */
  async encode(bytes: Uint8Array, holder: string | null): Promise<EncodedImage | ImageFault> {
    return this.run({ bytes }, holder).catch((error: unknown) => {
      // The decoder has crashed: no other file does that to it.
      if (error instanceof ProcessEnded) return { fault: 'damaged' as const };
      throw error;
    });
  }
}
