import { promisify } from 'node:util';
import { crc32, inflate } from 'node:zlib';

/** What the data URL of a PNG begins with. */
export const pngUrlStart = 'data:image/png;base64,';

export function pngUrl(png: Buffer): string {
  return pngUrlStart + png.toString('base64');
}

/** A PNG that was read whole and holds nothing but its picture. */
export interface PngImage {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /**
   * The file, without the parts that are no picture: texts, places, profiles, what stands behind the end. All readers
   * show it alike: what PDFKit reads otherwise is refused, or written so that it cannot.
   */
  readonly bytes: Buffer;
}

/** What a PNG may be, at most. */
export interface PngLimits {
  /** Of each side, in pixels. */
  readonly side: number;
  /** Of the whole picture. */
  readonly pixels: number;
}

/** Why bytes are not taken as a PNG. The message completes the sentence "logo …". */
export class PngFault extends Error {}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Samples of a pixel, by the color type of the format. */
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const palette = 3;
/** The parts that make the picture. */
const kept: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate);

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  /** With length and checksum. */
  readonly whole: Buffer;
}

interface Header {
  readonly width: number;
  readonly height: number;
  /** Of a row, with the byte of its filter. */
  readonly rowBytes: number;
  readonly colorType: number;
  /** Bits of a sample. */
  readonly depth: number;
}

/**
 * Reads a PNG to its last pixel, so that every later reader can. What is unpacked is no larger than the header
 * declares, and that is limited.
 *
 * @throws PngFault
 */
export async function readPng(file: Buffer, limits: PngLimits): Promise<PngImage> {
  const chunks = chunksOf(file).filter(({ type }) => kept.has(type));
  const header = headerOf(chunks[0], limits);
  const { width, height, rowBytes } = header;
  requirePalette(chunks, header);
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const size = rowBytes * height;
  const rows = await unpack(packed, { maxOutputLength: size }).catch(() => null);
  if (rows?.length !== size) throw new PngFault('must be a PNG with as many pixels as its header declares');
  for (let at = 0; at < size; at += rowBytes) {
    if ((rows[at] ?? 0) > 4) throw new PngFault('must be a PNG that can be decoded: a row has an unknown filter');
  }
  return { width, height, bytes: Buffer.concat([signature, ...pictureOf(chunks, header)]) };
}

/** The size in pixels of a PNG that `readPng` has taken. */
export function pngSize(png: Buffer): { readonly width: number; readonly height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

function chunksOf(file: Buffer): Chunk[] {
  if (!file.subarray(0, signature.length).equals(signature)) throw new PngFault('must be a PNG');
  const chunks: Chunk[] = [];
  for (let at = signature.length; chunks.at(-1)?.type !== 'IEND';) {
    const length = at + 12 > file.length ? Infinity : file.readUInt32BE(at);
    if (at + 12 + length > file.length) throw new PngFault('must be a whole PNG: this one is cut off');
    const whole = file.subarray(at, at + 12 + length);
    if (crc32(whole.subarray(4, 8 + length)) !== whole.readUInt32BE(8 + length)) {
      throw new PngFault('must be an intact PNG: a checksum is wrong');
    }
    chunks.push({ type: whole.toString('latin1', 4, 8), data: whole.subarray(8, 8 + length), whole });
    at += whole.length;
  }
  return chunks;
}

function headerOf(chunk: Chunk | undefined, limits: PngLimits): Header {
  if (chunk?.type !== 'IHDR' || chunk.data.length !== 13) throw new PngFault('must be a PNG with a header');
  const { data } = chunk;
  const [width, height] = [data.readUInt32BE(0), data.readUInt32BE(4)];
  const [depth = 0, colorType = 0, packing, filter, interlace] = data.subarray(8);
  const { side, pixels } = limits;
  if (width < 1 || height < 1 || width > side || height > side || width * height > pixels) {
    const [most, all] = [side, pixels].map((count) => count.toLocaleString('en-US'));
    throw new PngFault(`must have at most ${most} pixels on each side and ${all} in all, not ${width} × ${height}`);
  }
  const samples = samplesOf[colorType];
  const isDepth = depth === 8 || ([0, palette].includes(colorType) && [1, 2, 4].includes(depth));
  if (samples === undefined || !isDepth || packing !== 0 || filter !== 0 || interlace !== 0) {
    throw new PngFault('must be a PNG of at most 8 bits a color that is not interlaced: save it as such');
  }
  return { width, height, colorType, depth, rowBytes: 1 + Math.ceil((width * samples * depth) / 8) };
}

/**
 * A picture with a palette needs it before its pixels. Transparency is a channel of its own, or stands beside a palette of
 * 8 bits: PDFKit takes that of smaller palettes, and of single colors, for another one.
 */
function requirePalette(chunks: readonly Chunk[], { colorType, depth }: Header): void {
  const places = (type: string): Chunk[] => chunks.filter((chunk) => chunk.type === type);
  const [colors, transparency] = [places('PLTE'), places('tRNS')];
  const entries = entriesOf(chunks);
  const isPalette =
    colors.length <= 1 && Number.isInteger(entries) && entries <= 256 && (entries > 0 || colorType !== palette);
  if (!isPalette || transparency.length > 1 || places('IHDR').length > 1) throw unfit();
  if (transparency.length === 0) return;
  if (colorType !== palette || depth !== 8) {
    throw new PngFault('must have its transparency as an alpha channel: save it as a PNG of 32 bits (RGBA)');
  }
  if ((transparency[0]?.data.length ?? 0) > entries) throw unfit();
}

function unfit(): PngFault {
  return new PngFault('must be a PNG that can be decoded: its palette does not fit its pixels');
}

/** How many colors the palette has. */
function entriesOf(chunks: readonly Chunk[]): number {
  return (chunks.find(({ type }) => type === 'PLTE')?.data.length ?? 0) / 3;
}

/** The parts as they are kept: a palette where pixels name its colors, with the transparency of each color. */
function pictureOf(chunks: readonly Chunk[], { colorType }: Header): Buffer[] {
  return chunks.flatMap(({ type, data, whole }) => {
    if (type === 'PLTE' && colorType !== palette) return [];
    if (type !== 'tRNS') return [whole];
    return [chunkOf(type, Buffer.concat([data, Buffer.alloc(entriesOf(chunks) - data.length, 255)]))];
  });
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
