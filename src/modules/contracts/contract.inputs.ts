import { Input, InputObject } from '../../platform/input/input.ts';
import { accepted, oneOf, text, uuid } from '../../platform/input/rules.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';

const optional = { presence: 'optional' } as const;

/** Body of `createContract`. */
@InputObject('What a contract is drafted of.')
export class CreateContractInput {
  @Input(uuid({ description: 'The pricing slide whose offer it is; the first one unless told.' }), optional)
  slideId?: string | null;
}

/** Body of `sendContract`. */
@InputObject('How a contract is sent.')
export class SendContractInput {
  @Input(
    text({
      max: 40,
      description:
        'From when on it can no longer be signed, in ISO 8601. Without it, at the end of the day that comes CONTRACT_VALID_DAYS later in the time zone of the presentation.',
      examples: ['2026-01-31T12:00:00Z'],
    }),
    optional,
  )
  expiresAt?: string | null;
}

/** Body of `signContract`. Its `documentHash` proves which document the signer has read. */
@InputObject('A signature.')
export class SignContractInput {
  @Input(oneOf(PricingTier))
  tier!: PricingTier;

  @Input(text({ max: 200, format: 'person-name', examples: ['Dana Whitaker'] }))
  signerName!: string;

  @Input(accepted({ description: 'That the signer agrees to the consent of the document.' }))
  consent!: boolean;

  @Input(
    text({
      max: 64,
      format: 'sha256',
      description: 'The documentHash of the contract as the signer has read it.',
      examples: ['5f'.repeat(32)],
    }),
  )
  documentHash!: string;
}

/** Body of `declineContract`. */
@InputObject('Why a contract is declined.')
export class DeclineContractInput {
  @Input(text({ min: 0, max: 1_000, format: 'plain-text' }), optional)
  reason?: string | null;
}
