/** Most pixels on a side of a stored image: what screens of 2,560 pixels show. */
export const longestSide = 2_560;

/** The widths of the smaller files of an image, for phones and for lists. An image that is narrower has none. */
export const smallerWidths: readonly number[] = [640, 1_280];

/** The formats that are read, by their media types. No SVG: it is a document that runs scripts. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'] as const;

/** The media type of every stored image: each browser shows it, it has transparency, and photos are small. */
export const storedType = 'image/webp';

/** A file that is stored, of one width. */
interface ImageFile {
  readonly width: number;
  readonly bytes: Uint8Array;
}

/** An image as it is stored: upright, in sRGB, without metadata. */
export interface EncodedImage {
  readonly width: number;
  readonly height: number;
  readonly bytes: Uint8Array;
  /** One for each of `smallerWidths` below its width. */
  readonly smaller: readonly ImageFile[];
}

/** Why a file is not stored. */
export type ImageFault =
  | { readonly fault: 'unreadable' | 'damaged' }
  | { readonly fault: 'too_large'; readonly pixels: number; readonly most: number };
