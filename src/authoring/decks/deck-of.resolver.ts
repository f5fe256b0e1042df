import { type ClassType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Columns, Part } from '../../kit/data/index.ts';
import { type GraphQLContext, NeedsColumns, RequestedColumns } from '../../kit/graphql/index.ts';
import { Deck } from './deck.entity.ts';
import { decksById } from './deck.reader.ts';

interface OfDeck {
  readonly deckId: string | null;
}

/** A resolver that adds `deck`, as it is now, to a type of what belongs to a deck or is about one. */
export function deckOf(type: ClassType<OfDeck>, description: string): new () => object {
  @Resolver(() => type)
  class DeckOfResolver {
    @NeedsColumns()
    @FieldResolver(() => Deck, { nullable: true, description })
    deck(
      @Ctx() context: GraphQLContext,
      @Root() { deckId }: OfDeck,
      @RequestedColumns() columns: Columns,
    ): Promise<Part<Deck> | null> | null {
      return deckId === null ? null : context.load(decksById, deckId, columns);
    }
  }
  return DeckOfResolver;
}
