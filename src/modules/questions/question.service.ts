import { inTransaction, type RequestScope } from '../../platform/database/scope.ts';
import type { EventLog } from '../../events/event-log.ts';
import { presentationOf } from '../guests/guest.reader.ts';
import { readPresentation } from '../presentations/presentation.reader.ts';
import { questionAsked } from './question.events.ts';
import type { AskGuestQuestionInput } from './question.inputs.ts';

/** Takes the questions of guests. */
export class QuestionService {
  constructor(private readonly events: EventLog) {}

  /** Records a question as an event. */
  async ask(scope: RequestScope, { question, slideId = null }: AskGuestQuestionInput): Promise<void> {
    await inTransaction(scope, async (transaction) => {
      const { id: presentationId, deckId } = await readPresentation(transaction, presentationOf(scope));
      const data = { presentationId, linkId: scope.actor.key ?? '', slideId, question };
      await this.events.record(transaction, questionAsked, { deckId, data });
    });
  }
}
