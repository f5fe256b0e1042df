import { Arg, Ctx, ID, Resolver } from 'type-graphql';
import { type GraphQLContext, PayloadMutation } from '../../kit/graphql/index.ts';
import { Deck } from '../decks/deck.entity.ts';
import { DuplicateDeckInput } from './deck-copy.inputs.ts';
import { type DeckCopyService } from './deck-copy.service.ts';

@Resolver()
export class DeckCopyResolver {
  constructor(private readonly copies: DeckCopyService) {}

  @PayloadMutation(
    { deck: [() => Deck, 'The copy.'] },
    {
      complexity: 500,
      description:
        'Copies a deck with its slides, FAQs, translations and brand. Presentations and subscriptions stay with the deck that is copied.',
    },
  )
  async duplicateDeck(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('input', () => DuplicateDeckInput, { nullable: true, description: 'What is different in the copy.' })
    input: DuplicateDeckInput | null,
  ): Promise<Deck> {
    return this.copies.duplicate(context.change(), deckId, input ?? {});
  }
}
