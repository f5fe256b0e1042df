import { chooseLanguage, type LanguageChoice } from '../../translation/choose-language.ts';
import { withWording } from '../../translation/wording.ts';
import type { Faq, FaqTranslation } from '../faqs/faq.entity.ts';
import type { Slide } from '../slides/slide.entity.ts';

/** Texts in the language that serves a reader best. */
export interface InLanguage<Texts> extends LanguageChoice {
  readonly texts: Texts;
  readonly isTranslated: boolean;
}

export type SlideTexts = Pick<Slide, 'title' | 'bullets' | 'narrationScript' | 'slideContext' | 'productData'>;

/** A slide for a reader of `wanted`, of a deck that is written in `own`. */
export function slideIn(slide: Slide, wanted: string, own: string): InLanguage<SlideTexts> {
  const choice = chooseLanguage(wanted, own, Object.keys(slide.translations));
  const { title, bullets, narrationScript, slideContext, productData } = slide;
  const texts = { title, bullets, narrationScript, slideContext, productData };
  const translation = choice.language === own ? undefined : slide.translations[choice.language];
  if (translation === undefined) return { ...choice, texts, isTranslated: false };
  const translated = {
    ...texts,
    title: translation.title,
    bullets: translation.bullets,
    narrationScript: translation.narrationScript,
    slideContext: translation.slideContext ?? slideContext,
    productData: withWording(productData, translation.productData),
  };
  return { ...choice, texts: translated, isTranslated: true };
}

/** A FAQ for a reader of `wanted`, of a deck that is written in `own`. */
export function faqIn(faq: Faq, wanted: string, own: string): InLanguage<FaqTranslation> {
  const choice = chooseLanguage(wanted, own, Object.keys(faq.translations));
  const translation = choice.language === own ? undefined : faq.translations[choice.language];
  const { userQuestion, cannedAnswer } = translation ?? faq;
  return { ...choice, texts: { userQuestion, cannedAnswer }, isTranslated: translation !== undefined };
}
