import { type AppError } from '../../kit/core/index.ts';
import {
  charge,
  type DayQuota,
  inTransaction,
  lockKey,
  type RequestScope,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { unprocessable } from '../../kit/input/index.ts';
import { requireDeck } from '../decks/deck.reader.ts';
import { lockDeck } from '../decks/deck.service.ts';
import { type EncodedImage, type ImageFault, storedType } from './encoded-image.ts';
import { Image } from './image.entity.ts';
import { type ImageEncoder } from './image-encoder.ts';
import { keepImage } from './image-names.ts';
import { ImageStore } from './image-store.ts';
import { imageUrlOf } from './image-url.ts';

/** Most images of a deck. */
const mostImages = 1_000;

interface ImageParts {
  readonly store: ImageStore;
  readonly encoder: ImageEncoder;
  readonly stored: DayQuota;
}

/** A file that a client sends. */
interface SentImage {
  readonly bytes: Uint8Array;
  /** Where it is in the request, as a JSON Pointer. */
  readonly pointer: string;
}

/** Stores images of decks. */
export class ImageService {
  constructor(private readonly parts: ImageParts) {}

  /**
   * Stores an image. The same image again is the image that the deck has.
   *
   * @throws AppError `NOT_FOUND`; `UNPROCESSABLE` for a file that cannot be stored, with the fix, or when the deck has too
   * many; `QUOTA_EXCEEDED`; `UNAVAILABLE` and `TOO_MANY_REQUESTS` while too many are being read
   */
  async upload(scope: RequestScope, deckId: string, sent: SentImage): Promise<Image> {
    const id = await requireDeck(scope, deckId);
    const image = await this.read(scope, sent);
    return inTransaction(scope, async (transaction) => {
      const deck = await lockDeck(transaction, id);
      return this.store(transaction, deck.id, image);
    });
  }

  /** Reads a file that is to be stored. It takes a while: no transaction waits for it. @throws AppError as `upload` does */
  async read({ actor }: RequestScope, { bytes, pointer }: SentImage): Promise<EncodedImage> {
    const image = await this.parts.encoder.encode(bytes, actor.key);
    if ('fault' in image) throw refusal(image, pointer);
    return image;
  }

  /** Stores an image that was read, for a locked deck. @throws AppError as `upload` does */
  async store(transaction: TransactionScope, deckId: string, image: EncodedImage): Promise<Image> {
    const { store, stored } = this.parts;
    const { em } = transaction;
    const key = ImageStore.keyOf(image);
    const url = imageUrlOf(key);
    if (await keepImage(transaction, deckId, url)) return em.findOneOrFail(Image, { deckId, url });
    if ((await em.count(Image, { deckId })) >= mostImages) {
      const detail = `A deck has at most ${mostImages.toLocaleString('en-US')} images: those that nothing names are removed in time.`;
      throw unprocessable('limit_reached', '/deckId', 'length', detail);
    }
    await charge(transaction, [[stored, () => bytesOf(image)]]);
    // A removal of the last image with this file waits, or has removed the file.
    await lockKey(em.getKysely<unknown>(), 'image', key);
    await store.write(key, image);
    const { width, height } = image;
    const facts = { deckId, url, width, height, byteSize: image.bytes.length, contentType: storedType };
    const row = Object.assign(new Image(), facts);
    await em.persist(row).flush();
    return row;
  }
}

function bytesOf({ bytes, smaller }: EncodedImage): number {
  return smaller.reduce((sum, one) => sum + one.bytes.length, bytes.length);
}

function refusal(image: ImageFault, pointer: string): AppError {
  if (image.fault === 'too_large') {
    const [pixels, most] = [image.pixels, image.most].map((count) => Math.round(count / 1_000_000));
    const detail = `The image has ${pixels} megapixels, and one of its format may have ${most}: make it smaller, for example 4,000 pixels wide.`;
    return unprocessable('image_too_large', pointer, 'range', detail);
  }
  const detail =
    image.fault === 'damaged'
      ? 'The image is damaged or cut off, so that it cannot be shown whole: open it in an image program, save it again, and send that file.'
      : 'The file is none of PNG, JPEG, WebP, AVIF and GIF, whatever its name and type say: export the image in one of them.';
  return unprocessable('image_unreadable', pointer, 'format', detail);
}
