import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { id, nested, nullable, oneOf, text, time, view } from '../../kit/data/index.ts';
import { SignatureDrawing, signatureDrawingView } from '../drawings/signature-drawing.attributes.ts';

/** Who signs a contract. */
export const ContractSigner = { HOMEOWNER: 'homeowner', CO_SIGNER: 'co_signer' } as const;
/** A value of `ContractSigner`, as it is stored and sent. */
export type ContractSigner = (typeof ContractSigner)[keyof typeof ContractSigner];
registerEnumType(ContractSigner, {
  name: 'ContractSigner',
  description: 'Who signs a contract.',
  valuesConfig: {
    HOMEOWNER: { description: 'The homeowner of the presentation.' },
    CO_SIGNER: { description: 'The second owner, whom coSigner of the contract names.' },
  },
});

/** What everybody who sees a signature sees of it. */
@ObjectType({ simpleResolvers: true })
export abstract class GivenSignature {
  @Field(() => ContractSigner, { description: 'Who signed.' })
  signer!: ContractSigner;

  @Field(() => String, {
    nullable: true,
    description: 'The name that the signer gave; null in a pseudonymised contract.',
  })
  name!: string | null;

  @Field(() => PricingTier, { description: 'The tier that was signed: the same in all signatures of a contract.' })
  tier!: PricingTier;

  @Field(() => Date, { description: 'When it was given.' })
  signedAt!: Date;

  @Field(() => SignatureDrawing, { nullable: true, description: 'The signature as it was drawn; null without one.' })
  drawing!: SignatureDrawing | null;
}

/** One signature of a contract: who agreed to which document, when, and from where. */
@ObjectType({ simpleResolvers: true, description: 'One signature of a contract.' })
export class ContractSignature extends GivenSignature {
  @Field(() => String, { description: 'The text that the signer agreed to.' })
  consent!: string;

  @Field(() => String, {
    description: 'The documentHash of what was signed: the same in all signatures of a contract.',
  })
  documentHash!: string;

  @Field(() => String, {
    nullable: true,
    description: 'IP address of the client that signed; null in a pseudonymised contract.',
  })
  ip!: string | null;

  @Field(() => String, { nullable: true, description: 'User-Agent of the client that signed; null without one.' })
  userAgent!: string | null;

  @Field(() => ID, { nullable: true, description: 'The id of the link by which it was given; null without one.' })
  linkId!: string | null;
}

/** The JSON of what everybody sees, but for the drawing, which stands at another place in each answer. */
export const givenSignatureFields = {
  signer: oneOf(ContractSigner),
  name: nullable(text),
  tier: oneOf(PricingTier),
  signedAt: time,
};

/** The JSON of a signature. */
export const contractSignatureView = view<ContractSignature>('ContractSignature', {
  ...givenSignatureFields,
  consent: text,
  documentHash: text,
  drawing: nullable(nested(signatureDrawingView)),
  ip: nullable(text),
  userAgent: nullable(text),
  linkId: nullable(id),
});
