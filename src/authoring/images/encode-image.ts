import sharp, { type Metadata, type OutputInfo, type Sharp } from 'sharp';
import { type EncodedImage, type ImageFault, longestSide, smallerWidths } from './encoded-image.ts';

/** Most pixels of an image that is read: the largest photos of phones have 50 million. */
const mostPixels = 52_000_000;
/** The decoder of AVIF holds the whole image several times over. */
const mostPixelsOfAvif = 20_000_000;

const quality = 82;

// The format is judged by the content alone, and no other decoder ever sees it: SVG would be parsed to learn its size.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((format) => `VipsForeignLoad${format}Buffer`),
});
// One image at a time, of which none comes twice.
sharp.cache(false);
sharp.concurrency(1);

/** An image whose bytes a client sent. */
export interface GivenImage {
  readonly bytes: Uint8Array;
}

/**
 * Reads an image and writes it anew in all its widths: of an animation its first frame. Nothing of the file is kept but
 * its pixels: places, names of devices, thumbnails and comments are gone.
 */
export async function encodeImage({ bytes }: GivenImage): Promise<EncodedImage | ImageFault> {
  const metadata = await metadataOf(bytes).catch(() => null);
  // HEIC, which phones also write, is in the same container.
  if (metadata === null || (metadata.format === 'heif' && metadata.compression !== 'av1'))
    return { fault: 'unreadable' };
  const [pixels, most] = [metadata.width * metadata.height, mostPixelsIn(metadata)];
  if (pixels > most) return { fault: 'too_large', pixels, most };
  const decoded = await decode(bytes, most).catch(() => null);
  return decoded === null ? { fault: 'damaged' } : encode(decoded);
}

interface Decoded {
  readonly data: Buffer;
  readonly info: OutputInfo;
}

function mostPixelsIn({ format }: Metadata): number {
  return format === 'heif' ? mostPixelsOfAvif : mostPixels;
}

async function metadataOf(bytes: Uint8Array): Promise<Metadata> {
  return sharp(bytes, { limitInputPixels: false }).metadata();
}

/** The pixels, upright and no larger than they are stored. */
function decode(bytes: Uint8Array, limitInputPixels: number): Promise<Decoded> {
  return sharp(bytes, { limitInputPixels, failOn: 'error' })
    .autoOrient()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
}

async function encode({ data, info: { width, height, channels } }: Decoded): Promise<EncodedImage> {
  const pixels = (): Sharp => sharp(data, { raw: { width, height, channels } });
  const smaller = [];
  for (const narrower of smallerWidths.filter((one) => one < width)) {
    smaller.push({ width: narrower, bytes: await pixels().resize(narrower).webp({ quality }).toBuffer() });
  }
  return { width, height, bytes: await pixels().webp({ quality }).toBuffer(), smaller };
}
