import { Arg, Ctx, FieldResolver, ID, Int, Query, Resolver, Root } from 'type-graphql';
import { listAsLongAs, listOf } from '../../kit/core/index.ts';
import {
  type GraphQLContext,
  IfVersion,
  NeedsColumns,
  RequestedColumns,
  Versioned,
  PayloadMutation,
} from '../../kit/graphql/index.ts';
import type { Columns, Part } from '../../kit/data/index.ts';
import { readInput, requireUuid } from '../../kit/input/index.ts';
import { Deck } from '../decks/deck.entity.ts';
import { LinkWarning, linkWarnings, type SlideLinks, slideLinks, linkWarningsMember } from './link-warnings.ts';
import { Slide } from './slide.entity.ts';
import {
  CreateSlideInput,
  CreateSlidesInput,
  maxSlidesAtOnce,
  ReorderSlidesInput,
  UpdateSlideInput,
} from './slide.inputs.ts';
import { slideCountsOfDecks, slidesById, slidesOfDecks } from './slide.reader.ts';
import { type SlideService } from './slide.service.ts';

interface SlidePayload {
  readonly slide: Slide;
  readonly warnings: readonly LinkWarning[];
}

@Resolver(() => Slide)
export class SlideResolver {
  constructor(private readonly service: SlideService) {}

  @Query(() => Slide, { nullable: true, description: 'One slide; null when there is none with this id.' })
  async slide(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the slide.' }) id: string,
    @RequestedColumns() columns: Columns,
  ): Promise<Part<Slide> | null> {
    return context.load(slidesById, requireUuid(id, 'id'), columns);
  }

  @NeedsColumns(...slideLinks)
  @FieldResolver(() => [LinkWarning], {
    complexity: listOf(1),
    description: 'Links that the page of homeowners does not load; usually empty.',
  })
  warnings(@Root() links: SlideLinks): LinkWarning[] {
    return linkWarnings(links);
  }

  @PayloadMutation(
    {
      slide: [() => Slide, 'The new slide.'],
      warnings: linkWarningsMember,
    },
    { description: 'Adds a slide to a deck, at the end unless orderIndex is given.' },
  )
  async createSlide(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('input', () => CreateSlideInput, { description: 'The new slide.' }) input: CreateSlideInput,
  ): Promise<SlidePayload> {
    const slide = await this.service.create(context.change(), deckId, input);
    return { slide, warnings: linkWarnings(slide) };
  }

  @PayloadMutation(
    { slides: [() => [Slide], 'The new slides, in the order of the input.'] },
    {
      complexity: listAsLongAs('input.slides', maxSlidesAtOnce),
      description: `Adds up to ${maxSlidesAtOnce} slides to a deck, all or none, each at the end unless orderIndex is given.`,
    },
  )
  async createSlides(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('input', () => CreateSlidesInput, { description: 'The new slides.' }) input: CreateSlidesInput,
  ): Promise<Slide[]> {
    return this.service.createAll(context.change(), deckId, input.slides);
  }

  @PayloadMutation(
    {
      slide: [() => Slide, 'The slide as it is now.'],
      warnings: linkWarningsMember,
    },
    {
      description: 'Changes the given fields of a slide. Existing presentations do not change.',
    },
  )
  async updateSlide(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the slide, or its slideId where only one deck uses it.' })
    id: string,
    @Arg('input', () => UpdateSlideInput, { description: 'The fields to change.' }) input: UpdateSlideInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<SlidePayload> {
    const slide = await this.service.update(context.change(), id, input, { ifVersion });
    return { slide, warnings: linkWarnings(slide) };
  }

  @PayloadMutation(
    { slide: [() => Slide, 'The slide as it was.'] },
    { description: 'Deletes a slide and returns it as it was. Existing presentations keep it.' },
  )
  async deleteSlide(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the slide, or its slideId where only one deck uses it.' })
    id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Slide> {
    return this.service.delete(context.change(), id, { ifVersion });
  }

  @PayloadMutation(
    { deck: [() => Deck, 'The deck with its slides in the new order.'] },
    { description: 'Sets the order of all slides of a deck.' },
  )
  async reorderSlides(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('slideIds', () => [ID], { description: 'Ids or slideIds of all slides of the deck, in the new order.' })
    slideIds: string[],
    @IfVersion() ifVersion?: number | null,
  ): Promise<Deck> {
    const input = readInput(ReorderSlidesInput, { slideIds }, 'graphql');
    return this.service.reorder(context.change(), deckId, input, ifVersion);
  }
}

@Resolver(() => Deck)
export class DeckSlidesResolver {
  @NeedsColumns()
  @Versioned(slidesOfDecks)
  @FieldResolver(() => [Slide], { complexity: listOf(20), description: 'In the order of display.' })
  slides(
    @Ctx() context: GraphQLContext,
    @Root() { id }: Pick<Deck, 'id'>,
    @RequestedColumns() columns: Columns,
  ): Promise<Part<Slide>[]> {
    return context.load(slidesOfDecks, id, columns);
  }

  @NeedsColumns()
  @Versioned(slideCountsOfDecks)
  @FieldResolver(() => Int, { description: 'Number of its slides.' })
  slideCount(@Ctx() context: GraphQLContext, @Root() { id }: Pick<Deck, 'id'>): Promise<number> {
    return context.load(slideCountsOfDecks, id);
  }
}
