import { isDeepStrictEqual } from 'node:util';
import {
  type ExpectedVersion,
  inTransaction,
  type RequestScope,
  requireVersion,
  type TransactionScope,
  updateRow,
} from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { AppError } from '../../kit/core/index.ts';
import { formattingLocale } from '../../engines/template/formatting-locale.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import { Contract } from '../contracts/contract.entity.ts';
import { readContractContext } from '../contracts/contract.lock.ts';
import { currentContractIds, shownContract } from '../contracts/contract.reader.ts';
import { currentStates } from '../contracts/contract.transitions.ts';
import { readDeck } from '../../authoring/decks/deck.reader.ts';
import { chooseAddOns, requireAddOns } from '../../presentations/personalisation/choose-add-ons.ts';
import { withChoice } from '../../presentations/personalisation/presentation.offers.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { requireLockedRow } from '../../presentations/presentations/presentation.reader.ts';
import { addOnsSelected } from './add-on.events.ts';
import type { SelectAddOnsInput } from './add-on.inputs.ts';

/** Stores which add-ons a homeowner selected, and what the tiers cost with them. */
export class AddOnService {
  /** @param countForLink throws `TOO_MANY_REQUESTS` for a link that has changed them too often */
  constructor(
    private readonly events: EventLog,
    private readonly countForLink: (transaction: TransactionScope, caused: 'addOns') => Promise<void>,
  ) {}

  /**
   * Selects add-ons of an offer in place of those that were selected, and prices its tiers again. Open contracts of the
   * offer show the new prices at once, under a new hash.
   *
   * @throws AppError `UNPROCESSABLE` for an add-on that the offer has not, `CONFLICT` once a contract for it is signed,
   * or has the signature of one of its signers, `TOO_MANY_REQUESTS` for a link that has changed them too often
   */
  async select(
    scope: RequestScope,
    presentationId: string,
    { addOns: keys, sourceSlideId }: SelectAddOnsInput,
    ifVersion?: ExpectedVersion,
  ): Promise<Presentation> {
    const id = requireUuid(presentationId, 'presentationId');
    return inTransaction(scope, async (transaction) => {
      const presentation = await requireLockedRow(transaction, id);
      requireVersion(presentation, ifVersion);
      const before = { ...presentation };
      const { pricing, deckId, languageSettings } = presentation;
      const offer = requireAddOns(pricing, keys, sourceSlideId);
      const { defaultLanguage } = await readDeck(transaction, deckId);
      const locale = formattingLocale(languageSettings?.languageCode ?? defaultLanguage, defaultLanguage);
      const chosen = chooseAddOns(offer, keys, locale);
      if (isDeepStrictEqual(chosen.addOns, offer.addOns)) return presentation;
      if (offer.isAgreed) {
        throw new AppError(
          'offer_signed',
          'A contract for this offer was signed: its add-ons stay as they were signed.',
        );
      }
      await requireNoSignature(transaction, presentation, offer.sourceSlideId);
      await this.countForLink(transaction, 'addOns');
      presentation.pricing = withChoice(pricing, offer.sourceSlideId, chosen);
      await updateRow(transaction, Presentation, before, presentation);
      const selected = chosen.addOns.flatMap(({ key, isSelected }) => (isSelected ? [key] : []));
      const data = { presentationId: id, sourceSlideId: offer.sourceSlideId, addOns: selected };
      this.events.record(transaction, addOnsSelected, { deckId, data });
      return presentation;
    });
  }
}

/** Other add-ons would void a signature that its signer relies on. @throws AppError `CONFLICT` while there is one */
async function requireNoSignature(
  transaction: TransactionScope,
  presentation: Presentation,
  sourceSlideId: string,
): Promise<void> {
  const ids = await currentContractIds(transaction.em, presentation, sourceSlideId);
  if (ids.length === 0) return;
  const ofOffer = await transaction.em.find(Contract, { id: { $in: ids } });
  const context = await readContractContext(transaction, presentation);
  for (const contract of ofOffer) {
    const { id, status, signatures } = shownContract({ ...context, contract }, transaction.now());
    if (signatures.length === 0 || !currentStates.includes(status)) continue;
    const fix = 'decline or void it before you select other add-ons';
    throw new AppError('signature_exists', `The contract ${id} of this offer has a signature to these prices: ${fix}.`);
  }
}
