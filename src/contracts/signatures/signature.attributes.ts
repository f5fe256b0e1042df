import { ID, ObjectType, registerEnumType } from 'type-graphql';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { answerOf, attributes, shown, shownOrNull, shownPartOrNull, view, viewOf } from '../../kit/data/index.ts';
import { SignatureDrawing, signatureDrawingView } from './signature-drawing.attributes.ts';

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

/** What everybody who sees a signature sees of it, but for the drawing, which stands at another place in each answer. */
export const givenAttributes = attributes({
  signer: shown(ContractSigner, 'Who signed.'),
  name: shownOrNull(String, 'The name that the signer gave; null in a pseudonymized contract.'),
  tier: shown(PricingTier, 'The tier that was signed: the same in all signatures of a contract.'),
  signedAt: shown(Date, 'When it was given.'),
});

export const drawing = shownPartOrNull(
  SignatureDrawing,
  signatureDrawingView,
  'The signature as it was drawn; null without one.',
);

const signatureAttributes = attributes({
  ...givenAttributes,
  consent: shown(String, 'The text that the signer agreed to.'),
  documentHash: shown(String, 'The documentHash of what was signed: the same in all signatures of a contract.'),
  drawing,
  ip: shownOrNull(String, 'IP address of the client that signed; null in a pseudonymized contract.'),
  userAgent: shownOrNull(String, 'User-Agent of the client that signed; null without one.'),
  linkId: shownOrNull(ID, 'The id of the link by which it was given; null without one.'),
});

/** One signature of a contract: who agreed to which document, when, and from where. */
@ObjectType({ simpleResolvers: true, description: 'One signature of a contract.' })
export class ContractSignature extends answerOf(signatureAttributes) {}

export const contractSignatureView = view<ContractSignature>('ContractSignature', viewOf(signatureAttributes));
