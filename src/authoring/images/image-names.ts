import { insertAll, type RequestScope, type TransactionScope } from '../../kit/data/index.ts';
import { v7 as uuidv7 } from 'uuid';
import { unprocessable } from '../../kit/input/index.ts';
import { Image } from './image.entity.ts';
import { isImageUrl, unsignedImageUrl } from './image-url.ts';

/** What of a slide may name images. */
export interface ImageNames {
  readonly heroImg?: string | null;
  readonly productData?: ({ readonly brandLogo?: string | null } & object) | null;
}

/** A link to an image, and where a slide has it, as a JSON Pointer. */
interface Named {
  readonly link: string;
  readonly pointer: string;
}

/** The images that a slide shows, without their signatures. */
export function imagesOf({ heroImg, productData }: ImageNames): Named[] {
  const named: readonly [string | null | undefined, string][] = [
    [heroImg, '/heroImg'],
    [productData?.brandLogo, '/productData/brandLogo'],
  ];
  return named.flatMap(([link, pointer]) => (link ? [{ link: unsignedImageUrl(link), pointer }] : []));
}

/** The slide with other links to its images. @param links those that change, by what they are without signatures */
export function withImages<Given extends ImageNames>(slide: Given, links: ReadonlyMap<string, string>): Given {
  const linkOf = (link: string): string => links.get(unsignedImageUrl(link)) ?? link;
  const { heroImg, productData } = slide;
  const brandLogo = productData?.brandLogo;
  return {
    ...slide,
    ...(heroImg ? { heroImg: linkOf(heroImg) } : {}),
    ...(brandLogo ? { productData: { ...productData, brandLogo: linkOf(brandLogo) } } : {}),
  };
}

/**
 * Reads the images that a slide of a locked deck names: without signatures, and only if the author may have them. From
 * then on they are in use. One of another deck becomes one of this deck, too.
 *
 * @throws AppError `UNPROCESSABLE` for an image that the author does not see
 */
export async function admitImages<Given extends ImageNames>(
  transaction: TransactionScope,
  deckId: string,
  input: Given,
): Promise<Given> {
  const links = new Map<string, string>();
  for (const named of imagesOf(input)) {
    await admit(transaction, deckId, named);
    links.set(named.link, named.link);
  }
  return withImages(input, links);
}

async function admit(transaction: TransactionScope, deckId: string, { link: url, pointer }: Named): Promise<void> {
  if (!isImageUrl(url) || (await keepImage(transaction, deckId, url)) || (await adopted(transaction, deckId, url))) {
    return;
  }
  const detail = `${pointer.slice(1).replace('/', '.')} names no stored image of the decks that this key sees: upload the image to the deck, and give its url.`;
  throw unprocessable('reference_unknown', pointer, 'unknown', detail);
}

/**
 * Keeps an image of a deck from being removed. It waits for a removal that is under way, and that waits for this.
 *
 * @returns whether the deck has it
 */
export async function keepImage({ em }: TransactionScope, deckId: string, url: string): Promise<boolean> {
  return (await em.nativeUpdate(Image, { deckId, url }, { unusedSince: null })) > 0;
}

/** Gives a deck an image that another one has. @returns whether the actor sees one that has it */
async function adopted(transaction: TransactionScope, deckId: string, url: string): Promise<boolean> {
  const { em } = transaction;
  const other = await em.findOne(Image, { url });
  if (other === null || !(await keepImage(transaction, other.deckId, url))) return false;
  const { width, height, byteSize, contentType } = other;
  em.persist(Object.assign(new Image(), { deckId, url, width, height, byteSize, contentType }));
  await em.flush();
  return true;
}

/** Gives the copy of a deck the images of the deck, but for those that may be removed at any time. */
export async function copyImages({ em }: RequestScope, deckId: string, copyId: string): Promise<void> {
  const images = await em.find(Image, { deckId, unusedSince: null });
  await insertAll(
    em,
    Image,
    images.map((image) => ({ ...image, id: uuidv7(), deckId: copyId })),
  );
}
