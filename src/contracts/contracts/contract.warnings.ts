import { ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, view, viewOf } from '../../kit/data/index.ts';
import { languageOfWords } from './contract-words.ts';
import type { ContractDocument } from './contract.document.ts';

const contractWarningAttributes = attributes({
  code: shown(String, 'untranslated: its fixed words are in another language than its presentation.'),
  detail: shown(String, 'What is wrong, and its fix.'),
});

/** What the seller should know of a contract before it is signed. Clients act on `code`, people read `detail`. */
@ObjectType({ simpleResolvers: true, description: 'What the seller should know of a contract before it is signed.' })
export class ContractWarning extends answerOf(contractWarningAttributes) {}

export const contractWarningView = view<ContractWarning>('ContractWarning', viewOf(contractWarningAttributes));

/**
 * The warnings of a document that is not signed; usually none.
 *
 * @param shownLanguage BCP 47 tag of most slides of the presentation; null where it is not known
 */
export function warningsOf({ language }: ContractDocument, shownLanguage: string | null): ContractWarning[] {
  const most = shownLanguage ?? language;
  const words = languageOfWords(language);
  if (new Intl.Locale(most).language === words) return [];
  const detail = `The presentation is shown in ${most}, but the consent, the notice of cancellation and the printed words of its contract are in ${nameOf(words)}, because there are none in ${most}. Make the presentation in English, Spanish or German.`;
  return [{ code: 'untranslated', detail }];
}

function nameOf(language: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
}
