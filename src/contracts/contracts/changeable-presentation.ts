import { AppError } from '../../kit/core/index.ts';
import type { TransactionScope } from '../../kit/data/index.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { isHomeowner } from '../signatures/signatures.ts';
import { ContractStatus } from './contract-status.ts';
import { contractRowsOfPresentations } from './contract.reader.ts';
import { isPossible, statusAt } from './contract.transitions.ts';

const { DRAFT, SENT, VIEWED, SIGNED } = ContractStatus;

const columns = new Set(['id', 'status', 'expiresAt', 'coSigner']);

/**
 * Checks that a locked presentation may get other texts and prices: nobody reads, or has signed, a contract of them.
 * Drafts follow it.
 *
 * @throws AppError `CONFLICT` while a contract is sent, viewed or signed, and for a homeowner with the name of the
 * co-signer of a draft
 */
export async function requireChangeable(
  { em, now }: TransactionScope,
  { id: presentationId, homeowner }: Pick<Presentation, 'id' | 'homeowner'>,
): Promise<void> {
  const [rows = []] = await contractRowsOfPresentations(em, [presentationId], columns);
  for (const { id, status: stored, expiresAt = null, coSigner = null } of rows) {
    if (stored === undefined) continue;
    const status = statusAt({ status: stored, expiresAt }, now());
    if (status === SENT || status === VIEWED || status === SIGNED) {
      const fix = isPossible('void', status) ? 'void it first, or make another presentation' : 'make another one';
      throw new AppError(
        'presentation_in_contract',
        `The contract ${id} of the presentation is ${status}, so its text stays: ${fix}.`,
      );
    }
    if (status === DRAFT && coSigner !== null && isHomeowner(coSigner, homeowner)) {
      const fix = 'change coSigner of the draft first';
      throw new AppError(
        'co_signer_of_draft',
        `The homeowner would have the name of the co-signer of the draft ${id}: ${fix}.`,
      );
    }
  }
}
