import { sortedWording, wordingOf } from '../../engines/translation/wording.ts';
import type { OfferWording, Slide, SlideTranslation } from './slide.entity.ts';
import { wordFields } from './slide.inputs.ts';

type TextFields = Pick<Slide, 'title' | 'bullets' | 'narrationScript' | 'slideContext' | 'productData'>;

/** What is translated of a slide, in its own language. */
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

/** The same texts to find changes by: an offer whose lists have another order or other amounts has not changed. */
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

/** The part of an offer that has words in other languages. */
export function offerOf(productData: Slide['productData']): object {
  const { subtitle, disclaimer, good, better, best } = productData ?? {};
  return { subtitle, disclaimer, good, better, best };
}
