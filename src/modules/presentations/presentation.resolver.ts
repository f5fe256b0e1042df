import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Mutation, Query, Resolver, Root } from 'type-graphql';
import { type Connection, connectionType, PageArgs, toConnection } from '../../graphql/connection.ts';
import { type GraphQLContext } from '../../graphql/context.ts';
import { requireUuid } from '../../input/validate.ts';
import { Deck } from '../decks/deck.entity.ts';
import { decksById } from '../decks/deck.reader.ts';
import { Presentation } from './presentation.entity.ts';
import { CreatePresentationInput } from './presentation.inputs.ts';
import { listPresentations, presentationPages, presentationsById } from './presentation.reader.ts';
import { type PresentationService } from './presentation.service.ts';

const PresentationConnection = connectionType(Presentation, 'Presentation');

@ArgsType()
class PresentationsArgs extends PageArgs {
  @Field(() => ID)
  deckId!: string;
}

@Resolver(() => Presentation)
export class PresentationResolver {
  constructor(private readonly service: PresentationService) {}

  @Query(() => Presentation, { nullable: true })
  async presentation(@Ctx() context: GraphQLContext, @Arg('id', () => ID) id: string): Promise<Presentation | null> {
    return context.load(presentationsById, requireUuid(id, 'id'));
  }

  @Query(() => PresentationConnection, { description: 'Newest first.' })
  async presentations(
    @Ctx() context: GraphQLContext,
    @Args(() => PresentationsArgs) args: PresentationsArgs,
  ): Promise<Connection<Presentation>> {
    return toConnection(await listPresentations(context.scope, args.deckId, args), args);
  }

  @FieldResolver(() => Deck, { nullable: true })
  deck(@Ctx() context: GraphQLContext, @Root() presentation: Presentation): Promise<Deck | null> {
    return context.load(decksById, presentation.deckId);
  }

  @Mutation(() => Presentation)
  async createPresentation(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID) deckId: string,
    @Arg('input', () => CreatePresentationInput) input: CreatePresentationInput,
  ): Promise<Presentation> {
    return this.service.create(context.change(), deckId, input);
  }
}

@Resolver(() => Deck)
export class DeckPresentationsResolver {
  @FieldResolver(() => PresentationConnection, { description: 'Newest first.' })
  async presentations(
    @Ctx() context: GraphQLContext,
    @Root() deck: Deck,
    @Args(() => PageArgs) args: PageArgs,
  ): Promise<Connection<Presentation>> {
    return toConnection(await context.load(presentationPages, { deckId: deck.id, page: args }), args);
  }
}
