import { Arg, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import { type GraphQLContext } from '../../graphql/context.ts';
import { Deck } from '../decks/deck.entity.ts';
import { Faq } from './faq.entity.ts';
import { CreateFaqInput, UpdateFaqInput } from './faq.inputs.ts';
import { faqsOfDecks } from './faq.reader.ts';
import { type FaqService } from './faq.service.ts';

@Resolver(() => Faq)
export class FaqResolver {
  constructor(private readonly service: FaqService) {}

  @Mutation(() => Faq)
  async createFaq(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID) deckId: string,
    @Arg('input', () => CreateFaqInput) input: CreateFaqInput,
  ): Promise<Faq> {
    return this.service.create(context.change(), deckId, input);
  }

  @Mutation(() => Faq)
  async updateFaq(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID) id: string,
    @Arg('input', () => UpdateFaqInput) input: UpdateFaqInput,
  ): Promise<Faq> {
    return this.service.update(context.change(), id, input);
  }

  @Mutation(() => Faq)
  async deleteFaq(@Ctx() context: GraphQLContext, @Arg('id', () => ID) id: string): Promise<Faq> {
    return this.service.delete(context.change(), id);
  }
}

@Resolver(() => Deck)
export class DeckFaqsResolver {
  @FieldResolver(() => [Faq], { description: 'Oldest first.' })
  faqs(@Ctx() context: GraphQLContext, @Root() deck: Deck): Promise<Faq[]> {
    return context.load(faqsOfDecks, deck.id);
  }
}
