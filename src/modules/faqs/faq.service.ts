import { applyChanges, requireVersion, touch } from '../../database/changes.ts';
import { notFound } from '../../errors.ts';
import type { EventLog } from '../../events/event-log.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../scope.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { mergeTranslations } from '../../translation/merge-translations.ts';
import { lockDeck } from '../decks/deck.service.ts';
import { Faq, type FaqTranslation } from './faq.entity.ts';
import { faqCreated, faqDeleted, faqUpdated } from './faq.events.ts';
import type { CreateFaqInput, UpdateFaqInput } from './faq.inputs.ts';
import { readFaq } from './faq.reader.ts';

export class FaqService {
  constructor(private readonly events: EventLog) {}

  async create(scope: RequestScope, deckId: string, input: CreateFaqInput): Promise<Faq> {
    return inTransaction(scope, async (transaction) => {
      const deck = await lockDeck(transaction, deckId);
      const faq = new Faq();
      applyChanges(faq, {
        ...input,
        deckId: deck.id,
        wordTimings: input.wordTimings ?? [],
        translations: mergeTranslations({}, input.translations, cleanTranslation),
      });
      transaction.em.persist(faq);
      touch(transaction, deck);
      await transaction.em.flush();
      await this.events.record(transaction, faqCreated, { deckId: deck.id, data: factsOf(faq) });
      return faq;
    });
  }

  async update(scope: RequestScope, faqId: string, input: UpdateFaqInput, ifVersion?: number): Promise<Faq> {
    return inTransaction(scope, async (transaction) => {
      const { faq, deck } = await this.#lockFaq(transaction, faqId, ifVersion);
      const changed = applyChanges(faq, {
        ...input,
        wordTimings: input.wordTimings === null ? [] : input.wordTimings,
        translations: mergeTranslations(faq.translations, input.translations, cleanTranslation),
      });
      if (changed.length === 0) return faq;
      touch(transaction, faq);
      touch(transaction, deck);
      await transaction.em.flush();
      await this.events.record(transaction, faqUpdated, { deckId: deck.id, data: { ...factsOf(faq), changed } });
      return faq;
    });
  }

  async delete(scope: RequestScope, faqId: string, ifVersion?: number): Promise<Faq> {
    return inTransaction(scope, async (transaction) => {
      const { faq, deck } = await this.#lockFaq(transaction, faqId, ifVersion);
      transaction.em.remove(faq);
      touch(transaction, deck);
      await transaction.em.flush();
      await this.events.record(transaction, faqDeleted, { deckId: deck.id, data: factsOf(faq) });
      return faq;
    });
  }

  async #lockFaq(transaction: TransactionScope, faqId: string, ifVersion?: number): Promise<{ faq: Faq; deck: Deck }> {
    const { id, deckId } = await readFaq(transaction, faqId);
    const deck = await lockDeck(transaction, deckId);
    const faq = await transaction.em.findOne(Faq, { id });
    if (faq === null) throw notFound('FAQ', id);
    requireVersion(faq, ifVersion);
    return { faq, deck };
  }
}

function factsOf({ id, userQuestion }: Faq): { id: string; userQuestion: string } {
  return { id, userQuestion };
}

function cleanTranslation({ userQuestion, cannedAnswer }: FaqTranslation): FaqTranslation {
  return { userQuestion, cannedAnswer };
}
