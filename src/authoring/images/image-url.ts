import { smallerWidths } from './encoded-image.ts';

const pattern = /^\/api\/images\/([0-9a-f]{64})\.webp$/;

/** Where clients get a stored image. */
export function imageUrlOf(key: string): string {
  return `/api/images/${key}.webp`;
}

/** Whether a link names a stored image, and nothing beside it. */
export function isImageUrl(url: string): boolean {
  return pattern.test(url);
}

/** The key of the stored image that a link names; null for any other link. */
export function imageKeyOf(url: string): string | null {
  return pattern.exec(url)?.[1] ?? null;
}

/** A link as it is stored: what clients read is signed, and they may send back what they have read, of any width. */
export function unsignedImageUrl(url: string): string {
  const [path = ''] = url.split('?', 1);
  return isImageUrl(path) ? path : url;
}

/** The width of the file that is stored for a requested one: null for the whole image. */
export function storedWidth(requested: number | undefined, width: number): number | null {
  return smallerWidths.find((one) => one === requested && one < width) ?? null;
}
