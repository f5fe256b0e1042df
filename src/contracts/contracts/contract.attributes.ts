import { ID } from 'type-graphql';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { attribute, attributes, shown, shownJsonOrNull, shownOrNull } from '../../kit/data/index.ts';
import { Decimal, oneOf } from '../../kit/input/index.ts';
import type { CancellationNotice } from '../cancellation/cancellation-notice.ts';
import { CancellationNoticeType } from '../cancellation/cancellation.types.ts';
import { ContractStatus } from './contract-status.ts';

/** What a contract is for, and its state. */
export const subjectAttributes = attributes({
  presentationId: shown(ID, 'The id of its presentation.'),
  // Not a foreign key, because the slide may be deleted. Null means the first offer, in old signed contracts.
  sourceSlideId: shownOrNull(ID, 'The id of the pricing slide whose offer it is; null in old signed contracts.'),
  // Not a foreign key: events of a signed contract name the deck also after it is deleted.
  deckId: shown(ID, 'The id of the deck of its presentation.'),
  status: attribute(oneOf(ContractStatus, { description: 'Its state now; an overdue contract is EXPIRED.' }), {
    default: ContractStatus.DRAFT,
  }),
  expiresAt: shownOrNull(
    Date,
    'Time from which it can no longer be signed; of a draft the time that it is sent with, or null.',
  ),
});

/** Who signs a contract beside the homeowner. */
export const coSigner = shownOrNull(
  String,
  'The name of the second owner, who signs, too; null where one signature is enough, and in a pseudonymized contract.',
);

/** How a contract ended. All of it is null before. */
export const outcomeAttributes = attributes({
  tier: shownOrNull(PricingTier, 'The signed tier; null until it is signed.'),
  total: shownOrNull(Decimal, 'Total of the signed tier, decimal text; null until it is signed.'),
  currency: shownOrNull(String, 'ISO 4217 code of the total; null until it is signed.'),
  signedAt: shownOrNull(Date, 'When the last signature that it needs was given; null until then.'),
  // As it was given with the last signature. Null in the table before that, and in old signed contracts.
  notice: shownJsonOrNull<CancellationNotice>(
    CancellationNoticeType,
    'The form by which it can be canceled, with the date of the transaction and the last day: of the last signature, and before that of a signature now. Null without a right to cancel, and when it is over without having been signed.',
  ),
  rescindableUntil: shownOrNull(
    Date,
    'Time until which the homeowner may cancel what they have signed; null until it is signed, and without a right to cancel.',
  ),
  rescindedAt: shownOrNull(
    Date,
    'When the homeowner gave notice that they cancel what they have signed; null until then.',
  ),
  declineReason: shownOrNull(String, 'The reason that was given for declining; null without one.'),
  heldUntil: shownOrNull(
    Date,
    'Time until which it is held although its homeowner was erased; null without an erasure.',
  ),
  pseudonymizedAt: shownOrNull(
    Date,
    'When names, contact data and free texts were removed from it; null while it is as it was signed. From then on its document is not the one that documentHash was computed of.',
  ),
});
