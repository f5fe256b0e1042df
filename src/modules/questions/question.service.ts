import type { EventLog } from '../../events/event-log.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../platform/database/scope.ts';
import { unprocessable } from '../../platform/input/validate.ts';
import { AppError, notFound } from '../../platform/kernel/errors.ts';
import { lockLinkOf, presentationOf } from '../links/guest-link.ts';
import type { Presentation } from '../presentations/presentation.entity.ts';
import { sourceSlideIds } from '../presentations/presentation-part.reader.ts';
import { requireLocked } from '../presentations/presentation.reader.ts';
import { FaqMiss } from './faq-miss.entity.ts';
import { faqMissed, questionAsked } from './question.events.ts';
import type { AskGuestQuestionInput } from './question.inputs.ts';
import { searchFaqs, wordsOf } from './word-search.ts';

/** Characters of a missed question that are kept. */
const keptLength = 200;
/** Most missed questions of one presentation. */
const mostMissed = 100;
/** Most questions that one link asks in an hour: each is an event, which receivers get as webhook and e-mail. */
const mostAsked = 50;
const hourMs = 3_600_000;

/** Takes the questions of guests. */
export class QuestionService {
  constructor(private readonly events: EventLog) {}

  /**
   * Records a question as an event; and that no FAQ answers it, once for each question of a presentation.
   *
   * @throws AppError `UNPROCESSABLE` for a slide that the presentation has not, `TOO_MANY_REQUESTS` when the link has
   * asked too much
   */
  async ask(scope: RequestScope, { question, slideId: given = null }: AskGuestQuestionInput): Promise<void> {
    const id = presentationOf(scope);
    const slideId = given?.toLowerCase() ?? null;
    if (slideId !== null && !(await sourceSlideIds(scope.em, id)).has(slideId)) throw unknownSlide();
    const isMissed = (await searchFaqs(scope.em, id, question)).length === 0;
    await inTransaction(scope, async (transaction) => {
      const presentation = await requireLocked(transaction, id);
      await countQuestion(transaction);
      const { deckId } = presentation;
      const facts = { presentationId: id, linkId: scope.actor.key ?? '', slideId };
      const kept = [...question].slice(0, keptLength).join('');
      const isNew = isMissed && (await keep(transaction, presentation, kept));
      await this.events.record(transaction, questionAsked, { deckId, data: { ...facts, question } });
      if (isNew) await this.events.record(transaction, faqMissed, { deckId, data: { ...facts, question: kept } });
    });
  }
}

/** Counts a question of the link that asks it. @throws AppError `TOO_MANY_REQUESTS` when it is one too many */
async function countQuestion(transaction: TransactionScope): Promise<void> {
  const link = await lockLinkOf(transaction);
  if (link === null) throw notFound('link', transaction.actor.key ?? '');
  const now = transaction.now();
  const sinceMs = link.askingSince === null ? Infinity : now.getTime() - link.askingSince.getTime();
  if (sinceMs >= hourMs) Object.assign(link, { askingSince: now, questions: 0 });
  else if (link.questions >= mostAsked) throw tooManyQuestions(Math.ceil((hourMs - sinceMs) / 1_000));
  link.questions += 1;
}

function tooManyQuestions(retryAfterSeconds: number): AppError {
  const detail = `A link asks ${mostAsked} questions an hour, and this one has asked them: ask again in ${retryAfterSeconds} s.`;
  return new AppError('TOO_MANY_REQUESTS', detail, [], { members: { retryAfterSeconds } });
}

function unknownSlide(): AppError {
  const detail = 'slideId must be the sourceSlideId of a slide of the presentation: give that, or leave it out.';
  return unprocessable('/slideId', 'unknown', detail);
}

/** Stores a missed question. @returns false for one that is known, that has no words, or that is one too many */
async function keep(
  { em }: TransactionScope,
  { id: presentationId, deckId }: Presentation,
  question: string,
): Promise<boolean> {
  const words = wordsOf(question).join(' ');
  if (words === '') return false;
  const known = await em.find(FaqMiss, { presentationId });
  if (known.length >= mostMissed || known.some((miss) => miss.words === words)) return false;
  await em.persist(Object.assign(new FaqMiss(), { presentationId, deckId, question, words })).flush();
  return true;
}
