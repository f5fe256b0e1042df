import { ContractStatus } from './contract-status.ts';
import { Entity, Index, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import { EditableEntity, Node } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { SignatureDrawing } from '../signatures/signature-drawing.attributes.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import type { Brand } from '../../authoring/brands/brand.attributes.ts';
import type { CancellationNotice } from '../cancellation/cancellation-notice.ts';
import type { StoredSignature } from '../signatures/signatures.ts';
import type { ContractDocument } from './contract.document.ts';

/**
 * A contract for one offer of a presentation. Before the signature it is deleted with its presentation; a signed one
 * holds everything that was signed, and outlives presentation and deck.
 */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A contract for one offer of a presentation.',
})
@Entity({ tableName: 'contract' })
@SeenBy('deck_id = any($decks)')
@Index({
  name: 'contract_one_for_each_offer',
  expression: `create unique index "contract_one_for_each_offer" on "contract" ("presentation_id", "slide_id") nulls not distinct where status in ('draft', 'sent', 'viewed', 'signed')`,
})
@Index({ properties: ['presentationId', 'createdAt', 'id'] })
@Index({ properties: ['boundToPresentationId'] })
@Index({ properties: ['heldUntil'], where: '"held_until" is not null and "pseudonymised_at" is null' })
export class Contract extends EditableEntity {
  @Field(() => ID, { description: 'The id of its presentation.' })
  @Property({ type: 'uuid' })
  presentationId!: string;

  /** The presentation while the contract is deleted with it; null once signed. */
  @ManyToOne(() => Presentation, {
    mapToPk: true,
    fieldName: 'bound_to_presentation_id',
    deleteRule: 'cascade',
    nullable: true,
  })
  boundToPresentationId: string | null = null;

  /** Not a foreign key, because the slide may be deleted. Null means the first offer, in old signed contracts. */
  @Field(() => ID, {
    nullable: true,
    description: 'The id of the pricing slide whose offer it is; null in old signed contracts.',
  })
  @Property({ type: 'uuid', nullable: true })
  slideId: string | null = null;

  /** Not a foreign key: events of a signed contract name the deck also after it is deleted. */
  @Field(() => ID, { description: 'The id of the deck of its presentation.' })
  @Property({ type: 'uuid' })
  deckId!: string;

  @Field(() => ContractStatus, { description: 'Its state now; an overdue contract is EXPIRED.' })
  @Property({ type: 'text' })
  status: ContractStatus = ContractStatus.DRAFT;

  @Field(() => Date, {
    nullable: true,
    description: 'Time from which it can no longer be signed; null until it is sent.',
  })
  @Property({ type: 'Date', length: 3, nullable: true })
  expiresAt: Date | null = null;

  @Field(() => String, { nullable: true, description: 'The reason that was given for declining; null without one.' })
  @Property({ type: 'text', nullable: true })
  declineReason: string | null = null;

  @Field(() => String, {
    nullable: true,
    description:
      'The name of the second owner, who signs, too; null where one signature is enough, and in a pseudonymised contract.',
  })
  @Property({ type: 'text', nullable: true })
  coSigner: string | null = null;

  /** Those of a contract with a co-signer. The next one takes the place of those of an earlier text. Null without one. */
  @Property({ type: 'json', nullable: true })
  storedSignatures: readonly StoredSignature[] | null = null;

  @Field(() => PricingTier, { nullable: true, description: 'The signed tier; null until it is signed.' })
  @Property({ type: 'text', nullable: true })
  tier: PricingTier | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'Total of the signed tier, decimal text; null until it is signed.',
  })
  @Property({ type: 'text', nullable: true })
  total: string | null = null;

  @Field(() => String, { nullable: true, description: 'ISO 4217 code of the total; null until it is signed.' })
  @Property({ type: 'text', nullable: true })
  currency: string | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The name that the homeowner signed by; null until it is signed.',
  })
  @Property({ type: 'text', nullable: true })
  signerName: string | null = null;

  @Field(() => SignatureDrawing, { nullable: true, description: 'The signature as it was drawn; null without one.' })
  @Property({ type: 'json', nullable: true })
  signatureDrawing: SignatureDrawing | null = null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the last signature that it needs was given; null until then.',
  })
  @Property({ type: 'Date', length: 3, nullable: true })
  signedAt: Date | null = null;

  @Field(() => Date, {
    nullable: true,
    description:
      'Time until which the homeowner may cancel what they have signed; null until it is signed, and without a right to cancel.',
  })
  @Property({ type: 'Date', length: 3, nullable: true })
  rescindableUntil: Date | null = null;

  /** As it was given with the last signature. Null in the table before that, and in old signed contracts. */
  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description:
      'The form by which it can be canceled, with the date of the transaction and the last day: of the last signature, and before that of a signature now. Null without a right to cancel, and when it is over without having been signed.',
  })
  @Property({ type: 'json', nullable: true })
  notice: CancellationNotice | null = null;

  @Field(() => Date, {
    nullable: true,
    description: 'When the homeowner gave notice that they cancel what they have signed; null until then.',
  })
  @Property({ type: 'Date', length: 3, nullable: true })
  rescindedAt: Date | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'IP address of the client that signed; null until it is signed.',
  })
  @Property({ type: 'text', nullable: true })
  signerIp: string | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'User-Agent of the client that signed; null until it is signed.',
  })
  @Property({ type: 'text', nullable: true })
  signerUserAgent: string | null = null;

  /** Not a foreign key: a signed contract outlives the link. */
  @Field(() => ID, {
    nullable: true,
    description: 'The id of the link by which the homeowner signed; null without one.',
  })
  @Property({ type: 'uuid', nullable: true })
  signerLinkId: string | null = null;

  /** What it looked like when it was signed. Before that it looks like its deck: see `contract.reader.ts`. */
  @Property({ type: 'json', nullable: true })
  brand: Brand | null = null;

  /** The signed document. Null in the table before that: readers build it from stored data (`contract.reader.ts`). */
  @Field(() => GraphQLJSONObject, {
    description: 'The document: what is offered, and after the signature exactly what was signed.',
  })
  @Property({ type: 'json', nullable: true })
  document: ContractDocument | null = null;

  @Field(() => String, {
    description:
      'SHA-256 of the document as JSON without spaces, keys in alphabetical order, in hexadecimal digits. A pseudonymised contract keeps that of what was signed.',
  })
  @Property({ type: 'text', nullable: true })
  documentHash: string | null = null;

  @Field(() => Date, {
    nullable: true,
    description: 'Time until which it is held although its homeowner was erased; null without an erasure.',
  })
  @Property({ type: 'Date', length: 3, nullable: true })
  heldUntil: Date | null = null;

  @Field(() => Date, {
    nullable: true,
    description:
      'When names, contact data and free texts were removed from it; null while it is as it was signed. From then on its document is not the one that documentHash was computed of.',
  })
  @Property({ type: 'Date', length: 3, nullable: true })
  pseudonymisedAt: Date | null = null;
}
