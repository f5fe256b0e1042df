import { randomBytes } from 'node:crypto';
import { crc32, deflateSync } from 'node:zlib';
import type { RestClient } from './rest-client.ts';

/** What a PNG has beside its size. */
interface PngOptions {
  readonly depth?: number;
  readonly colorType?: number;
  readonly interlace?: number;
  /** The pixels, each row after a byte of its filter; by default black ones. */
  readonly rows?: Buffer;
  /** Parts before the pixels. */
  readonly before?: readonly Buffer[];
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const samplesOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** A part of a PNG, with its checksum. */
export function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

/** A PNG, by default of opaque pixels in red, green and blue. */
export function png(width: number, height: number, options: PngOptions = {}): Buffer {
  const { depth = 8, colorType = 2, interlace = 0, before = [] } = options;
  const rowBytes = 1 + Math.ceil((width * (samplesOf[colorType] ?? 1) * depth) / 8);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlace], 8);
  const pixels = deflateSync(options.rows ?? Buffer.alloc(rowBytes * height), { level: 9 });
  const parts = [chunk('IHDR', header), ...before, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...parts]);
}

/** A PNG that is like no other. */
export function anyPng(): Buffer {
  return png(2, 2, { rows: Buffer.concat([0, 1].map(() => Buffer.concat([Buffer.alloc(1), randomBytes(6)]))) });
}

/** A picture as clients send it. */
export function dataUrl(file: Buffer): string {
  return `data:image/png;base64,${file.toString('base64')}`;
}

/** Uploads a picture like no other to a deck. @returns the key of the image */
export async function uploadedKey(rest: RestClient, deckId: string): Promise<string> {
  const { body } = await rest.post<{ image?: { url: string } }>(`/api/decks/${deckId}/images`, anyPng());
  const [, key] = /\/([0-9a-f]{64})\.webp/.exec(body.image?.url ?? '') ?? [];
  if (key === undefined) throw new Error(`no image was stored: ${JSON.stringify(body)}`);
  return key;
}
