import { isAudioUrl } from '../../engines/audio/audio-url.ts';
import { pngUrl } from '../../engines/pdf/png.ts';
import { attributeNames, type Attributes } from '../../kit/data/index.ts';
import type { DeckContents } from '../decks/deck-contents.ts';
import { deckAttributes } from '../decks/deck.attributes.ts';
import { faqAttributes } from '../faqs/faq.attributes.ts';
import { type ImageNames, imagesOf } from '../images/image-names.ts';
import { isImageUrl, unsignedImageUrl } from '../images/image-url.ts';
import { slideAttributes } from '../slides/slide.attributes.ts';
import { type DeckFile, DeckFileFormat, deckFileVersion } from './deck-file.inputs.ts';

/** A deck file as it is written: what creates the rows, without what is null. */
export interface WrittenDeckFile {
  readonly format: DeckFileFormat;
  readonly formatVersion: number;
  readonly deck: object;
  readonly slides: readonly object[];
  readonly faqs: readonly object[];
}

/**
 * The contents of a deck as a file has them. A recording that this server stores is left out with its word timings:
 * nobody else has it, and presentations are spoken anew.
 *
 * @param logo the logo of its brand, a PNG; null without one
 */
export function writeDeckFile({ deck, slides, faqs }: DeckContents, logo: Buffer | null): WrittenDeckFile {
  const brand = deck.brand && { ...deck.brand, logo: logo && pngUrl(logo) };
  return {
    format: DeckFileFormat.DECK,
    formatVersion: deckFileVersion,
    deck: written(deckAttributes, { ...deck, brand }),
    // Their order is that of the list.
    slides: slides.map((slide) => written(slideAttributes, { ...withoutStoredAudio(slide), orderIndex: null })),
    faqs: faqs.map((faq) => written(faqAttributes, withoutStoredAudio(faq))),
  };
}

interface Narrated {
  readonly audioUrl: string | null;
}

function withoutStoredAudio<Row extends Narrated>(row: Row): Row {
  return row.audioUrl !== null && isAudioUrl(row.audioUrl) ? { ...row, audioUrl: null, wordTimings: [] } : row;
}

function written(set: Attributes, row: object): object {
  const names = [...attributeNames(set, () => true), 'translations'];
  const entries = names.map((name) => [name, Reflect.get(row, name) as unknown] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== null && value !== undefined));
}

/** The links of the images of this server that slides show, each once. */
export function storedImagesOf(slides: readonly ImageNames[]): string[] {
  return [...linksIn(slides)].filter(isImageUrl);
}

/** The images of a file that its slides show: no others are read. */
export function shownImagesOf({ slides, images }: DeckFile): { at: number; url: string; data: string }[] {
  const shown = linksIn(slides);
  return images
    .map(({ url, data }, at) => ({ at, url: unsignedImageUrl(url), data }))
    .filter(({ url }) => shown.has(url));
}

function linksIn(slides: readonly ImageNames[]): ReadonlySet<string> {
  return new Set(slides.flatMap(imagesOf).map(({ link }) => link));
}
