import { sql } from 'kysely';
import {
  addRows,
  countRows,
  type ExpectedVersion,
  inTransaction,
  maxListed,
  newRow,
  removeRow,
  type RequestScope,
  requireVersion,
  type TransactionScope,
  updateRow,
  withEmpties,
} from '../../kit/data/index.ts';
import { applyChanges, within } from '../../kit/core/index.ts';
import { type Change, inputOf, unprocessable } from '../../kit/input/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import type { Deck } from '../decks/deck.entity.ts';
import { type DeckSize, isLarger } from '../decks/deck-size.ts';
import { editedTranslations } from '../translations/attribute-texts.ts';
import { applyTranslations } from '../../engines/translation/translation-sources.ts';
import { lockDeck } from '../decks/deck.service.ts';
import { touchDeck } from '../decks/touch-deck.ts';
import { type AdmitAudio, isStale } from '../slides/authored-audio.ts';
import { faqAttributes } from './faq.attributes.ts';
import { Faq, faqContent } from './faq.entity.ts';
import { faqCreated, faqDeleted, faqUpdated } from './faq.events.ts';
import type { CreateFaqInput, UpdateFaqInput } from './faq.inputs.ts';
import { readFaq } from './faq.reader.ts';

/** Changes FAQs. Each change locks the deck, raises its version and records an event in one transaction. */
export class FaqService {
  constructor(
    private readonly events: EventLog,
    private readonly admitAudio: AdmitAudio,
    private readonly size: DeckSize,
  ) {}

  async create(scope: RequestScope, deckId: string, input: CreateFaqInput): Promise<Faq> {
    const [faq] = await this.createAll(scope, deckId, [input], () => '');
    return faq as Faq;
  }

  /**
   * Adds FAQs in their order, all or none.
   *
   * @param placeOf where an input stands in the request, as a JSON Pointer
   * @throws AppError `UNPROCESSABLE` when there are too many
   */
  async createAll(
    scope: RequestScope,
    deckId: string,
    inputs: readonly CreateFaqInput[],
    placeOf: (at: number) => string,
  ): Promise<Faq[]> {
    return inTransaction(scope, async (transaction) => {
      const change = await touchDeck(transaction, deckId);
      if ((await countRows(transaction.em, Faq, [sql`deck_id = ${change.deckId}`])) + inputs.length > maxListed) {
        throw unprocessable('limit_reached', '/deckId', 'length', `A deck has at most ${maxListed} FAQs.`);
      }
      const faqs: Faq[] = [];
      for (const [at, input] of inputs.entries()) {
        faqs.push(await within(placeOf(at), () => this.#newFaq(transaction, change.deckId, input)));
      }
      await addRows(transaction, Faq, faqs);
      await this.size.requireFits(transaction, change, faqs);
      for (const faq of faqs) {
        this.events.record(transaction, faqCreated, { deckId: faq.deckId, data: faqFacts(faq) });
      }
      return faqs;
    });
  }

  async #newFaq(transaction: TransactionScope, deckId: string, input: CreateFaqInput): Promise<Faq> {
    const faq = newRow(Faq);
    const { translations: changes, ...own } = await this.admitAudio(transaction, input);
    applyChanges(faq, { ...withEmpties(faqAttributes, own), deckId });
    applyChanges(faq, editedTranslations(faqAttributes, faq, faq, { changes }));
    return faq;
  }

  /** Changes a FAQ, and marks its audio as stale when the answer changes. */
  async update(
    scope: RequestScope,
    faqId: string,
    change: Change<UpdateFaqInput>,
    { ifVersion, translator }: { ifVersion?: ExpectedVersion; translator?: string } = {},
  ): Promise<Faq> {
    return inTransaction(scope, async (transaction) => {
      const { faq, deck } = await this.#lockFaq(transaction, faqId, ifVersion);
      const before = { ...faq };
      const { translations: changes, ...own } = await this.admitAudio(transaction, inputOf(change, before));
      const changed = applyChanges(faq, withEmpties(faqAttributes, own));
      const edited = editedTranslations(faqAttributes, before, faq, { changes, translator });
      changed.push(...applyTranslations(faq, edited, changed.length > 0));
      if (changed.length === 0) return faq;
      faq.isAudioStale = isStale(faqAttributes, faq, changed);
      const deckChange = await touchDeck(transaction, deck.id);
      await updateRow(transaction, Faq, before, faq);
      const grown = isLarger(faqContent, before, faq) ? [faq] : [];
      await this.size.requireFits(transaction, deckChange, grown);
      this.events.record(transaction, faqUpdated, { deckId: deck.id, data: { ...faqFacts(faq), changed } });
      return faq;
    });
  }

  async delete(scope: RequestScope, faqId: string, ifVersion?: ExpectedVersion): Promise<Faq> {
    return inTransaction(scope, async (transaction) => {
      const { faq, deck } = await this.#lockFaq(transaction, faqId, ifVersion);
      const deckChange = await touchDeck(transaction, deck.id);
      await removeRow(transaction, Faq, faq);
      await this.size.requireFits(transaction, deckChange, []);
      this.events.record(transaction, faqDeleted, { deckId: deck.id, data: faqFacts(faq) });
      return faq;
    });
  }

  async #lockFaq(
    transaction: TransactionScope,
    faqId: string,
    ifVersion?: ExpectedVersion,
  ): Promise<{ faq: Faq; deck: Deck }> {
    const { deckId } = await readFaq(transaction, faqId);
    const deck = await lockDeck(transaction, deckId);
    // Anew: another change may have ended meanwhile.
    const faq = await readFaq(transaction, faqId);
    requireVersion(faq, ifVersion);
    return { faq, deck };
  }
}

/** What each event of a FAQ has in its data. */
export function faqFacts({ id, userQuestion }: Faq): { faqId: string; userQuestion: string } {
  return { faqId: id, userQuestion };
}
