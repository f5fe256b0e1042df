import type { Actor, Client } from '../../kit/rights/index.ts';
import { touch, type TransactionScope } from '../../kit/data/index.ts';
import { AppError, isSameJson } from '../../kit/core/index.ts';
import { totalIn } from '../../engines/pricing/minor-units.ts';
import { unprocessable } from '../../kit/input/index.ts';
import { withChoice } from '../../presentations/personalisation/presentation.offers.ts';
import { type ContractSignature, ContractSigner } from '../signatures/signature.attributes.ts';
import { requireOwnSignature, stored } from '../signatures/signatures.ts';
import { type ContractTier, noticeOf } from './contract.document.ts';
import { holdBrand } from '../../authoring/brands/logos.ts';
import type { Contract } from './contract.entity.ts';
import { contractSignatureAdded, type Outcome, outcomeOf } from './contract.events.ts';
import type { SignContractInput } from './contract.inputs.ts';
import { type ContractContext, type ShownContract, shownContract, slideOf } from './contract.reader.ts';

/** From where a signature comes, and when. */
interface Origin {
  readonly client: Client;
  readonly actor: Actor;
  readonly signedAt: Date;
}

/**
 * A signature of the current document.
 *
 * @throws AppError `CONFLICT` when it is not the one that the signer has read, or the signer has signed;
 * `UNPROCESSABLE` for a tier without a price, and what `requireOwnSignature` refuses
 */
function signatureOf(
  contract: ShownContract,
  input: SignContractInput,
  { client, actor, signedAt }: Origin,
): ContractSignature {
  const { document, documentHash } = contract;
  if (input.documentHash !== documentHash) {
    throw new AppError(
      'document_changed',
      'The document is not the one with this documentHash: read the contract again, then sign the current document.',
    );
  }
  const signature: ContractSignature = {
    signer: signerOf(input),
    name: input.signerName,
    tier: signedTier(contract, input).tier,
    signedAt,
    consent: document.consent,
    documentHash,
    drawing: input.drawing ?? null,
    ip: client.ip,
    userAgent: client.userAgent,
    linkId: actor.kind === 'link' ? actor.key : null,
  };
  requireOwnSignature(contract, signature);
  return signature;
}

const signerOf = ({ signer }: SignContractInput): ContractSigner => signer ?? ContractSigner.HOMEOWNER;

function signedTier({ document }: ShownContract, { tier }: SignContractInput): ContractTier {
  const chosen = document.tiers.find((one) => one.tier === tier);
  if (chosen !== undefined) return chosen;
  const priced = document.tiers.map((one) => one.tier).join(', ');
  throw unprocessable(
    'tier_without_price',
    '/tier',
    'enum',
    `The tier ${tier} has no price: tier must be one of ${priced}.`,
  );
}

/**
 * Adds a signature to a locked contract. With the last one that was missing the contract is signed, and its tier selected
 * in the presentation.
 *
 * @throws AppError as `signatureOf` does
 */
export async function addSignature(
  transaction: TransactionScope,
  context: ContractContext,
  input: SignContractInput,
  client: Client,
): Promise<Outcome> {
  const { contract, presentation } = context;
  const now = transaction.now();
  const shown = shownContract(context, now);
  const signature = signatureOf(shown, input, { client, actor: transaction.actor, signedAt: now });
  const { signer, tier } = signature;
  const signedAt = now.toISOString();
  const signatures = [...shown.signatures, signature];
  contract.storedSignatures = signatures.map(stored);
  if (shown.missingSigners.length > 1) {
    return { status: contract.status, event: contractSignatureAdded, more: { signer, tier, signedAt } };
  }
  const sourceSlideId = slideOf(contract, presentation) ?? '';
  const { total } = signedTier(shown, input);
  const { currency } = shown.document;
  const brand = await holdBrand(transaction, context.deck.brand);
  const signed = { sourceSlideId, tier, total, currency, brand, signedAt: now };
  Object.assign(contract, signedFields(shown, signatures, now), signed);
  presentation.pricing = withChoice(presentation.pricing, sourceSlideId, { selectedTier: tier, isAgreed: true });
  touch(transaction, presentation);
  return outcomeOf('sign', { sourceSlideId, tier, ...totalIn(currency, total), currency, signedAt });
}

/** The fields of a contract whose signatures are complete. It no longer depends on its presentation. */
function signedFields({ document, documentHash }: ShownContract, signatures: readonly ContractSignature[], now: Date) {
  const notice = noticeOf(document, signatures, now);
  return {
    notice,
    rescindableUntil: notice === null ? null : new Date(notice.until),
    document,
    documentHash,
    boundToPresentationId: null,
  } satisfies Partial<Contract>;
}

/** Whether a contract has exactly this signature. */
export function isSignedBy({ signatures }: ShownContract, input: SignContractInput): boolean {
  const { tier, signerName, documentHash, drawing } = input;
  return signatures.some(
    (one) =>
      one.signer === signerOf(input) &&
      one.tier === tier &&
      one.name === signerName &&
      one.documentHash === documentHash &&
      isSameJson(one.drawing, drawing ?? null),
  );
}
