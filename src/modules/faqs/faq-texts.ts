import type { FaqTranslation } from './faq.entity.ts';

/** The translatable texts of a FAQ; of a translation, the same fields without any others. */
export function textsOfFaq({ userQuestion, cannedAnswer }: FaqTranslation): FaqTranslation {
  return { userQuestion, cannedAnswer };
}
