import { constants, crc32, deflateRawSync } from 'node:zlib';

/** What is shorter is not worth the work. In bytes. */
const shortest = 512;
/** The longest block of deflate that is stored as it is, in bytes. */
const longestBlock = 65_535;
const level = 4;
/** The end of the last block, which is empty. */
const lastBlock = [0x03, 0x00];

/**
 * One gzip answer (RFC 1952) that is sent in parts, such as a stream of events. Each part is compressed by itself and can be
 * read at once: so nothing is kept between parts but a checksum, however many streams are open.
 */
export class GzipParts {
  /** Deflate, without a name or a time, of an unknown system. */
  readonly header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  #crc = 0;
  #size = 0;

  /**
   * @param bytes so few that they are compressed within a millisecond or two
   * @param isSecret whether they belong to what shows a secret: see `showsSecret`, which has to see all of it
   */
  part(bytes: Buffer, isSecret: boolean): Buffer {
    this.#crc = crc32(bytes, this.#crc);
    this.#size = (this.#size + bytes.length) >>> 0;
    if (bytes.length < shortest || isSecret) return stored(bytes);
    return deflateRawSync(bytes, { level, finishFlush: constants.Z_SYNC_FLUSH });
  }

  /** What ends the answer. */
  trailer(): Buffer {
    const trailer = Buffer.alloc(lastBlock.length + 8);
    trailer.set(lastBlock);
    trailer.writeUInt32LE(this.#crc, lastBlock.length);
    trailer.writeUInt32LE(this.#size, lastBlock.length + 4);
    return trailer;
  }
}

/** Blocks of deflate that are not compressed: a byte of flags, the length, and the length again with its bits inverted. */
function stored(bytes: Buffer): Buffer {
  const blocks: Buffer[] = [];
  for (let start = 0; start < bytes.length; start += longestBlock) {
    const block = bytes.subarray(start, start + longestBlock);
    const head = Buffer.alloc(5);
    head.writeUInt16LE(block.length, 1);
    head.writeUInt16LE(~block.length & 0xffff, 3);
    blocks.push(head, block);
  }
  return Buffer.concat(blocks);
}
