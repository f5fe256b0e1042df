import { LockMode } from '@mikro-orm/core';
import { inTransaction, type RequestScope, type TransactionScope } from '../../platform/database/scope.ts';
import type { EventLog } from '../../events/event-log.ts';
import { notFound } from '../../platform/kernel/errors.ts';
import { presentationOf } from '../guests/guest.reader.ts';
import { Presentation } from '../presentations/presentation.entity.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';
import { FaqMiss } from './faq-miss.entity.ts';
import { faqMissed, questionAsked } from './question.events.ts';
import type { AskGuestQuestionInput } from './question.inputs.ts';
import { searchFaqs, wordsOf } from './word-search.ts';

/** Characters of a missed question that are kept. */
const keptLength = 200;
/** Most missed questions of one presentation. */
const mostMissed = 100;

/** Takes the questions of guests. */
export class QuestionService {
  constructor(private readonly events: EventLog) {}

  /** Records a question as an event; and that no FAQ answers it, once for each question of a presentation. */
  async ask(scope: RequestScope, { question, slideId = null }: AskGuestQuestionInput): Promise<void> {
    const id = presentationOf(scope);
    const isMissed = (await searchFaqs(scope.em, id, question)).length === 0;
    await inTransaction(scope, async (transaction) => {
      const { deckId } = await readPresentation(transaction, id);
      const facts = { presentationId: id, linkId: scope.actor.key ?? '', slideId };
      const kept = [...question].slice(0, keptLength).join('');
      const isNew = isMissed && (await keep(transaction, id, kept));
      await this.events.record(transaction, questionAsked, { deckId, data: { ...facts, question } });
      if (isNew) await this.events.record(transaction, faqMissed, { deckId, data: { ...facts, question: kept } });
    });
  }
}

/** Stores a missed question. @returns false for one that is known, that has no words, or that is one too many */
async function keep({ em }: TransactionScope, id: string, question: string): Promise<boolean> {
  const words = wordsOf(question).join(' ');
  if (words === '') return false;
  const presentation = await em.findOne(Presentation, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (presentation === null) throw notFound('presentation', id);
  const known = await em.find(FaqMiss, { presentationId: id });
  if (known.length >= mostMissed || known.some((miss) => miss.words === words)) return false;
  const { deckId } = presentation;
  await em.persist(Object.assign(new FaqMiss(), { presentationId: id, deckId, question, words })).flush();
  return true;
}
