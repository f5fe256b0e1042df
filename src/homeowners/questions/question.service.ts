import type { EventLog } from '../../delivery/events/event-log.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../kit/data/index.ts';
import { unprocessable } from '../../kit/input/index.ts';
import { type AppError, notFound } from '../../kit/core/index.ts';
import { countForLink, presentationOf } from '../links/guest-link.ts';
import { requireLeftInHour } from '../links/hourly.ts';
import { linksById } from '../links/presentation-link.reader.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { sourceSlideIds } from '../../presentations/presentations/presentation-part.reader.ts';
import { requireLocked } from '../../presentations/presentations/presentation.reader.ts';
import type { FoundFaq } from './faq-index.ts';
import { StoredQuestion } from './stored-question.entity.ts';
import type { FaqSearch } from './faq-search.ts';
import { questionUnanswered, questionAsked } from './question.events.ts';
import type { AskGuestQuestionInput } from './question.inputs.ts';
import { searchWordsOf } from './words.ts';

/** Characters of an unanswered question that are kept. */
const keptLength = 200;
const mostUnanswered = 100;

/** Answers the questions of guests, and takes them. */
export class QuestionService {
  constructor(
    private readonly events: EventLog,
    private readonly faqs: FaqSearch,
  ) {}

  /**
   * Finds the FAQs of the presentation of a link that answer what its guest typed, best first.
   *
   * @throws AppError `TOO_MANY_REQUESTS` while the link has too many searches under way
   */
  search(scope: RequestScope, text: string): Promise<FoundFaq[]> {
    return this.faqs.find(scope, text);
  }

  /**
   * Records a question as an event; and that no FAQ answers it, once for each question of a presentation.
   *
   * @throws AppError `UNPROCESSABLE` for a slide that the presentation has not, `TOO_MANY_REQUESTS` when the link has
   * asked too much
   */
  async ask(scope: RequestScope, { question, sourceSlideId: given = null }: AskGuestQuestionInput): Promise<void> {
    // Sent again, it is answered as the first time, also when the link has no question left by then.
    const earlier = (await scope.steps?.find(scope)) ?? null;
    if (earlier !== null) return;
    const id = presentationOf(scope);
    const sourceSlideId = given?.toLowerCase() ?? null;
    if (sourceSlideId !== null && !(await sourceSlideIds(scope.em, id)).has(sourceSlideId)) throw unknownSlide();
    // Asked twice: a question that is refused must not cost a search, and questions that come together count one by one.
    await requireQuestionLeft(scope);
    const isUnanswered = (await this.faqs.find(scope, question)).length === 0;
    await inTransaction(scope, async (transaction) => {
      const presentation = await requireLocked(transaction, id);
      await countForLink(transaction, 'questions');
      const { deckId } = presentation;
      const facts = { presentationId: id, linkId: scope.actor.key ?? '', sourceSlideId };
      const kept = [...question].slice(0, keptLength).join('');
      const isNew = isUnanswered && (await keep(transaction, presentation, kept));
      this.events.record(transaction, questionAsked, { deckId, data: { ...facts, question } });
      if (isNew) this.events.record(transaction, questionUnanswered, { deckId, data: { ...facts, question: kept } });
    });
  }
}

/** Refuses a question that is one too many, without a lock. @throws AppError `TOO_MANY_REQUESTS`, `NOT_FOUND` */
async function requireQuestionLeft({ em, actor, now }: RequestScope): Promise<void> {
  const [link] = await linksById(em, [actor.key ?? '']);
  if (link === null || link === undefined) throw notFound('link', actor.key ?? '');
  requireLeftInHour(link, 'questions', now());
}

function unknownSlide(): AppError {
  const detail = 'sourceSlideId must be the sourceSlideId of a slide of the presentation: give that, or leave it out.';
  return unprocessable('reference_unknown', '/sourceSlideId', 'unknown', detail);
}

/** Stores an unanswered question. @returns false for one that is known, that has no words, or that is one too many */
async function keep(
  { em }: TransactionScope,
  { id: presentationId, deckId }: Presentation,
  question: string,
): Promise<boolean> {
  const words = searchWordsOf(question).join(' ');
  if (words === '') return false;
  if ((await em.count(StoredQuestion, { presentationId, words })) > 0) return false;
  if ((await em.count(StoredQuestion, { presentationId })) >= mostUnanswered) return false;
  await em.persist(Object.assign(new StoredQuestion(), { presentationId, deckId, question, words })).flush();
  return true;
}
