import { unprocessable } from '../../kit/input/index.ts';
import { AppError } from '../../kit/core/index.ts';
import { ContractSignature, ContractSigner } from './signature.attributes.ts';

/** A signature as the table keeps it. */
export type StoredSignature = Omit<ContractSignature, 'signedAt'> & { readonly signedAt: string };

/** The columns of the signatures of a contract. */
interface Signed {
  readonly coSigner: string | null;
  readonly storedSignatures: readonly StoredSignature[];
}

/** Those who sign a contract, in the order in which it names them. */
export function signersOf({ coSigner }: Pick<Signed, 'coSigner'>): readonly ContractSigner[] {
  return coSigner === null ? [ContractSigner.HOMEOWNER] : [ContractSigner.HOMEOWNER, ContractSigner.CO_SIGNER];
}

/** The signatures that were given to this document, the homeowner's first. Those of an earlier text are not valid. */
export function signaturesTo(documentHash: string, { storedSignatures }: Signed): ContractSignature[] {
  return storedSignatures
    .filter((one) => one.documentHash === documentHash)
    .map(({ signedAt, ...signature }) =>
      Object.assign(new ContractSignature(), signature, { signedAt: new Date(signedAt) }),
    )
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

const rankOf = ({ signer }: ContractSignature): number => (signer === ContractSigner.HOMEOWNER ? 0 : 1);

/** When signatures were given, the earliest first. */
export function timesOf(signatures: readonly Pick<ContractSignature, 'signedAt'>[]): Date[] {
  return signatures.map(({ signedAt }) => signedAt).toSorted((one, other) => one.getTime() - other.getTime());
}

export function stored({ signedAt, ...signature }: ContractSignature): StoredSignature {
  return { ...signature, signedAt: signedAt.toISOString() };
}

/**
 * Checks that a signature may stand beside those that a contract has.
 *
 * @throws AppError `CONFLICT` when this signer has signed already, `UNPROCESSABLE` for a signer that the contract does
 * not name, another tier than the one that was signed, and the name of the other signer
 */
export function requireOwnSignature(
  contract: Pick<Signed, 'coSigner'> & { readonly signatures: readonly ContractSignature[] },
  { signer, name, tier }: Pick<ContractSignature, 'signer' | 'name' | 'tier'>,
): void {
  if (!signersOf(contract).includes(signer)) {
    throw unprocessable(
      'no_co_signer',
      '/signer',
      'enum',
      'This contract names no co-signer: leave signer out, or give homeowner.',
    );
  }
  for (const earlier of contract.signatures) {
    if (earlier.signer === signer) {
      const other = signersOf(contract).find((one) => one !== signer);
      const detail = `The ${signer} has signed this document. The signature that is missing names its signer: ${other}.`;
      throw new AppError('already_signed', detail);
    }
    if (earlier.tier !== tier) {
      const detail = `The ${earlier.signer} has signed the tier ${earlier.tier}: sign the same tier, or decline the contract.`;
      throw unprocessable('other_tier_signed', '/tier', 'enum', detail);
    }
    if (isSameName(earlier.name ?? '', name ?? '')) {
      const detail = `signerName must not be the name by which the ${earlier.signer} has signed: each signer signs by their own.`;
      throw unprocessable('signer_name_taken', '/signerName', 'format', detail);
    }
  }
}

interface Named {
  readonly firstName: string;
  readonly lastName: string;
}

/** Whether people read the name of a co-signer as that of the homeowner. */
export function isHomeowner(coSigner: string, { firstName, lastName }: Named): boolean {
  return isSameName(coSigner, `${firstName} ${lastName}`);
}

/** Checks that the co-signer is another person than the homeowner. @throws AppError `UNPROCESSABLE` */
export function requireOtherPerson(coSigner: string, homeowner: Named): void {
  if (!isHomeowner(coSigner, homeowner)) return;
  const detail = 'coSigner must not be the name of the homeowner, who signs in any case: name the second owner.';
  throw unprocessable('co_signer_is_homeowner', '/coSigner', 'format', detail);
}

/** Whether people read two names as the same one. */
function isSameName(one: string, other: string): boolean {
  return comparable(one) === comparable(other);
}

function comparable(name: string): string {
  return name.normalize('NFKC').trim().replaceAll(/\s+/gu, ' ').toLowerCase();
}
