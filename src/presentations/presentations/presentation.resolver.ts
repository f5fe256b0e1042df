import { Arg, Args, ArgsType, Ctx, Field, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { listAsLongAs, listOf } from '../../kit/core/index.ts';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  IfVersion,
  innerPage,
  InnerPageArgs,
  innerPagePrice,
  NeedsColumns,
  PageArgs,
  RequestedColumns,
  toConnection,
  PayloadMutation,
} from '../../kit/graphql/index.ts';
import { type Columns, ListOrder, longestSearch, orderByText, type Part } from '../../kit/data/index.ts';
import { DateTimeISO, attempt, readInput, rejectUnsafe, requireUuid } from '../../kit/input/index.ts';
import { audioCountColumns, audioCountsFor } from './audio-counts.ts';
import { Deck } from '../../authoring/decks/deck.entity.ts';
import { Presentation, PresentationCreation, PresentationStatus } from './presentation.entity.ts';
import {
  CreatePresentationInput,
  CreatePresentationsInput,
  maxAtOnce,
  SelectTierInput,
} from './presentation.inputs.ts';
import {
  faqsOfPresentations,
  type PresentationParts,
  type WholePresentation,
  slidesOfPresentations,
} from './presentation-part.reader.ts';
import { listPresentations, presentationPages, presentationsById } from './presentation.reader.ts';
import { maxWaitSeconds, type PresentationService } from './presentation.service.ts';
import { PresentationFaq, PresentationPreview, PresentationSlide } from '../personalisation/presentation.snapshot.ts';

const PresentationConnection = connectionType(Presentation, 'Presentation');

/** Parts that were made or read with their presentation. */
function partsOf<Each extends object>(presentationId: string, parts: readonly Each[]): Each[] {
  return parts.map((part) => ({ ...part, presentationId }));
}

@ArgsType()
class PresentationsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only presentations of this deck.' })
  deckId?: string | null;

  @Field(() => [PresentationStatus], { nullable: true, description: 'Only presentations in one of these states.' })
  status?: PresentationStatus[] | null;

  @Field(() => String, {
    nullable: true,
    description: `Text of up to ${longestSearch} characters to find in the first and last name of the homeowner.`,
  })
  search?: string | null;

  @Field(() => DateTimeISO, {
    nullable: true,
    description: 'Only presentations made at or after this time, in ISO 8601.',
  })
  since?: string | null;

  @Field(() => ListOrder, { nullable: true, description: orderByText('CREATED_DESC') })
  orderBy?: ListOrder | null;
}

@Resolver(() => Presentation)
export class PresentationResolver {
  constructor(private readonly service: PresentationService) {}

  @Query(() => Presentation, { nullable: true, description: 'One presentation; null when there is none with this id.' })
  async presentation(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the presentation.' }) id: string,
    @RequestedColumns() columns: Columns,
  ): Promise<Part<Presentation> | null> {
    return context.load(presentationsById, requireUuid(id, 'id'), columns);
  }

  @Query(() => PresentationConnection, { description: 'Presentations of all decks, newest first by default.' })
  async presentations(
    @Ctx() context: GraphQLContext,
    @Args(() => PresentationsArgs) args: PresentationsArgs,
    @RequestedColumns() columns: Columns,
  ): Promise<Connection<Part<Presentation>>> {
    return toConnection(await listPresentations(context.scope, args, columns), args);
  }

  @NeedsColumns(...audioCountColumns)
  @FieldResolver()
  billedCharacterCount(@Ctx() { scope }: GraphQLContext, @Root() counted: Presentation): number | null {
    return audioCountsFor(scope.em, counted).billedCharacterCount;
  }

  @NeedsColumns(...audioCountColumns)
  @FieldResolver()
  reusedCharacterCount(@Ctx() { scope }: GraphQLContext, @Root() counted: Presentation): number | null {
    return audioCountsFor(scope.em, counted).reusedCharacterCount;
  }

  @PayloadMutation(
    { presentation: [() => Presentation, 'The new presentation.'] },
    {
      complexity: 500,
      description:
        'Makes a presentation of a deck for one homeowner. Its slides are then spoken one by one, and after them the answers of its FAQs.',
    },
  )
  async createPresentation(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('input', () => CreatePresentationInput, { description: 'Homeowner, measurements, language and voice.' })
    input: CreatePresentationInput,
    @Arg('waitSeconds', () => Int, {
      nullable: true,
      description: `Seconds to wait until its slides are spoken, at most ${maxWaitSeconds}; by default 0.`,
    })
    waitSeconds: number | null,
  ): Promise<WholePresentation> {
    const presentation = await this.service.create(context.change(), deckId, input);
    return this.service.finished(context.scope, presentation, waitSeconds ?? 0);
  }

  @PayloadMutation(
    { presentation: [() => Presentation, 'The presentation, whose failed texts are spoken again.'] },
    { description: 'Speaks the failed slides and answers again.' },
  )
  async retryNarration(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the presentation, of which slides or answers have failed.' })
    id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<WholePresentation> {
    return this.service.narrateAgain(context.change(), id, ifVersion);
  }

  @PayloadMutation(
    { results: [() => [PresentationCreation], 'One for each input, in its order.'] },
    {
      complexity: listAsLongAs('inputs', maxAtOnce, 100),
      description: 'Makes up to 200 presentations one by one. An error of one does not stop the others.',
    },
  )
  async createPresentations(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('inputs', () => [CreatePresentationInput], {
      description: '1 to 200 inputs; the results have the same order.',
    })
    inputs: CreatePresentationInput[],
  ): Promise<PresentationCreation[]> {
    readInput(CreatePresentationsInput, { inputs }, 'graphql');
    const checked = inputs.map((input) =>
      attempt(() => {
        rejectUnsafe(input);
        return readInput(CreatePresentationInput, input, 'graphql');
      }),
    );
    return this.service.createMany(context.change(), deckId, checked);
  }

  @Query(() => PresentationPreview, {
    complexity: 2_000,
    description: 'Returns what createPresentation would make, and stores nothing.',
  })
  async previewPresentation(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('input', () => CreatePresentationInput, { description: 'The same input as for createPresentation.' })
    input: CreatePresentationInput,
  ): Promise<PresentationPreview> {
    return this.service.preview(context.scope, deckId, input);
  }

  @PayloadMutation(
    { presentation: [() => Presentation, 'The presentation with the selected tier.'] },
    {
      description:
        'Stores the tier that the homeowner selected; it must have a price. The version still rises while answers are spoken: leave ifVersion out then.',
    },
  )
  async selectTier(
    @Ctx() context: GraphQLContext,
    @Arg('presentationId', () => ID, { description: 'The id of the presentation.' }) presentationId: string,
    @Args(() => SelectTierInput) input: SelectTierInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Presentation> {
    return this.service.selectTier(context.change(), presentationId, input, ifVersion);
  }

  @NeedsColumns()
  @FieldResolver(() => [PresentationSlide], {
    complexity: listOf(20),
    description: 'Its slides in the order of display.',
  })
  slides(
    @Ctx() context: GraphQLContext,
    @Root() { id, slides }: Pick<Presentation, 'id'> & Partial<PresentationParts>,
    @RequestedColumns() columns: Columns,
  ): PresentationSlide[] | Promise<Part<PresentationSlide>[]> {
    return slides === undefined ? context.load(slidesOfPresentations, id, columns) : partsOf(id, slides);
  }

  @NeedsColumns()
  @FieldResolver(() => [PresentationFaq], { complexity: listOf(10), description: 'Its FAQs in the order of the deck.' })
  faqs(
    @Ctx() context: GraphQLContext,
    @Root() { id, faqs }: Pick<Presentation, 'id'> & Partial<PresentationParts>,
    @RequestedColumns() columns: Columns,
  ): PresentationFaq[] | Promise<Part<PresentationFaq>[]> {
    return faqs === undefined ? context.load(faqsOfPresentations, id, columns) : partsOf(id, faqs);
  }
}

/** Adds the created presentation to each result of a bulk creation. */
@Resolver(() => PresentationCreation)
export class PresentationCreationResolver {
  @FieldResolver(() => Presentation, { nullable: true, description: 'The new presentation; null when none was made.' })
  presentation(
    @Ctx() context: GraphQLContext,
    @Root() { id }: PresentationCreation,
    @RequestedColumns() columns: Columns,
  ): Promise<Part<Presentation> | null> | null {
    return id === null ? null : context.load(presentationsById, id, columns);
  }
}

@Resolver(() => Deck)
export class DeckPresentationsResolver {
  @NeedsColumns()
  @FieldResolver(() => PresentationConnection, { complexity: innerPagePrice, description: 'Newest first.' })
  async presentations(
    @Ctx() context: GraphQLContext,
    @Root() { id }: Pick<Deck, 'id'>,
    @Args(() => InnerPageArgs) args: InnerPageArgs,
    @RequestedColumns() columns: Columns,
  ): Promise<Connection<Part<Presentation>>> {
    return toConnection(await context.load(presentationPages, { of: id, page: innerPage(args) }, columns), args);
  }
}
