import { registerEnumType } from 'type-graphql';
import { Input, InputObject, integer, json, list, object, oneOf, text } from '../../kit/input/index.ts';
import { maxListed } from '../../kit/data/index.ts';
import { CreateDeckInput } from '../decks/deck.inputs.ts';
import { CreateFaqInput } from '../faqs/faq.inputs.ts';
import { CreateSlideInput } from '../slides/slide.inputs.ts';

/** What a file says that it is. */
export const DeckFileFormat = { DECK: 'deckcast.deck' } as const;
export type DeckFileFormat = (typeof DeckFileFormat)[keyof typeof DeckFileFormat];
registerEnumType(DeckFileFormat, { name: 'DeckFileFormat', description: 'What a file is.' });

/** The form that files have now. Readers of a later form read this one, too. */
export const deckFileVersion = 1;

/** Most images of a file: each is decoded when the file is imported. */
export const mostImagesOfFile = 100;
/** Most bytes of a file. It is parsed as a whole, for about a tenth of a second. */
export const mostBytesOfFile = 33_554_432;

@InputObject('An image of a deck file.')
export class DeckFileImage {
  @Input(text({ max: 200, description: 'What slides of the file name it by.' }))
  url!: string;

  @Input(text({ max: mostBytesOfFile, format: 'base64', description: 'The file in base64.' }))
  data!: string;
}

/** A whole deck as one JSON document. Its members are what creates them, so that each rule is written once. */
@InputObject('A deck with its slides, FAQs, translations, brand and images, in one document.')
export class DeckFile {
  @Input(oneOf(DeckFileFormat, { description: 'What the document is.' }))
  format!: DeckFileFormat;

  @Input(integer({ min: 1, max: deckFileVersion, description: 'The form of the document.' }))
  formatVersion!: number;

  @Input(object(() => CreateDeckInput, { description: 'The deck; its logo is a data URL.' }))
  deck!: CreateDeckInput;

  @Input(
    list(
      object(() => CreateSlideInput),
      { max: maxListed, description: 'The slides in their order.' },
    ),
  )
  slides!: CreateSlideInput[];

  @Input(
    list(
      object(() => CreateFaqInput),
      { max: maxListed, description: 'The FAQs in their order.' },
    ),
  )
  faqs!: CreateFaqInput[];

  @Input(
    list(
      object(() => DeckFileImage),
      { max: mostImagesOfFile, description: 'The stored images that the slides name.' },
    ),
  )
  images!: DeckFileImage[];
}

/** Arguments of `importDeck` in GraphQL: the names within a file are those of REST. */
@InputObject('A deck to create from a file.')
export class ImportDeckInput {
  @Input(json({ describedBy: () => DeckFile, description: 'The document, as deckFile and exportDeck answer it.' }))
  file!: object;
}
