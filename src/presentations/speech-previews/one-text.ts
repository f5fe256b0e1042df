import { v7 as uuidv7 } from 'uuid';
import type { DeckContents } from '../../authoring/decks/deck-contents.ts';
import { faqAttributes } from '../../authoring/faqs/faq.attributes.ts';
import { Faq } from '../../authoring/faqs/faq.entity.ts';
import { slideAttributes, SlideType } from '../../authoring/slides/slide.attributes.ts';
import { Slide } from '../../authoring/slides/slide.entity.ts';
import { textsOf } from '../../authoring/translations/attribute-texts.ts';
import { chooseLanguage } from '../../engines/translation/choose-language.ts';
import type { AppError } from '../../kit/core/index.ts';
import { attributeNames, isNarrated, type Attributes, type RowOf } from '../../kit/data/index.ts';
import { requireLanguage, unprocessable } from '../../kit/input/index.ts';
import type { PreviewSpeechInput } from './speech-preview.inputs.ts';

/** What a presentation is made from for the sake of one of its texts. */
export interface OneText {
  readonly contents: DeckContents;
  /** The id of the slide or FAQ that has the text. */
  readonly sourceId: string;
}

/**
 * Leaves of a deck the text that the input names, as a draft where it has one, and the slides whose prices it may mention.
 *
 * @throws AppError `UNPROCESSABLE` unless it names one text of the deck, `INVALID_INPUT` for a language that is none
 */
export function oneText({ deck, slides, faqs }: DeckContents, input: PreviewSpeechInput): OneText {
  const { slideId = null, faqId = null, text = null, languageSettings } = input;
  const own = deck.defaultLanguage;
  const wanted = languageSettings?.languageCode ?? null;
  const reader = wanted === null ? own : requireLanguage(wanted, 'languageCode');
  if (slideId !== null && faqId !== null) throw unknown('/faqId', 'slideId and faqId name two texts: leave one out.');
  if (slideId !== null) {
    const slide = slides.find(({ id }) => id === slideId.toLowerCase()) ?? slides.find((it) => it.slideId === slideId);
    if (slide === undefined) throw unknown('/slideId', `The deck has no slide with the id or slideId ${slideId}.`);
    const written = drafted(slideAttributes, { row: slide, copy: new Slide() }, text, { own, reader });
    const priced = slides.filter((it) => it === slide || it.slideType === SlideType.PRODUCT_PRICING_V1);
    const kept = priced.map((it) => (it === slide ? written : it));
    return { contents: { deck, slides: kept, faqs: [] }, sourceId: slide.id };
  }
  const faq = faqId === null ? newFaq(deck.id, text) : faqs.find(({ id }) => id === faqId.toLowerCase());
  if (faq === undefined) throw unknown('/faqId', `The deck has no FAQ with the id ${faqId}.`);
  const priced = slides.filter(({ slideType }) => slideType === SlideType.PRODUCT_PRICING_V1);
  return {
    contents: {
      deck,
      slides: priced,
      faqs: [drafted(faqAttributes, { row: faq, copy: new Faq() }, text, { own, reader })],
    },
    sourceId: faq.id,
  };
}

interface Languages {
  /** Of the deck. */
  readonly own: string;
  /** Of the homeowner. */
  readonly reader: string;
}

/** A row with a draft of what is spoken of it. @param copy a new row, which takes the values of the stored one */
function drafted<Set extends Attributes, Row extends (Slide | Faq) & RowOf<Set>>(
  set: Set,
  { row, copy }: { readonly row: Row; readonly copy: Row },
  draft: string | null,
  languages: Languages,
): Row {
  if (draft === null) return row;
  const name = spokenAttribute(set);
  const place = placeOf(row, languages);
  if (place === null) {
    return Reflect.get(row, name) === draft ? row : Object.assign(copy, row, { [name]: draft, isAudioStale: true });
  }
  const { translations } = row;
  const translation = { ...textsOf(set, row), ...translations[place.from], [name]: draft };
  return Object.assign(copy, row, { translations: { ...translations, [place.to]: translation } });
}

/** The attribute of a slide or FAQ, and of its copy in a presentation, that is spoken. */
export function spokenAttribute(set: Attributes): string {
  const [name] = attributeNames(set, isNarrated);
  if (name === undefined) throw new Error('Nothing of this is spoken.');
  return name;
}

/** The translation that a draft belongs to, and the one that has its other texts; null for a draft in the language of the deck. */
function placeOf(
  { translations }: Slide | Faq,
  { own, reader }: Languages,
): { readonly from: string; readonly to: string } | null {
  const { language, isStandIn } = chooseLanguage(reader, own, Object.keys(translations));
  if (isStandIn) return { from: language, to: reader };
  return language === own ? null : { from: language, to: language };
}

/** A text that is not stored is spoken as the answer of a FAQ. @throws AppError `UNPROCESSABLE` without a text */
function newFaq(deckId: string, text: string | null): Faq {
  if (text === null) throw unknown('/text', 'Without slideId and faqId the text itself is required.');
  const words = { userQuestion: '', [spokenAttribute(faqAttributes)]: '' };
  return Object.assign(new Faq(), { id: uuidv7(), deckId, ...words, audioUrl: null });
}

function unknown(pointer: string, detail: string): AppError {
  return unprocessable('reference_unknown', pointer, 'unknown', detail);
}
