import { Extensions, ID, ObjectType } from 'type-graphql';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { listOf } from '../../kit/core/index.ts';
import {
  answerOf,
  attributes,
  shown,
  shownOrNull,
  shownTyped,
  shownTypedOrNull,
  withoutEdges,
} from '../../kit/data/index.ts';
import { Decimal } from '../../kit/input/index.ts';
import { Homeowner } from '../../presentations/personalisation/homeowner.attributes.ts';
import { FinancingPlanType } from '../../presentations/personalisation/presentation.financing.ts';
import { PriceLineType } from '../../presentations/personalisation/presentation.pricing.ts';
import { CancellationTermsType } from '../cancellation/cancellation.types.ts';

/** GraphQL type of `ContractTier`. */
@ObjectType('ContractTier', { simpleResolvers: true, description: 'A tier that can be signed.' })
class ContractTierType extends answerOf(
  attributes({
    tier: shown(PricingTier, 'Which tier it is.'),
    name: shown(String, "The author's name of the tier."),
    features: shownOrNull([String], 'What it includes; null where its slide lists nothing.'),
    total: shown(Decimal, 'Decimal text; the exact sum of the amounts of the lines.'),
    tax: shownOrNull(Decimal, 'The sales tax in the total, decimal text; null without one.'),
    deposit: shownOrNull(Decimal, 'The part of the total that is due on signing, decimal text; null without one.'),
    lines: shownTyped([PriceLineType], 'The steps that add up to the total.', listOf(8)),
  }),
) {}

/** GraphQL type of `ContractDocument`. Signed documents never change: what old ones lack is null. */
@ObjectType('ContractDocument', {
  simpleResolvers: true,
  description:
    'The document of a contract. What old signed documents lack is null. documentText has it as the text that documentHash is computed of.',
})
@Extensions(withoutEdges)
export class ContractDocumentType extends answerOf(
  attributes({
    contractId: shown(ID, 'The id of the contract.'),
    presentationId: shown(ID, 'The id of the presentation.'),
    createdAt: shown(Date, 'When it was drafted.'),
    expiresAt: shownOrNull(Date, 'Time from which it can no longer be signed; null until it is sent.'),
    language: shownOrNull(String, 'BCP 47 tag of its words, amounts and times.'),
    timeZone: shownOrNull(String, 'IANA time zone of its printed times; null for UTC.'),
    seller: shownOrNull(String, 'Who sells.'),
    homeowner: shownTyped(Homeowner, 'Who buys. All texts are empty in a pseudonymized contract.'),
    coSigner: shownOrNull(String, 'The second owner, who signs, too; null where one signature is enough.'),
    currency: shown(String, 'ISO 4217 code of its amounts.'),
    offer: shownOrNull(String, 'The title of the slide of the offer; null where the presentation has one offer.'),
    tiers: shownTyped([ContractTierType], 'The tiers that can be signed: those with a price.', listOf(3)),
    financing: shownTypedOrNull(
      [FinancingPlanType],
      'How each tier may be paid by the month; null without a plan.',
      listOf(2),
    ),
    disclaimer: shownOrNull(String, 'The small print; null without one.'),
    consent: shownOrNull(String, 'What the signer consents to.'),
    cancellation: shownTypedOrNull(CancellationTermsType, 'The right to cancel; null where the deck gives none.'),
  }),
) {}
