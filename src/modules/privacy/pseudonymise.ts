import { touch } from '../../platform/database/changes.ts';
import type { TransactionScope } from '../../platform/database/scope.ts';
import type { ContractDocument } from '../contracts/contract.document.ts';
import type { Contract } from '../contracts/contract.entity.ts';
import type { StoredSignature } from '../signatures/signatures.ts';
import { Homeowner } from '../personalisation/homeowner.attributes.ts';

/**
 * Removes from a signed contract who signed it: names, contact data, addresses, and the texts that an author may have
 * filled with them. What was agreed stays: tier, amounts, times, and the hash of the document that was signed.
 */
export function pseudonymise(scope: TransactionScope, contract: Contract): void {
  contract.document = contract.document && withoutPerson(contract.document);
  contract.signerName = null;
  contract.coSigner = null;
  contract.storedSignatures = contract.storedSignatures?.map(withoutSigner) ?? null;
  contract.signatureDrawing = null;
  contract.signerIp = null;
  contract.signerUserAgent = null;
  contract.declineReason = null;
  contract.pseudonymisedAt = scope.now();
  touch(scope, contract);
}

function withoutSigner(signature: StoredSignature): StoredSignature {
  return { ...signature, name: null, drawing: null, ip: null, userAgent: null };
}

function withoutPerson(signed: ContractDocument): ContractDocument {
  const fields = Object.keys(signed.homeowner);
  const { offer, financing, coSigner, ...document } = signed;
  return {
    ...document,
    ...(offer === undefined ? {} : { offer: '' }),
    ...(coSigner === undefined ? {} : { coSigner: '' }),
    ...(financing === undefined ? {} : { financing: financing.map((plan) => ({ ...plan, provider: '', text: null })) }),
    homeowner: Object.assign(new Homeowner(), Object.fromEntries(fields.map((name) => [name, '']))),
    disclaimer: null,
    tiers: document.tiers.map(({ lines, ...tier }) => ({
      ...tier,
      name: tier.tier,
      lines: lines.map((line) => ({ ...line, label: '' })),
    })),
  };
}
