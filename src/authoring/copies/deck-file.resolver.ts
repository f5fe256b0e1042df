import { GraphQLJSONObject } from 'graphql-scalars';
import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import { within } from '../../kit/core/index.ts';
import { type GraphQLContext, PayloadMutation } from '../../kit/graphql/index.ts';
import { readInput } from '../../kit/input/index.ts';
import { Deck } from '../decks/deck.entity.ts';
import { DeckFile, type DeckFileImage, ImportDeckInput } from './deck-file.inputs.ts';
import { type DeckFileService } from './deck-file.service.ts';

@Resolver()
export class DeckFileResolver {
  constructor(private readonly files: DeckFileService) {}

  @Query(() => GraphQLJSONObject, {
    complexity: 500,
    description:
      'A deck as a file: with its slides, FAQs, translations, brand and images, for importDeck. An answer has 10 MB at most; exportDeck of REST has more room.',
  })
  async deckFile(
    @Ctx() { scope }: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
  ): Promise<object> {
    const { contents, images } = await this.files.export(scope, deckId);
    const all: DeckFileImage[] = [];
    for await (const image of images) all.push(image);
    return { ...contents, images: all };
  }

  @PayloadMutation(
    { deck: [() => Deck, 'The new deck.'] },
    {
      complexity: 500,
      description:
        'Creates a deck from a file, whole or not at all. A request has 1 MiB at most; importDeck of REST takes larger files.',
    },
  )
  async importDeck(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => ImportDeckInput, { description: 'The file.' }) { file }: ImportDeckInput,
  ): Promise<Deck> {
    return within('/file', async () => this.files.import(context.change(), readInput(DeckFile, file)));
  }
}
