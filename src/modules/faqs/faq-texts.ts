import type { FaqTranslation } from './faq.entity.ts';

/** What is translated of a FAQ, in its own language; or a translation without all else. */
export function textsOfFaq({ userQuestion, cannedAnswer }: FaqTranslation): FaqTranslation {
  return { userQuestion, cannedAnswer };
}
