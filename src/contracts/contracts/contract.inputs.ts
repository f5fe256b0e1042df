import { accepted, Input, InputObject, object, oneOf, text, time, uuid } from '../../kit/input/index.ts';
import { SignatureDrawingInput } from '../signatures/signature-drawing.attributes.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { ContractSigner } from '../signatures/signature.attributes.ts';

const optional = { presence: 'optional' } as const;

/** The rule of the second owner, for what drafts a contract and what changes the draft. */
const coSigner = text({
  max: 200,
  format: 'person-name',
  description: 'Full name of a second owner, who signs, too. By default one signature is enough.',
  examples: ['Robin Whitaker'],
});
const expiry = (fallback: string) =>
  time({
    description: `ISO 8601 time from which it can no longer be signed. By default ${fallback}.`,
    examples: ['2026-01-31T12:00:00Z'],
  });
const validDays = 'the end of the day CONTRACT_VALID_DAYS from now, in the time zone of the presentation';

@InputObject('Which offer a contract is for, and who signs it.')
export class CreateContractInput {
  @Input(uuid({ description: 'The id of the pricing slide whose offer it is; by default the first one.' }), optional)
  sourceSlideId?: string | null;

  @Input(coSigner, optional)
  coSigner?: string | null;
}

/** Body of `PUT /api/contracts/{contractId}` and input of `updateContract`. */
@InputObject('Changes to a draft. Absent fields keep their values, and null clears them.')
export class UpdateContractInput {
  @Input(expiry(validDays.replace('from now', 'from when it is sent')), optional)
  expiresAt?: string | null;

  @Input(coSigner, optional)
  coSigner?: string | null;
}

@InputObject('How a contract is sent.')
export class SendContractInput {
  @Input(expiry(`that of the draft, or ${validDays}`), optional)
  expiresAt?: string | null;
}

/** Body of `signContract`. Its `documentHash` proves which document the signer has read. */
@InputObject('A signature.')
export class SignContractInput {
  @Input(oneOf(PricingTier, { description: 'A tier of the document.' }))
  tier!: PricingTier;

  @Input(
    text({ max: 200, format: 'person-name', description: 'Full name of the signer.', examples: ['Dana Whitaker'] }),
  )
  signerName!: string;

  @Input(accepted({ description: 'Must be true: the signer agrees to the consent text of the document.' }))
  consent!: boolean;

  @Input(
    text({
      max: 64,
      format: 'sha256',
      description: 'The documentHash of the contract that the signer has read.',
      examples: ['5f'.repeat(32)],
    }),
  )
  documentHash!: string;

  @Input(
    object(() => SignatureDrawingInput, { description: 'The signature as it was drawn, beside the name.' }),
    optional,
  )
  drawing?: SignatureDrawingInput | null;

  @Input(
    oneOf(ContractSigner, { description: 'Who signs, where the contract has a co-signer; by default the homeowner.' }),
    optional,
  )
  signer?: ContractSigner | null;
}

@InputObject('Why a contract is declined.')
export class DeclineContractInput {
  @Input(text({ min: 0, max: 1_000, format: 'plain-text', description: "Why, in the homeowner's words." }), optional)
  reason?: string | null;
}
