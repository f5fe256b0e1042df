import type { Actor } from '../../platform/access/actor.ts';
import type { Client } from '../../platform/access/client.ts';
import { jsonDigest } from '../../platform/kernel/json-digest.ts';
import { AppError } from '../../platform/kernel/errors.ts';
import { unprocessable } from '../../platform/input/validate.ts';
import type { PricingTier } from '../../engines/pricing/tier-price.ts';
import type { Contract } from './contract.entity.ts';
import type { SignContractInput } from './contract.inputs.ts';
import type { ShownContract } from './contract.reader.ts';

/** The fields that a signature sets. Afterwards the contract no longer depends on its presentation. */
export interface Signature extends Partial<Contract> {
  readonly tier: PricingTier;
  readonly total: string;
  readonly currency: string;
  readonly signedAt: Date;
}

/**
 * Signs the current document.
 *
 * @throws AppError `CONFLICT` when it is not the one that the signer has read, `UNPROCESSABLE` for a tier without a
 * price
 */
export function signatureOf(
  { document, documentHash }: ShownContract,
  input: SignContractInput,
  client: Client,
  signedAt: Date,
): Signature {
  if (input.documentHash !== documentHash) {
    throw new AppError(
      'CONFLICT',
      'The document is not the one with this documentHash: read the contract again, then sign what it says now.',
    );
  }
  const chosen = document.tiers.find(({ tier }) => tier === input.tier);
  if (chosen === undefined) {
    const priced = document.tiers.map(({ tier }) => tier).join(', ');
    throw unprocessable('/tier', 'enum', `The tier ${input.tier} has no price: tier must be one of ${priced}.`);
  }
  return {
    tier: chosen.tier,
    total: chosen.total,
    currency: document.currency,
    signerName: input.signerName,
    signatureDrawing: input.drawing ?? null,
    signedAt,
    signerIp: client.ip,
    signerUserAgent: client.userAgent,
    rescindableUntil: document.cancellation === undefined ? null : new Date(document.cancellation.until),
    document,
    documentHash,
    boundToPresentationId: null,
  };
}

/** Whether a contract has exactly this signature. */
export function isSignedBy(
  contract: ShownContract,
  { tier, signerName, documentHash, drawing }: SignContractInput,
): boolean {
  return (
    contract.signedAt !== null &&
    contract.tier === tier &&
    contract.signerName === signerName &&
    contract.documentHash === documentHash &&
    jsonDigest(contract.signatureDrawing) === jsonDigest(drawing ?? null)
  );
}

/** The id of the link by which somebody signs; null for the holder of a key. */
export function linkOf({ kind, key }: Actor): string | null {
  return kind === 'link' ? key : null;
}
