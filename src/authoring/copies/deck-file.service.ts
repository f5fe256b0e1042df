import { AppError, jsonSize, within } from '../../kit/core/index.ts';
import { inTransaction, type RequestScope } from '../../kit/data/index.ts';
import { readLogo } from '../brands/logos.ts';
import { readContents } from '../decks/deck-contents.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { readDeck } from '../decks/deck.reader.ts';
import type { DeckService } from '../decks/deck.service.ts';
import type { FaqService } from '../faqs/faq.service.ts';
import type { EncodedImage } from '../images/encoded-image.ts';
import { withImages } from '../images/image-names.ts';
import type { ImageStore } from '../images/image-store.ts';
import { imageKeyOf } from '../images/image-url.ts';
import { Image } from '../images/image.entity.ts';
import type { ImageService } from '../images/image.service.ts';
import type { SlideService } from '../slides/slide.service.ts';
import { shownImagesOf, storedImagesOf, writeDeckFile, type WrittenDeckFile } from './deck-file.ts';
import { type DeckFile, type DeckFileImage, mostBytesOfFile, mostImagesOfFile } from './deck-file.inputs.ts';

interface Parts {
  readonly decks: DeckService;
  readonly slides: SlideService;
  readonly faqs: FaqService;
  readonly images: ImageService;
  readonly imageStore: ImageStore;
}

/** A deck as a file whose images are read one after the other. */
export interface ExportedDeck {
  readonly name: string;
  readonly contents: WrittenDeckFile;
  readonly images: AsyncGenerator<DeckFileImage, void>;
}

/** Bytes of an image in a file beside its data. */
const bytesBesideData = 120;

/** Writes decks as files, and makes decks of files: in the same server or in another one. */
export class DeckFileService {
  constructor(private readonly parts: Parts) {}

  /**
   * A deck as a file. It can always be imported.
   *
   * @throws AppError `NOT_FOUND`, or `OVER_BUDGET` for a deck with more than a file may have
   */
  async export(scope: RequestScope, deckId: string): Promise<ExportedDeck> {
    const deck = await readDeck(scope, deckId);
    const all = await readContents(scope, deck);
    const logo = deck.brand?.logo ? await readLogo(scope, deck.brand.logo) : null;
    const contents = writeDeckFile(all, logo);
    const shown = storedImagesOf(all.slides);
    const images = await scope.em.fork().find(Image, { deckId: deck.id, url: shown });
    const ofImages = images.reduce((sum, { byteSize }) => sum + Math.ceil(byteSize / 3) * 4 + bytesBesideData, 0);
    requireFits(jsonSize(contents, Infinity) + ofImages, shown.length);
    return { name: deck.name, contents, images: this.#imagesIn(shown) };
  }

  async *#imagesIn(urls: readonly string[]): AsyncGenerator<DeckFileImage, void> {
    for (const url of urls) {
      const bytes = await this.parts.imageStore.read(imageKeyOf(url) ?? '', null);
      if (bytes === null)
        throw new AppError('image_storage_unavailable', `The storage has no file for the image ${url}.`);
      yield { url, data: bytes.toString('base64') };
    }
  }

  /**
   * Makes a deck of a file, whole or not at all. Its events are those of a deck that is written by hand. An image that
   * the author sees in another deck is taken from there; all others are decoded and written anew, as uploads are.
   *
   * @throws AppError as the services of its parts do, with pointers such as `/slides/2/title`
   */
  async import(scope: RequestScope, file: DeckFile): Promise<Deck> {
    const { decks, slides, faqs, images } = this.parts;
    const read = await this.#readImages(scope, file);
    return inTransaction(scope, async (transaction) => {
      const deck = await within('/deck', () => decks.create(transaction, file.deck));
      const links = new Map<string, string>();
      for (const { url, image } of read) links.set(url, (await images.store(transaction, deck.id, image)).url);
      const linked = file.slides.map((slide) => withImages(slide, links));
      await slides.createAll(transaction, deck.id, linked);
      await faqs.createAll(transaction, deck.id, file.faqs, (at) => `/faqs/${at}`);
      return deck;
    });
  }

  async #readImages(scope: RequestScope, file: DeckFile): Promise<{ url: string; image: EncodedImage }[]> {
    const shown = shownImagesOf(file);
    const seen = await scope.em.fork().find(Image, { url: shown.map(({ url }) => url) }, { fields: ['url'] });
    const isSeen = new Set(seen.map(({ url }) => url));
    const read = [];
    for (const { at, url, data } of shown) {
      if (isSeen.has(url)) continue;
      const bytes = Buffer.from(data, 'base64');
      read.push({ url, image: await this.parts.images.read(scope, { bytes, pointer: `/images/${at}/data` }) });
    }
    return read;
  }
}

function requireFits(bytes: number, images: number): void {
  if (images > mostImagesOfFile) {
    const detail = `The slides show ${images} stored images, and a file may have ${mostImagesOfFile}: duplicate the deck in place of exporting it, or divide it.`;
    throw new AppError('over_budget', detail);
  }
  if (bytes <= mostBytesOfFile) return;
  const [has, may] = [bytes, mostBytesOfFile].map((count) => Math.ceil(count / 1_000_000));
  const detail = `The file would have ${has} MB, and it may have ${may}: make images smaller, or take some out.`;
  throw new AppError('over_budget', detail);
}
