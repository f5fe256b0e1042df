import type { FinancingPlan } from '../../engines/pricing/financing.ts';
import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { touch, type TransactionScope } from '../../kit/data/index.ts';
import { visibleRows } from '../../kit/rights/index.ts';
import { Logo } from '../../authoring/brands/logo.entity.ts';
import { logoIdOf, logoUrlOf } from '../../authoring/brands/logo-url.ts';
import type { ContractDocument, ContractTier } from '../../contracts/contracts/contract.document.ts';
import { Contract } from '../../contracts/contracts/contract.entity.ts';
import { Deck } from '../../authoring/decks/deck.entity.ts';
import type { StoredSignature } from '../../contracts/signatures/signatures.ts';
import { Homeowner } from '../../presentations/personalisation/homeowner.attributes.ts';

/**
 * Removes from signed contracts who signed them: names, contact data, addresses, and the texts that an author may have
 * filled with them; and their logos, as they are printed no more. What was agreed stays: tier, amounts, times, and the
 * hash of the document that was signed.
 */
export async function pseudonymize(scope: TransactionScope, contracts: readonly Contract[]): Promise<void> {
  const logos = contracts.flatMap(({ brand }) => brand?.logo ?? []);
  for (const contract of contracts) removePerson(scope, contract);
  await scope.em.flush();
  await releaseHeldLogos(scope, logos);
}

function removePerson(scope: TransactionScope, contract: Contract): void {
  contract.document = contract.document && withoutPerson(contract.document);
  contract.coSigner = null;
  contract.storedSignatures = contract.storedSignatures.map(withoutSigner);
  contract.declineReason = null;
  contract.brand = contract.brand && { ...contract.brand, logo: null };
  contract.pseudonymizedAt = scope.now();
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

/**
 * Releases logos that no contract references: those that their deck has stay with it, the others are deleted.
 * A signature that holds one of them meanwhile is waited for, as its contract names it then.
 *
 * @param urls as the brands of the contracts had them
 */
async function releaseHeldLogos({ em }: TransactionScope, urls: readonly string[]): Promise<void> {
  const ids = urls.map(logoIdOf).filter((id) => id !== null);
  const inOrder = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
  const logos = ids.length === 0 ? [] : await em.find(Logo, { id: { $in: ids } }, inOrder);
  if (logos.length === 0) return;
  const names = logos.map(({ id }) => logoUrlOf(id));
  const logo = sql`brand->>'logo'`;
  const { rows } = await sql<{ url: string; isSigned: boolean }>`
    select distinct ${logo} as url, true as "isSigned" from ${visibleRows(em, Contract)} where ${logo} = any(${names})
    union all select ${logo}, false from ${visibleRows(em, Deck)} where ${logo} = any(${names})`.execute(
    em.getKysely<unknown>(),
  );
  for (const one of logos) {
    const named = rows.filter(({ url }) => url === logoUrlOf(one.id));
    if (named.some(({ isSigned }) => isSigned)) continue;
    one.isHeld = false;
    if (named.length === 0) em.remove(one);
  }
  await em.flush();
}
