import { isDeepStrictEqual } from 'node:util';
import { moneyWriter } from '../../engines/template/term-writers.ts';
import type { FinancingPlan } from '../../engines/pricing/financing.ts';
import { touch, type TransactionScope } from '../../kit/data/index.ts';
import { formattingLocale } from '../../engines/template/formatting-locale.ts';
import type { Deck } from '../../authoring/decks/deck.entity.ts';
import { offerOf, withChoice } from '../../presentations/personalisation/presentation.offers.ts';
import { withPayments } from '../../presentations/personalisation/price-slides.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';

/**
 * Computes the payments of an offer again before a contract of it is sent: a presentation may have those of a former
 * release, which do not follow the formula that stands beside them. Called under the lock of the presentation.
 */
export async function settlePayments(
  transaction: TransactionScope,
  { presentation, deck }: { readonly presentation: Presentation; readonly deck: Deck },
  sourceSlideId: string | null,
): Promise<void> {
  const { pricing, languageSettings } = presentation;
  const offer = offerOf(pricing, sourceSlideId);
  if (offer === undefined || offer.financing.length === 0) return;
  const { defaultLanguage } = deck;
  const locale = formattingLocale(languageSettings?.languageCode ?? defaultLanguage, defaultLanguage);
  const financing = withPayments(offer.financing, offer.tiers, moneyWriter(locale));
  if (isDeepStrictEqual(amountsOf(financing), amountsOf(offer.financing))) return;
  presentation.pricing = withChoice(pricing, offer.sourceSlideId, { financing });
  touch(transaction, presentation);
  await transaction.em.flush();
}

/** Without their texts: how an amount is written is no reason for a change. */
function amountsOf(plans: readonly FinancingPlan[]): object[] {
  return plans.map(({ payments }) => payments.map((amounts) => ({ ...amounts, monthlyText: null })));
}
