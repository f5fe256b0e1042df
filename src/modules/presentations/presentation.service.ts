import { LockMode } from '@mikro-orm/core';
import { notFound } from '../../errors.ts';
import type { EventLog } from '../../events/event-log.ts';
import { requireUuid } from '../../input/validate.ts';
import { inTransaction, type RequestScope } from '../../scope.ts';
import { applyChanges } from '../../database/changes.ts';
import { Deck } from '../decks/deck.entity.ts';
import { slidesOfDecks } from '../slides/slide.reader.ts';
import { personalise } from './personalise.ts';
import { Presentation } from './presentation.entity.ts';
import { presentationCreated, presentationReady } from './presentation.events.ts';
import type { CreatePresentationInput } from './presentation.inputs.ts';

export class PresentationService {
  constructor(private readonly events: EventLog) {}

  /** Makes a homeowner's copy of a deck: rendered, priced and from then on independent of the deck. */
  async create(scope: RequestScope, deckId: string, input: CreatePresentationInput): Promise<Presentation> {
    const id = requireUuid(deckId, 'deckId');
    return inTransaction(scope, async (transaction) => {
      // A shared lock: others may make presentations of the deck meanwhile, nobody may change it.
      const deck = await transaction.em.findOne(Deck, { id }, { lockMode: LockMode.PESSIMISTIC_READ });
      if (deck === null) throw notFound('deck', id);
      const [slides = []] = await slidesOfDecks(transaction.em, [deck.id]);
      const presentation = new Presentation();
      applyChanges(presentation, { ...input, deckId: deck.id });
      applyChanges(presentation, personalise(deck, slides, presentation, transaction.now()));
      transaction.em.persist(presentation);
      await transaction.em.flush();
      const event = { deckId: deck.id, data: { id: presentation.id, status: presentation.status } };
      await this.events.record(transaction, presentationCreated, event);
      await this.events.record(transaction, presentationReady, event);
      return presentation;
    });
  }
}
