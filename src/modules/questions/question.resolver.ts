import { Arg, Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { listOf } from '../../platform/budget/field-price.ts';
import { type GraphQLContext } from '../../platform/graphql/context.ts';
import { IdempotencyKeyArg } from '../../platform/graphql/idempotency-key.ts';
import { GuestFaqMatch } from './faq-match.ts';
import { AskGuestQuestionInput, SearchGuestFaqsInput } from './question.inputs.ts';
import { searchGuestFaqs } from './question.reader.ts';
import { type QuestionService } from './question.service.ts';
import { mostFound } from './word-search.ts';

/** GraphQL operations of questions. */
@Resolver()
export class QuestionResolver {
  constructor(private readonly service: QuestionService) {}

  @Query(() => [GuestFaqMatch], {
    complexity: listOf(mostFound, 10),
    description: `Up to ${mostFound} FAQs of the presentation that answer what the guest typed, best first.`,
  })
  searchGuestFaqs(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => SearchGuestFaqsInput, { description: 'What was typed.' }) { text }: SearchGuestFaqsInput,
  ): Promise<GuestFaqMatch[]> {
    return searchGuestFaqs(context.scope, text);
  }

  @Mutation(() => Boolean, { description: 'Records a question as the event question.asked.' })
  async askGuestQuestion(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => AskGuestQuestionInput, { description: 'The question.' }) input: AskGuestQuestionInput,
    @IdempotencyKeyArg() key: string | null,
  ): Promise<boolean> {
    await this.service.ask(context.change({ key, operation: 'askGuestQuestion', input }), input);
    return true;
  }
}
