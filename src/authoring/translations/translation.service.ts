import { readContents } from '../decks/deck-contents.ts';
import { AppError, currentBudget } from '../../kit/core/index.ts';
import { type Attributes, keepResult, type RequestScope, type RowOf } from '../../kit/data/index.ts';
import { requireLanguage, unprocessable } from '../../kit/input/index.ts';
import { mapTexts } from '../../engines/template/map-texts.ts';
import { chooseLanguage, formsOf } from '../../engines/translation/choose-language.ts';
import { hasWords, keepsPlaceholders } from '../../engines/translation/protected-text.ts';
import type { LanguagePair, Translator } from '../../engines/translation/translator.ts';
import { staleFields, type Translated } from '../../engines/translation/translation-sources.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { readDeck } from '../decks/deck.reader.ts';
import { sourceTextsOf, textsOf } from './attribute-texts.ts';
import { faqAttributes } from '../faqs/faq.attributes.ts';
import type { FaqTranslation } from '../faqs/faq.inputs.ts';
import type { FaqService } from '../faqs/faq.service.ts';
import { slideAttributes } from '../slides/slide.attributes.ts';
import type { SlideTranslation } from '../slides/slide.inputs.ts';
import type { SlideService } from '../slides/slide.service.ts';
import type { DeckTranslation } from './translation.ts';

/** Time limit of one slide or FAQ, in milliseconds: a translation service answers more slowly than the database. */
const partMs = 300_000;

/** One slide or FAQ with its texts, its translations, and the function that stores a translation. */
interface TranslatedItem extends Translated<object> {
  readonly texts: object;
  /** The source texts that the staleness of translations is computed from. */
  readonly source: object;
  readonly place: { readonly sourceSlideId: string | null; readonly faqId: string | null };
  /** @throws AppError `PRECONDITION_FAILED` or `NOT_FOUND` when it was changed meanwhile */
  store(translated: object): Promise<unknown>;
}

/** Translates decks by a translation service. Hand-made translations are changed with their slide or FAQ. */
export class TranslationService {
  constructor(
    /** Null when no translation service is configured. */
    private readonly translator: Translator | null,
    private readonly slides: SlideService,
    private readonly faqs: FaqService,
  ) {}

  /**
   * Adds missing translations to all slides and FAQs of a deck, and renews machine translations that are stale and that
   * no person has edited. Each is translated and stored by itself: after an error the stored ones stay, and the next
   * request continues. A translation that lost a placeholder is skipped.
   *
   * @throws AppError `NOT_FOUND`, `UNPROCESSABLE` for the language of the deck or one that the service does not know,
   * `UNAVAILABLE` when the service cannot translate
   */
  async translateDeck(scope: RequestScope, deckId: string, tag: string): Promise<DeckTranslation> {
    return keepResult(scope, (plain) => this.#fillIn(plain, deckId, tag));
  }

  async #fillIn(scope: RequestScope, deckId: string, tag: string): Promise<DeckTranslation> {
    const to = requireLanguage(tag, 'language');
    const deck = await readDeck(scope, deckId);
    const from = deck.defaultLanguage;
    if (!chooseLanguage(to, from, []).isStandIn) {
      throw unprocessable('language_is_default', '/language', 'unknown', `The deck is written in ${from} already.`);
    }
    const { translator } = this;
    if (translator === null) throw new AppError('translation_off', 'Translation is off: DEEPL_API_KEY is not set.');
    const report: DeckTranslation = {
      language: to,
      translator: translator.name,
      slideCount: 0,
      faqCount: 0,
      characterCount: 0,
      skipped: [],
    };
    for (const part of await this.#partsOf(scope, deck, to, translator.name)) {
      const plan = planFor(to, part);
      if (plan === 'leave') continue;
      currentBudget()?.renew(partMs);
      const problem =
        plan === 'translate' ? await this.#translate(translator, part, { from, to }, report) : plan.problem;
      if (problem !== null) report.skipped.push({ ...part.place, detail: problem });
      else if (part.place.faqId === null) report.slideCount += 1;
      else report.faqCount += 1;
    }
    return report;
  }

  /** @returns why there is no new translation; null when there is one */
  async #translate(
    translator: Translator,
    part: TranslatedItem,
    languages: LanguagePair,
    report: DeckTranslation,
  ): Promise<string | null> {
    const { translated, characters } = await translateTexts(translator, part.texts, languages);
    report.characterCount += characters;
    return translated === null ? lostPlaceholder : storeUnlessChanged(part, translated);
  }

  async #partsOf(scope: RequestScope, deck: Deck, to: string, translator: string): Promise<TranslatedItem[]> {
    const { slides, faqs } = await readContents(scope, deck);
    const fresh = (): RequestScope => ({ ...scope, em: scope.em.fork() });
    return [
      ...slides.map((slide): TranslatedItem => ({
        ...stateOfTranslations(slideAttributes, slide),
        place: { sourceSlideId: slide.id, faqId: null },
        store: (translated) =>
          this.slides.update(
            fresh(),
            slide.id,
            { translations: { [to]: translated as SlideTranslation } },
            { deckId: deck.id, ifVersion: slide.version, translator },
          ),
      })),
      ...faqs.map((faq): TranslatedItem => ({
        ...stateOfTranslations(faqAttributes, faq),
        place: { sourceSlideId: null, faqId: faq.id },
        store: (translated) =>
          this.faqs.update(
            fresh(),
            faq.id,
            { translations: { [to]: translated as FaqTranslation } },
            { ifVersion: faq.version, translator },
          ),
      })),
    ];
  }
}

const lostPlaceholder = 'The translator changed its placeholders, so that the translation was not taken.';

function stateOfTranslations<Set extends Attributes>(set: Set, row: RowOf<Set> & Translated<object>) {
  const { translations, translationSources } = row;
  return { translations, translationSources, texts: textsOf(set, row), source: sourceTextsOf(set, row) };
}

/**
 * What to do for a language: translate, leave, or report a problem that a person has to solve. A translation into the
 * language or a shorter form of its tag counts; one for another region does not.
 */
function planFor(
  to: string,
  { translations, translationSources, source }: TranslatedItem,
): 'translate' | 'leave' | { readonly problem: string } {
  const language = formsOf(to).find((form) => Object.hasOwn(translations, form));
  if (language === undefined) return 'translate';
  const made = translationSources[language];
  const fields = staleFields(made, source);
  if (made === undefined || fields.length === 0) return 'leave';
  if (language === to && made.translator !== null) return 'translate';
  const advice =
    language === to
      ? 'a person wrote that translation: change it, or take it out'
      : `translate the deck into ${language}`;
  return {
    problem: `Its texts (${fields.join(', ')}) have changed since it was translated into ${language}; ${advice}.`,
  };
}

/** Translates the texts; null when one of them lost a placeholder. */
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

/** @returns why the translation was not stored; null when it was */
async function storeUnlessChanged(part: TranslatedItem, translated: object): Promise<string | null> {
  try {
    await part.store(translated);
    return null;
  } catch (error) {
    const isStale = error instanceof AppError && ['PRECONDITION_FAILED', 'NOT_FOUND'].includes(error.code);
    if (isStale) return 'It was changed while it was translated: translate the deck again.';
    throw error;
  }
}
