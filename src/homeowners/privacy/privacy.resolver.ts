import { Arg, Ctx, ID, Resolver } from 'type-graphql';
import { type GraphQLContext, IfVersion, PayloadMutation } from '../../kit/graphql/index.ts';
import { Deck } from '../../authoring/decks/deck.entity.ts';
import type { DeckService, DeletedDeck } from '../../authoring/decks/deck.service.ts';
import { Erasure, HeldContract } from './erasure.ts';
import { HomeownerSelectorInput } from './privacy.inputs.ts';
import type { PrivacyService } from './privacy.service.ts';

/** GraphQL mutations that erase. The export is a file, which REST streams. */
@Resolver()
export class PrivacyResolver {
  constructor(
    private readonly service: PrivacyService,
    private readonly decks: DeckService,
  ) {}

  @PayloadMutation(
    {
      deck: [() => Deck, 'The deck as it was.'],
      heldContracts: [() => [HeldContract], 'Its signed contracts, which are held, and until when.'],
    },
    {
      description:
        'Deletes the deck with its slides, FAQs, presentations and unsigned contracts; signed ones are held, as by deletePresentation.',
    },
  )
  async deleteDeck(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the deck.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<DeletedDeck> {
    return this.decks.delete(context.change(), id, ifVersion);
  }

  @PayloadMutation(
    { erasure: [() => Erasure, 'What was erased, and what is held.'] },
    {
      description: 'Erases a presentation, and what mentions it. A signed contract of it is held, then pseudonymized.',
    },
  )
  async deletePresentation(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the presentation.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Erasure> {
    return this.service.deletePresentation(context.change(), id, ifVersion);
  }

  @PayloadMutation(
    { erasure: [() => Erasure, 'What was erased, and what is held.'] },
    {
      description: 'Erases all that is stored about a homeowner. Signed contracts are held, then pseudonymized.',
    },
  )
  async eraseHomeowner(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => HomeownerSelectorInput, { description: 'The homeowner.' }) input: HomeownerSelectorInput,
  ): Promise<Erasure> {
    return this.service.erase(context.change(), input);
  }
}
