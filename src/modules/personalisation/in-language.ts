import { chooseLanguage, type LanguageChoice } from '../../engines/translation/choose-language.ts';
import { staleFields } from '../../engines/translation/translation-sources.ts';
import { withWording } from '../../engines/translation/wording.ts';
import type { Faq, FaqTranslation } from '../faqs/faq.entity.ts';
import { textsOfFaq } from '../faqs/faq-texts.ts';
import type { Slide } from '../slides/slide.entity.ts';
import { sourceTextsOfSlide } from '../slides/slide-texts.ts';

/** Texts in the available language that is nearest to that of the reader. */
export interface InLanguage<Texts> extends LanguageChoice {
  readonly texts: Texts;
  readonly isTranslated: boolean;
  /** Fields whose source texts changed after this translation was made. */
  readonly staleFields: readonly string[];
}

/** The texts of a slide that depend on the language. */
export type SlideTexts = Pick<Slide, 'title' | 'bullets' | 'narrationScript' | 'slideContext' | 'productData'>;

/** The texts of a slide for a reader of `wanted`; `own` is the language of the deck. */
export function slideIn(slide: Slide, wanted: string, own: string): InLanguage<SlideTexts> {
  const choice = chooseLanguage(wanted, own, Object.keys(slide.translations));
  const { title, bullets, narrationScript, slideContext, productData } = slide;
  const texts = { title, bullets, narrationScript, slideContext, productData };
  const translation = choice.language === own ? undefined : slide.translations[choice.language];
  if (translation === undefined) return { ...choice, texts, isTranslated: false, staleFields: [] };
  const translated = {
    ...texts,
    title: translation.title,
    bullets: translation.bullets,
    narrationScript: translation.narrationScript,
    slideContext: translation.slideContext ?? slideContext,
    productData: withWording(productData, translation.productData),
  };
  const stale = staleFields(slide.translationSources[choice.language], sourceTextsOfSlide(slide));
  return { ...choice, texts: translated, isTranslated: true, staleFields: stale };
}

/** The texts of a FAQ for a reader of `wanted`; `own` is the language of the deck. */
export function faqIn(faq: Faq, wanted: string, own: string): InLanguage<FaqTranslation> {
  const choice = chooseLanguage(wanted, own, Object.keys(faq.translations));
  const translation = choice.language === own ? undefined : faq.translations[choice.language];
  const texts = textsOfFaq(translation ?? faq);
  if (translation === undefined) return { ...choice, texts, isTranslated: false, staleFields: [] };
  const stale = staleFields(faq.translationSources[choice.language], textsOfFaq(faq));
  return { ...choice, texts, isTranslated: true, staleFields: stale };
}
