import type { FinancingPlan } from '../../engines/pricing/financing.ts';
import { touch } from '../../platform/database/changes.ts';
import type { TransactionScope } from '../../platform/database/scope.ts';
import type { ContractDocument, ContractTier } from '../contracts/contract.document.ts';
import type { Contract } from '../contracts/contract.entity.ts';
import type { StoredSignature } from '../signatures/signatures.ts';
import { releaseHeldLogos } from './held-logos.ts';
import { Homeowner } from '../personalisation/homeowner.attributes.ts';

/**
 * Removes from signed contracts who signed them: names, contact data, addresses, and the texts that an author may have
 * filled with them; and their logos, as they are printed no more. What was agreed stays: tier, amounts, times, and the
 * hash of the document that was signed.
 */
export async function pseudonymise(scope: TransactionScope, contracts: readonly Contract[]): Promise<void> {
  const logos = contracts.flatMap(({ brand }) => brand?.logo ?? []);
  for (const contract of contracts) removePerson(scope, contract);
  await scope.em.flush();
  await releaseHeldLogos(scope, logos);
}

function removePerson(scope: TransactionScope, contract: Contract): void {
  contract.document = contract.document && withoutPerson(contract.document);
  contract.signerName = null;
  contract.coSigner = null;
  contract.storedSignatures = contract.storedSignatures?.map(withoutSigner) ?? null;
  contract.signatureDrawing = null;
  contract.signerIp = null;
  contract.signerUserAgent = null;
  contract.declineReason = null;
  contract.brand = contract.brand && { ...contract.brand, logo: null };
  contract.pseudonymisedAt = scope.now();
  touch(scope, contract);
}

function withoutSigner({ signer, tier, signedAt, consent, documentHash, linkId }: StoredSignature): StoredSignature {
  return {
    signer,
    tier,
    signedAt,
    consent,
    documentHash,
    linkId,
    name: null,
    drawing: null,
    ip: null,
    userAgent: null,
  };
}

/** What no author fills with a homeowner's data is named here one by one, so that a field that is added goes. */
function withoutPerson(signed: ContractDocument): ContractDocument {
  const { contractId, presentationId, createdAt, expiresAt, language, timeZone, seller, currency } = signed;
  const { consent, cancellation, offer, coSigner, financing, homeowner, tiers } = signed;
  const fields = Object.keys(homeowner);
  return {
    contractId,
    presentationId,
    createdAt,
    expiresAt,
    language,
    ...(timeZone === undefined ? {} : { timeZone }),
    seller,
    homeowner: Object.assign(new Homeowner(), Object.fromEntries(fields.map((name) => [name, '']))),
    ...(coSigner === undefined ? {} : { coSigner: '' }),
    currency,
    ...(offer === undefined ? {} : { offer: '' }),
    tiers: tiers.map(withoutTexts),
    ...(financing === undefined ? {} : { financing: financing.map(withoutProvider) }),
    disclaimer: null,
    consent,
    ...(cancellation === undefined ? {} : { cancellation }),
  };
}

function withoutTexts({ tier, total, tax, deposit, lines }: ContractTier): ContractTier {
  return {
    tier,
    name: tier,
    total,
    ...(tax === undefined ? {} : { tax }),
    ...(deposit === undefined ? {} : { deposit }),
    lines: lines.map(({ quantity, unit, rate, percent, percentOf, addOn, amount, amountText }) => ({
      label: '',
      quantity,
      unit,
      rate,
      ...(percent === undefined ? {} : { percent }),
      ...(percentOf === undefined ? {} : { percentOf }),
      ...(addOn === undefined ? {} : { addOn }),
      amount,
      ...(amountText === undefined ? {} : { amountText }),
    })),
  };
}

function withoutProvider({ annualPercent, months, formula, tiers, payments }: FinancingPlan): FinancingPlan {
  return { provider: '', annualPercent, months, text: null, formula, tiers, payments };
}
