import { GraphQLJSONObject } from 'graphql-scalars';
import { Extensions, Field, ID, ObjectType } from 'type-graphql';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { listOf } from '../../kit/core/index.ts';
import { answerOf, attributes, view, viewOf } from '../../kit/data/index.ts';
import type { CancellationNotice } from '../../contracts/cancellation/cancellation-notice.ts';
import type { ContractDocument } from '../../contracts/contracts/contract.document.ts';
import { ContractStatus } from '../../contracts/contracts/contract-status.ts';
import { SignatureDrawing } from '../../contracts/signatures/signature-drawing.attributes.ts';
import { ContractSigner, drawing, givenAttributes } from '../../contracts/signatures/signature.attributes.ts';
import { always } from './guest.presentation.ts';

const signatureAttributes = attributes({ ...givenAttributes, drawing });

/** A signature as the signers of its contract see it: without addresses and links. */
@ObjectType({ simpleResolvers: true, description: 'A signature as the signers of its contract see it.' })
export class GuestSignature extends answerOf(signatureAttributes) {}

/** The JSON of a signature, without addresses and links. */
export const guestSignatureView = view<GuestSignature>('GuestSignature', viewOf(signatureAttributes));

/** A contract as its signer sees it: whole, because that is what is signed. */
@ObjectType({ simpleResolvers: true, description: 'A contract as the guest of a link sees it, who may sign it.' })
export class GuestContract {
  @Field(() => ID, { description: 'The id of the contract.' })
  contractId!: string;

  @Field(() => ID, { nullable: true, description: 'The id of the slide whose offer it is.' })
  slideId!: string | null;

  @Field(() => ContractStatus, { description: 'Any but DRAFT and CANCELED, which guests do not see.' })
  status!: ContractStatus;

  @Field(() => Date, { nullable: true, description: 'Time from which it can no longer be signed.' })
  expiresAt!: Date | null;

  @Field(() => GraphQLJSONObject, { description: 'The document, which is read before it is signed.' })
  document!: ContractDocument;

  @Field(() => String, { description: 'SHA-256 of the document: a signature names it.' })
  documentHash!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name of the second owner, who signs, too; null where one signature is enough.',
  })
  coSigner!: string | null;

  @Field(() => [GuestSignature], {
    complexity: listOf(2),
    description: "The signatures of its document, the homeowner's first. Those of an earlier text are not valid.",
  })
  signatures!: readonly GuestSignature[];

  @Field(() => [ContractSigner], { description: 'Who has still to sign; empty once it is signed or over.' })
  missingSigners!: readonly ContractSigner[];

  @Field(() => PricingTier, { nullable: true, description: 'The signed tier; null until it is signed.' })
  tier!: PricingTier | null;

  @Field(() => String, {
    nullable: true,
    description: 'The name that the homeowner signed by; null until it is signed.',
  })
  signerName!: string | null;

  @Field(() => SignatureDrawing, { nullable: true, description: 'The signature as it was drawn; null without one.' })
  signatureDrawing!: SignatureDrawing | null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the last signature that it needs was given; null until then.',
  })
  signedAt!: Date | null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'The form by which it can be canceled, with the date of the transaction and the last day: of the last signature, and before that of a signature now. Null without that right, and when it is over without having been signed.',
  })
  notice!: CancellationNotice | null;

  @Field(() => Date, {
    nullable: true,
    description:
      'Time until which the guest may cancel what they have signed; null until it is signed, and without that right.',
  })
  rescindableUntil!: Date | null;

  @Field(() => Boolean, {
    description:
      'Whether the guest may cancel it now, by the clock of the server: a device whose clock is wrong does not decide.',
  })
  mayRescind!: boolean;

  @Field(() => Date, { nullable: true, description: 'When the guest canceled what they had signed; null until then.' })
  rescindedAt!: Date | null;

  @Field(() => String, { nullable: true, description: 'The reason that was given for declining; null without one.' })
  declineReason!: string | null;

  @Extensions({ isSigned: always })
  @Field(() => String, { description: 'Where its PDF is.' })
  pdfUrl!: string;
}
