import {
  Args,
  ArgsType,
  Ctx,
  Field,
  ID,
  ObjectType,
  Resolver,
  Root,
  type SubscribeResolverData,
  Subscription,
} from 'type-graphql';
import { Event, type LoggedEvent } from '../../delivery/events/event.entity.ts';
import { type GraphQLContext } from '../../kit/graphql/index.ts';
import { cursorOf, Snapshot } from '../../kit/live/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { Deck } from './deck.entity.ts';
import { decksById } from './deck.reader.ts';
import { deckWatch } from './deck.stream.ts';

@ObjectType({ simpleResolvers: true, description: 'A message of watchDeck.' })
class DeckWatch {
  @Field(() => String, {
    description: 'Where the message stands in the event log: subscribe with it as after to resume behind the message.',
  })
  cursor!: string;

  @Field(() => Deck, { nullable: true, description: 'The deck as it is now; null once it is deleted.' })
  deck!: Deck | null;

  @Field(() => Event, { nullable: true, description: 'What happened; null in the first message without after.' })
  event!: LoggedEvent | null;
}

@ArgsType()
class WatchDeckArgs {
  @Field(() => ID, { description: 'The id of the deck.' })
  deckId!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'The cursor of the last message that the client has: the stream sends what happened since. After CURSOR_EXPIRED, subscribe without it.',
  })
  after?: string | null;
}

@Resolver()
export class DeckWatchResolver {
  @Subscription(() => DeckWatch, {
    description:
      'A deck and all that happens to it, to its presentations and to their contracts: the deck at once, then each event with the deck as it is at that time.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, WatchDeckArgs, GraphQLContext>) =>
      context.streams.of(deckWatch)(context.scope, args.deckId, args.after),
  })
  async watchDeck(
    @Root() row: LoggedEvent | Snapshot,
    @Ctx() context: GraphQLContext,
    @Args(() => WatchDeckArgs) { deckId }: WatchDeckArgs,
  ): Promise<DeckWatch> {
    const deck = await context.load(decksById, requireUuid(deckId, 'deckId'));
    return { cursor: cursorOf(row), deck, event: row instanceof Snapshot ? null : row };
  }
}
