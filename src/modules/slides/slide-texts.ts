import { sortedWording, wordingOf } from '../../engines/translation/wording.ts';
import type { OfferWording, Slide, SlideTranslation } from './slide.entity.ts';
import { wordFields } from './product-data.inputs.ts';

type TextFields = Pick<Slide, 'title' | 'bullets' | 'narrationScript' | 'slideContext' | 'productData'>;

/** The translatable texts of a slide, in the language of the deck. */
export function textsOfSlide({
  title,
  bullets,
  narrationScript,
  slideContext,
  productData,
}: TextFields): SlideTranslation {
  const words = wordingOf(offerOf(productData), wordFields) as OfferWording | undefined;
  return { title, bullets, narrationScript, slideContext, productData: words ?? null };
}

/**
 * The texts that the staleness of translations is computed from. Words of an offer are sorted: another order of a list,
 * or other amounts, change nothing.
 */
export function sourceTextsOfSlide(slide: TextFields): object {
  const { title, bullets, narrationScript, slideContext, productData } = slide;
  return {
    title,
    bullets,
    narrationScript,
    slideContext,
    productData: sortedWording(offerOf(productData), wordFields),
  };
}

/** The part of an offer that can have words. */
export function offerOf(productData: Slide['productData']): object {
  const { subtitle, disclaimer, good, better, best } = productData ?? {};
  return { subtitle, disclaimer, good, better, best };
}
