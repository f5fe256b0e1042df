import { AppError } from '../../errors.ts';
import { requireLanguage, unprocessable } from '../../input/validate.ts';
import { mapTexts } from '../../narration/map-texts.ts';
import { parseTemplate } from '../../narration/placeholders.ts';
import type { RequestScope } from '../../scope.ts';
import { chooseLanguage } from '../../translation/choose-language.ts';
import { keepsPlaceholders } from '../../translation/protected-text.ts';
import type { LanguagePair, Translator } from '../../translation/translator.ts';
import { wordingOf } from '../../translation/wording.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { readDeck } from '../decks/deck.reader.ts';
import type { Faq, FaqTranslation } from '../faqs/faq.entity.ts';
import type { FaqService } from '../faqs/faq.service.ts';
import { readContents } from '../presentations/presentation.reader.ts';
import type { OfferWording, Slide, SlideTranslation } from '../slides/slide.entity.ts';
import type { SlideService } from '../slides/slide.service.ts';
import type { DeckTranslation } from './translation.ts';

/** One slide or FAQ to translate: its texts, and what stores them in another language. */
interface Part {
  readonly texts: object;
  readonly place: { readonly slideId: string | null; readonly faqId: string | null };
  /** @throws AppError `PRECONDITION_FAILED` or `NOT_FOUND` when it was changed meanwhile */
  store(translated: object): Promise<unknown>;
}

export class TranslationService {
  constructor(
    /** Null while none is configured. */
    private readonly translator: Translator | null,
    private readonly slides: SlideService,
    private readonly faqs: FaqService,
  ) {}

  /**
   * Gives every slide and FAQ of a deck that has no texts for readers of a language a translation into it. They are
   * translated and stored one by one: what was done before a refusal stays, and the next request goes on behind it.
   * A translation that lost a placeholder is not stored.
   *
   * @throws AppError `NOT_FOUND`, `UNPROCESSABLE` for the deck's own language or one that the translator does not
   *   know, `UNAVAILABLE` when it cannot translate
   */
  async translateDeck(scope: RequestScope, deckId: string, tag: string): Promise<DeckTranslation> {
    const to = requireLanguage(tag, 'language');
    const deck = await readDeck(scope, deckId);
    const from = deck.defaultLanguage;
    if (!chooseLanguage(to, from, []).isStandIn) {
      throw unprocessable('/language', 'unknown', `The deck is written in ${from} already.`);
    }
    const { translator } = this;
    if (translator === null) throw new AppError('UNAVAILABLE', 'Translation is off: DEEPL_API_KEY is not set.');
    const report: DeckTranslation = {
      language: to,
      translator: translator.name,
      slides: 0,
      faqs: 0,
      characters: 0,
      skipped: [],
    };
    for (const part of await this.#missing(scope, deck, { from, to })) {
      const { translated, characters } = await translateTexts(translator, part.texts, { from, to });
      report.characters += characters;
      const problem = translated === null ? lostPlaceholder : await storeUnlessChanged(part, translated);
      if (problem !== null) report.skipped.push({ ...part.place, detail: problem });
      else if (part.place.faqId === null) report.slides += 1;
      else report.faqs += 1;
    }
    return report;
  }

  /** Those of which readers of the language would get a stand-in. */
  async #missing(scope: RequestScope, deck: Deck, { from, to }: LanguagePair): Promise<Part[]> {
    const lacks = ({ translations }: Slide | Faq): boolean =>
      chooseLanguage(to, from, Object.keys(translations)).isStandIn;
    const { slides, faqs } = await readContents(scope, deck);
    const fresh = (): RequestScope => ({ ...scope, em: scope.em.fork() });
    return [
      ...slides.filter(lacks).map((slide): Part => ({
        texts: textsOfSlide(slide),
        place: { slideId: slide.id, faqId: null },
        store: (translated) =>
          this.slides.update(
            fresh(),
            slide.id,
            { translations: { [to]: translated as SlideTranslation } },
            { deckId: deck.id, ifVersion: slide.version },
          ),
      })),
      ...faqs.filter(lacks).map((faq): Part => ({
        texts: { userQuestion: faq.userQuestion, cannedAnswer: faq.cannedAnswer },
        place: { slideId: null, faqId: faq.id },
        store: (translated) =>
          this.faqs.update(fresh(), faq.id, { translations: { [to]: translated as FaqTranslation } }, faq.version),
      })),
    ];
  }
}

const lostPlaceholder = 'The translator changed its placeholders, so that the translation was not taken.';

function textsOfSlide({ title, bullets, narrationScript, slideContext, productData }: Slide): SlideTranslation {
  const { subtitle, disclaimer, good, better, best } = productData ?? {};
  const words = wordingOf({ subtitle, disclaimer, good, better, best }) as OfferWording | undefined;
  return { title, bullets, narrationScript, slideContext, productData: words ?? null };
}

/** The same texts in another language; null when one of them lost a placeholder. */
async function translateTexts<T extends object>(
  translator: Translator,
  texts: T,
  languages: LanguagePair,
): Promise<{ translated: T | null; characters: number }> {
  const sources = new Set<string>();
  mapTexts(texts, (text) => {
    if (hasWords(text)) sources.add(text);
    return text;
  });
  const wanted = [...sources];
  const answers = wanted.length === 0 ? [] : await translator.translate(wanted, languages);
  const characters = wanted.reduce((sum, text) => sum + text.length, 0);
  const found = new Map(wanted.map((text, index) => [text, answers[index] ?? '']));
  const isWhole = [...found].every(([source, translation]) => keepsPlaceholders(source, translation));
  return { translated: isWhole ? mapTexts(texts, (text) => found.get(text) ?? text) : null, characters };
}

/** Whether there is anything to translate beside the placeholders. */
function hasWords(text: string): boolean {
  return parseTemplate(text).parts.some((part) => part.kind === 'text' && /\p{L}/u.test(part.source));
}

/** @returns why the translation was not stored; null when it was */
async function storeUnlessChanged(part: Part, translated: object): Promise<string | null> {
  try {
    await part.store(translated);
    return null;
  } catch (error) {
    const isStale = error instanceof AppError && ['PRECONDITION_FAILED', 'NOT_FOUND'].includes(error.code);
    if (isStale) return 'It was changed while it was translated: translate the deck again.';
    throw error;
  }
}
