import { LockMode } from '@mikro-orm/core';
import { requireUuid } from '../../kit/input/index.ts';
import type { TransactionScope } from '../../kit/data/index.ts';
import { Deck } from '../../authoring/decks/deck.entity.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import {
  languagesOfPresentations,
  type OfferTexts,
  offerTextsOfPresentations,
} from '../../presentations/presentations/presentation-part.reader.ts';
import { lockPresentation } from '../../presentations/presentations/presentation.reader.ts';
import { Contract } from './contract.entity.ts';
import { type ContractContext, contractRowsById } from './contract.reader.ts';

/**
 * Locks a contract for a change, behind its presentation. Null when it was deleted, or is signed and its presentation
 * was deleted.
 *
 * @throws AppError `INVALID_INPUT` when the id is no UUID
 */
export async function lockContract(transaction: TransactionScope, contractId: string): Promise<ContractContext | null> {
  const { em } = transaction;
  const id = requireUuid(contractId, 'contractId');
  const [row] = await contractRowsById(em, [id]);
  if (row === null || row === undefined) return null;
  const presentation = await lockPresentation(transaction, row.presentationId);
  const contract = await em.findOne(Contract, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (presentation === null || contract === null) return null;
  return { contract, ...(await readContractContext(transaction, presentation)) };
}

/** Reads what the documents of the contracts of a presentation are built from. */
export async function readContractContext(
  { em }: TransactionScope,
  presentation: Presentation,
): Promise<Omit<ContractContext, 'contract'>> {
  const deck = await em.findOneOrFail(Deck, presentation.deckId);
  const [offerTexts = new Map<string, OfferTexts>()] = await offerTextsOfPresentations(em, [presentation.id]);
  const [shownLanguage = null] = await languagesOfPresentations(em, [presentation.id]);
  return { presentation, deck, offerTexts, shownLanguage };
}
