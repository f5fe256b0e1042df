import { Extensions, ID, Int, ObjectType } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';
import {
  answerOf,
  attributes,
  shown,
  shownFile,
  shownJson,
  shownJsonOrNull,
  shownList,
  shownOrNull,
  view,
  viewOf,
  withoutEdges,
} from '../../kit/data/index.ts';
import type { CancellationNotice } from '../../contracts/cancellation/cancellation-notice.ts';
import { CancellationNoticeType } from '../../contracts/cancellation/cancellation.types.ts';
import { outcomeAttributes } from '../../contracts/contracts/contract.attributes.ts';
import type { ContractDocument } from '../../contracts/contracts/contract.document.ts';
import { ContractDocumentType } from '../../contracts/contracts/contract.document.types.ts';
import { ContractStatus } from '../../contracts/contracts/contract-status.ts';
import { ContractSigner, drawing, givenAttributes } from '../../contracts/signatures/signature.attributes.ts';

const signatureAttributes = attributes({ ...givenAttributes, drawing });

/** A signature as the signers of its contract see it: without addresses and links. */
@ObjectType({ simpleResolvers: true, description: 'A signature as the signers of its contract see it.' })
export class GuestSignature extends answerOf(signatureAttributes) {}

const signatureView = view<GuestSignature>('GuestSignature', viewOf(signatureAttributes));

const contractAttributes = attributes({
  contractId: shown(ID, 'The id of the contract.'),
  sourceSlideId: shownOrNull(ID, 'The id of the slide whose offer it is.'),
  version: shown(Int, 'Rises with each change of the contract itself.'),
  status: shown(ContractStatus, 'Any but DRAFT and VOIDED, which guests do not see.'),
  expiresAt: shownOrNull(Date, 'Time from which it can no longer be signed.'),
  document: shownJson<ContractDocument>(ContractDocumentType, 'The document, which is read before it is signed.'),
  documentHash: shown(String, 'SHA-256 of the document: a signature names it.'),
  coSigner: shownOrNull(String, 'The name of the second owner, who signs, too; null where one signature is enough.'),
  signatures: shownList(
    GuestSignature,
    signatureView,
    "The signatures of its document, the homeowner's first. Those of an earlier text are not valid.",
    listOf(2),
  ),
  missingSigners: shown([ContractSigner], 'Who has still to sign; empty once it is signed or over.'),
  tier: outcomeAttributes.tier,
  signedAt: outcomeAttributes.signedAt,
  notice: shownJsonOrNull<CancellationNotice>(
    CancellationNoticeType,
    'The form by which it can be canceled, with the date of the transaction and the last day: of the last signature, and before that of a signature now. Null without that right, and when it is over without having been signed.',
  ),
  rescindableUntil: shownOrNull(
    Date,
    'Time until which the guest may cancel what they have signed; null until it is signed, and without that right.',
  ),
  canRescind: shown(
    Boolean,
    'Whether the guest may cancel it now, by the clock of the server: a device whose clock is wrong does not decide.',
  ),
  rescindedAt: shownOrNull(Date, 'When the guest canceled what they had signed; null until then.'),
  declineReason: outcomeAttributes.declineReason,
  pdfUrl: shownFile('Where its PDF is.'),
});

/** A contract as its signer sees it: whole, because that is what is signed. */
@ObjectType({ simpleResolvers: true, description: 'A contract as the guest of a link sees it, who may sign it.' })
@Extensions(withoutEdges)
export class GuestContract extends answerOf(contractAttributes) {}

export const guestContractView = view<GuestContract>('GuestContract', viewOf(contractAttributes));
