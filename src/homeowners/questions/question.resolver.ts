import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { DateTimeISO } from '../../kit/input/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { type GraphQLContext, PayloadMutation } from '../../kit/graphql/index.ts';
import { mostFound } from './faq-index.ts';
import { GuestFaqMatch } from './faq-match.ts';
import { searchPrice } from './faq-search.ts';
import { UnansweredQuestion } from './unanswered-question.ts';
import { AskGuestQuestionInput, SearchGuestFaqsInput } from './question.inputs.ts';
import { listUnansweredQuestions, unansweredSince, mostListed } from './question.reader.ts';
import { type QuestionService } from './question.service.ts';

@Resolver()
export class QuestionResolver {
  constructor(private readonly service: QuestionService) {}

  @Query(() => [GuestFaqMatch], {
    complexity: ({ childComplexity }) => searchPrice + mostFound * childComplexity,
    description: `Up to ${mostFound} FAQs of the presentation that answer what the guest typed, best first.`,
  })
  searchGuestFaqs(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => SearchGuestFaqsInput, { description: 'What was typed.' }) { text }: SearchGuestFaqsInput,
  ): Promise<GuestFaqMatch[]> {
    return this.service.search(context.scope, text);
  }

  @Query(() => [UnansweredQuestion], {
    nullable: true,
    complexity: listOf(20),
    description: `What homeowners ask and no FAQ of the deck answers, of all decks, the most frequent first: ${mostListed} at most, of the last 10,000 that were asked.`,
  })
  unansweredQuestions(
    @Ctx() { scope }: GraphQLContext,
    @Arg('deckId', () => ID, { nullable: true, description: 'Only questions of this deck.' }) deckId: string | null,
    @Arg('since', () => DateTimeISO, { nullable: true, description: unansweredSince }) since: string | null,
  ): Promise<UnansweredQuestion[]> {
    return listUnansweredQuestions(scope, { deckId, since });
  }

  @PayloadMutation(
    { isAccepted: [() => Boolean, 'Always true: the question is recorded.'] },
    {
      complexity: searchPrice,
      description:
        'Records a question as the event question.asked, and as question.unanswered where no FAQ answers it.',
    },
  )
  async askGuestQuestion(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => AskGuestQuestionInput, { description: 'The question.' }) input: AskGuestQuestionInput,
  ): Promise<boolean> {
    await this.service.ask(context.change(), input);
    return true;
  }
}
