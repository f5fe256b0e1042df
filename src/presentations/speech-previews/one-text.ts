import { v7 as uuidv7 } from 'uuid';
import type { DeckContents } from '../../authoring/decks/deck-contents.ts';
import { Faq } from '../../authoring/faqs/faq.entity.ts';
import { SlideType } from '../../authoring/slides/slide.attributes.ts';
import { Slide } from '../../authoring/slides/slide.entity.ts';
import { chooseLanguage } from '../../engines/translation/choose-language.ts';
import type { AppError } from '../../kit/core/index.ts';
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
    const written = draftOfSlide(slide, text, { own, reader });
    const priced = slides.filter((it) => it === slide || it.slideType === SlideType.PRODUCT_PRICING_V1);
    const kept = priced.map((it) => (it === slide ? written : it));
    return { contents: { deck, slides: kept, faqs: [] }, sourceId: slide.id };
  }
  const faq = faqId === null ? newFaq(deck.id, text) : faqs.find(({ id }) => id === faqId.toLowerCase());
  if (faq === undefined) throw unknown('/faqId', `The deck has no FAQ with the id ${faqId}.`);
  const priced = slides.filter(({ slideType }) => slideType === SlideType.PRODUCT_PRICING_V1);
  return {
    contents: { deck, slides: priced, faqs: [draftOfFaq(faq, text, { own, reader })] },
    sourceId: faq.id,
  };
}

interface Languages {
  /** Of the deck. */
  readonly own: string;
  /** Of the homeowner. */
  readonly reader: string;
}

function draftOfSlide(slide: Slide, draft: string | null, languages: Languages): Slide {
  if (draft === null) return slide;
  const place = placeOf(slide, languages);
  if (place === null) {
    if (draft === slide.narrationScript) return slide;
    return Object.assign(new Slide(), slide, { narrationScript: draft, isAudioStale: true });
  }
  const { title, bullets, translations } = slide;
  const translation = { title, bullets, ...translations[place.from], narrationScript: draft };
  return Object.assign(new Slide(), slide, { translations: { ...translations, [place.to]: translation } });
}

function draftOfFaq(faq: Faq, draft: string | null, languages: Languages): Faq {
  if (draft === null) return faq;
  const place = placeOf(faq, languages);
  if (place === null) {
    if (draft === faq.cannedAnswer) return faq;
    return Object.assign(new Faq(), faq, { cannedAnswer: draft, isAudioStale: true });
  }
  const { userQuestion, translations } = faq;
  const translation = { userQuestion, ...translations[place.from], cannedAnswer: draft };
  return Object.assign(new Faq(), faq, { translations: { ...translations, [place.to]: translation } });
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
  return Object.assign(new Faq(), { id: uuidv7(), deckId, userQuestion: '', cannedAnswer: '', audioUrl: null });
}

function unknown(pointer: string, detail: string): AppError {
  return unprocessable('reference_unknown', pointer, 'unknown', detail);
}
