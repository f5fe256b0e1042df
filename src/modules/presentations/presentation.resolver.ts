import {
  Arg,
  Args,
  ArgsType,
  Ctx,
  Field,
  FieldResolver,
  ID,
  Int,
  Mutation,
  Query,
  Resolver,
  Root,
  type SubscribeResolverData,
  Subscription,
} from 'type-graphql';
import { type Connection, connectionType, PageArgs, toConnection } from '../../graphql/connection.ts';
import { type GraphQLContext } from '../../graphql/context.ts';
import { attempt, checkInput, requireUuid } from '../../input/validate.ts';
import { Deck } from '../decks/deck.entity.ts';
import { decksById } from '../decks/deck.reader.ts';
import { faqsOfDecks } from '../faqs/faq.reader.ts';
import { PricingTier } from '../slides/slide.entity.ts';
import { slidesOfDecks } from '../slides/slide.reader.ts';
import { PresentationCreation } from './presentation.creation.ts';
import { driftOf, PresentationDrift } from './presentation.drift.ts';
import { Presentation } from './presentation.entity.ts';
import { CreatePresentationInput, CreatePresentationsInput, SelectTierInput } from './presentation.inputs.ts';
import { listPresentations, presentationPages, presentationsById } from './presentation.reader.ts';
import { maxWaitSeconds, type PresentationService } from './presentation.service.ts';
import { PresentationPreview } from './presentation.snapshot.ts';

const PresentationConnection = connectionType(Presentation, 'Presentation');

const keyed = 'A name of your own for this request: sent again within 24 hours it gives the same answer.';

/** Each input of a list is told its own faults, so that they are not checked as one argument. */
const checkedOneByOne = (): void => undefined;

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
    @Arg('idempotencyKey', () => String, { nullable: true, description: keyed }) key: string | null,
    @Arg('waitSeconds', () => Int, {
      nullable: true,
      description: `How long to wait for the finished one; at most ${maxWaitSeconds}.`,
    })
    waitSeconds: number | null,
  ): Promise<Presentation> {
    const presentation = await this.service.create(context.change(), deckId, input, key);
    return this.service.finished(context.scope, presentation, waitSeconds ?? 0);
  }

  @Mutation(() => Presentation, { description: 'Speaks the slides once more that could not be spoken.' })
  async narratePresentation(@Ctx() context: GraphQLContext, @Arg('id', () => ID) id: string): Promise<Presentation> {
    return this.service.narrateAgain(context.change(), id);
  }

  @Mutation(() => [PresentationCreation], {
    description: 'Makes up to 200 presentations one by one. What refuses one of them stops no other.',
  })
  async createPresentations(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID) deckId: string,
    @Arg('inputs', () => [CreatePresentationInput], { validateFn: checkedOneByOne }) inputs: CreatePresentationInput[],
    @Arg('idempotencyKey', () => String, { nullable: true, description: keyed }) key: string | null,
  ): Promise<PresentationCreation[]> {
    checkInput(CreatePresentationsInput, Object.assign(new CreatePresentationsInput(), { inputs }));
    const checked = inputs.map((input) =>
      attempt(() => {
        checkInput(CreatePresentationInput, input);
        return input;
      }),
    );
    return this.service.createMany(context.change(), deckId, checked, key);
  }

  @Query(() => PresentationPreview, { description: 'What createPresentation would make. Nothing is stored.' })
  async previewPresentation(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID) deckId: string,
    @Arg('input', () => CreatePresentationInput) input: CreatePresentationInput,
  ): Promise<PresentationPreview> {
    return this.service.preview(context.scope, deckId, input);
  }

  @Mutation(() => Presentation, { description: 'Notes the tier that the homeowner chose; it must have a price.' })
  async selectTier(
    @Ctx() context: GraphQLContext,
    @Arg('presentationId', () => ID) presentationId: string,
    @Arg('tier', () => PricingTier) tier: PricingTier,
  ): Promise<Presentation> {
    const input = Object.assign(new SelectTierInput(), { tier });
    return this.service.selectTier(context.change(), presentationId, input);
  }

  @FieldResolver(() => PresentationDrift, { nullable: true, description: 'Null when the deck was deleted meanwhile.' })
  async drift(@Ctx() context: GraphQLContext, @Root() presentation: Presentation): Promise<PresentationDrift | null> {
    const { deckId } = presentation;
    const deck = await context.load(decksById, deckId);
    if (deck === null) return null;
    const [slides, faqs] = await Promise.all([context.load(slidesOfDecks, deckId), context.load(faqsOfDecks, deckId)]);
    return driftOf(presentation, { deck, slides, faqs });
  }
}

@Resolver(() => PresentationCreation)
export class PresentationCreationResolver {
  @FieldResolver(() => Presentation, { nullable: true })
  presentation(
    @Ctx() context: GraphQLContext,
    @Root() { id }: PresentationCreation,
  ): Promise<Presentation | null> | null {
    return id === null ? null : context.load(presentationsById, id);
  }
}

@ArgsType()
class PresentationProgressArgs {
  @Field(() => ID)
  id!: string;
}

/** The live door to one presentation. */
@Resolver()
export class LivePresentationResolver {
  @Subscription(() => Presentation, {
    nullable: true,
    description: 'The presentation as it is now, at once and after each change.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, PresentationProgressArgs, GraphQLContext>) =>
      context.streams.presentation(context.scope, args.id),
  })
  presentationProgress(
    @Ctx() context: GraphQLContext,
    @Args(() => PresentationProgressArgs) { id }: PresentationProgressArgs,
  ): Promise<Presentation | null> {
    return context.load(presentationsById, requireUuid(id, 'id'));
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
