import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';
import {
  type GraphQLContext,
  IfVersion,
  NeedsColumns,
  RequestedColumns,
  Versioned,
  PayloadMutation,
} from '../../kit/graphql/index.ts';
import type { Columns, Part } from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { Deck } from '../decks/deck.entity.ts';
import { LinkWarning, linkWarnings, linkWarningsMember } from '../slides/link-warnings.ts';
import { Slide } from '../slides/slide.entity.ts';
import { slidesBySlideId } from '../slides/slide.reader.ts';
import { Faq } from './faq.entity.ts';
import { CreateFaqInput, UpdateFaqInput } from './faq.inputs.ts';
import { faqsById, faqsOfDecks } from './faq.reader.ts';
import { type FaqService } from './faq.service.ts';

interface FaqPayload {
  readonly faq: Faq;
  readonly warnings: readonly LinkWarning[];
}

@Resolver(() => Faq)
export class FaqResolver {
  constructor(private readonly service: FaqService) {}

  @Query(() => Faq, { nullable: true, description: 'One FAQ; null when there is none with this id.' })
  async faq(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the FAQ.' }) id: string,
    @RequestedColumns() columns: Columns,
  ): Promise<Part<Faq> | null> {
    return context.load(faqsById, requireUuid(id, 'id'), columns);
  }

  @NeedsColumns('relatedSlideId')
  @FieldResolver(() => Slide, {
    nullable: true,
    description:
      'The slide that the answer belongs to; null without one, and when its deck has none with this slideId.',
  })
  relatedSlide(
    @Ctx() context: GraphQLContext,
    @Root() { deckId, relatedSlideId }: Pick<Faq, 'deckId' | 'relatedSlideId'>,
    @RequestedColumns() columns: Columns,
  ): Promise<Part<Slide> | null> | null {
    if (relatedSlideId === null) return null;
    return context.load(slidesBySlideId, { of: deckId, name: relatedSlideId }, columns);
  }

  @NeedsColumns('audioUrl')
  @FieldResolver(() => [LinkWarning], {
    complexity: listOf(1),
    description: 'Links that the page of homeowners does not load; usually empty.',
  })
  warnings(@Root() { audioUrl }: Pick<Faq, 'audioUrl'>): LinkWarning[] {
    return linkWarnings({ audioUrl });
  }

  @PayloadMutation(
    {
      faq: [() => Faq, 'The new FAQ.'],
      warnings: linkWarningsMember,
    },
    { description: 'Adds a FAQ to a deck.' },
  )
  async createFaq(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('input', () => CreateFaqInput, { description: 'The new FAQ.' }) input: CreateFaqInput,
  ): Promise<FaqPayload> {
    const faq = await this.service.create(context.change(), deckId, input);
    return { faq, warnings: linkWarnings({ audioUrl: faq.audioUrl }) };
  }

  @PayloadMutation(
    {
      faq: [() => Faq, 'The FAQ as it is now.'],
      warnings: linkWarningsMember,
    },
    {
      description: 'Changes the given fields of a FAQ. Existing presentations do not change.',
    },
  )
  async updateFaq(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the FAQ.' }) id: string,
    @Arg('input', () => UpdateFaqInput, { description: 'The fields to change.' }) input: UpdateFaqInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<FaqPayload> {
    const faq = await this.service.update(context.change(), id, input, { ifVersion });
    return { faq, warnings: linkWarnings({ audioUrl: faq.audioUrl }) };
  }

  @PayloadMutation(
    { faq: [() => Faq, 'The FAQ as it was.'] },
    { description: 'Deletes a FAQ and returns it as it was. Existing presentations keep it.' },
  )
  async deleteFaq(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the FAQ.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Faq> {
    return this.service.delete(context.change(), id, ifVersion);
  }
}

@Resolver(() => Deck)
export class DeckFaqsResolver {
  @NeedsColumns()
  @Versioned(faqsOfDecks)
  @FieldResolver(() => [Faq], { complexity: listOf(10), description: 'Oldest first.' })
  faqs(
    @Ctx() context: GraphQLContext,
    @Root() { id }: Pick<Deck, 'id'>,
    @RequestedColumns() columns: Columns,
  ): Promise<Part<Faq>[]> {
    return context.load(faqsOfDecks, id, columns);
  }
}
