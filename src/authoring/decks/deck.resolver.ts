import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  ID,
  Query,
  Resolver,
  type SubscribeResolverData,
  Subscription,
} from 'type-graphql';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  IfVersion,
  PageArgs,
  RequestedColumns,
  toConnection,
  PayloadMutation,
} from '../../kit/graphql/index.ts';
import { type Columns, ListOrder, longestSearch, orderByText, type Part } from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { Deck } from './deck.entity.ts';
import { CreateDeckInput, UpdateDeckInput } from './deck.inputs.ts';
import { decksById, listDecks } from './deck.reader.ts';
import { type DeckService } from './deck.service.ts';
import { deckStream } from './deck.stream.ts';

const DeckConnection = connectionType(Deck, 'Deck');

@ArgsType()
class DecksArgs extends PageArgs {
  @Field(() => String, {
    nullable: true,
    description: `Text of up to ${longestSearch} characters to find in name, description or brand name; by default all decks.`,
  })
  search?: string | null;

  @Field(() => ListOrder, { nullable: true, description: orderByText('CREATED_ASC') })
  orderBy?: ListOrder | null;
}

@Resolver(() => Deck)
export class DeckResolver {
  constructor(private readonly service: DeckService) {}

  @Query(() => Deck, { nullable: true, description: 'One deck; null when there is none with this id.' })
  async deck(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the deck.' }) id: string,
    @RequestedColumns() columns: Columns,
  ): Promise<Part<Deck> | null> {
    return context.load(decksById, requireUuid(id, 'id'), columns);
  }

  @Query(() => DeckConnection, { description: 'All decks, oldest first by default.' })
  async decks(
    @Ctx() context: GraphQLContext,
    @Args(() => DecksArgs) args: DecksArgs,
    @RequestedColumns() columns: Columns,
  ): Promise<Connection<Part<Deck>>> {
    return toConnection(await listDecks(context.scope, args, columns), args);
  }

  @PayloadMutation({ deck: [() => Deck, 'The new deck.'] }, { description: 'Creates an empty deck.' })
  async createDeck(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => CreateDeckInput, { description: 'The new deck.' }) input: CreateDeckInput,
  ): Promise<Deck> {
    return this.service.create(context.change(), input);
  }

  @PayloadMutation(
    { deck: [() => Deck, 'The deck as it is now.'] },
    {
      description: 'Changes the given fields of a deck. Existing presentations do not change.',
    },
  )
  async updateDeck(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the deck.' }) id: string,
    @Arg('input', () => UpdateDeckInput, { description: 'The fields to change.' }) input: UpdateDeckInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Deck> {
    return this.service.update(context.change(), id, input, ifVersion);
  }
}

@ArgsType()
class DeckChangedArgs {
  @Field(() => ID, { description: 'The id of the deck.' })
  deckId!: string;
}

@Resolver()
export class LiveDeckResolver {
  @Subscription(() => Deck, {
    nullable: true,
    description:
      'The current deck, at once and after each change of it, its slides or its FAQs; null when it is deleted.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, DeckChangedArgs, GraphQLContext>) =>
      context.streams.of(deckStream)(context.scope, args.deckId),
  })
  deckChanged(
    @Ctx() context: GraphQLContext,
    @Args(() => DeckChangedArgs) { deckId }: DeckChangedArgs,
  ): Promise<Deck | null> {
    return context.load(decksById, requireUuid(deckId, 'deckId'));
  }
}
