import { type ClassType, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Columns, Part } from '../../kit/data/index.ts';
import { type GraphQLContext, NeedsColumns, RequestedColumns } from '../../kit/graphql/index.ts';
import { PresentationFaq, PresentationSlide } from '../personalisation/presentation.snapshot.ts';
import type { StoredFaq } from './presentation-part.entity.ts';
import { presentationSlidesBySlideId } from './presentation-part.reader.ts';
import { Presentation } from './presentation.entity.ts';
import { presentationsById } from './presentation.reader.ts';

/** A part of a presentation; one of a preview belongs to none. */
type Of = Partial<Pick<StoredFaq, 'presentationId'>>;

/** A resolver that adds `presentation` to a part of presentations. */
export function presentationOfPart(type: ClassType<PresentationSlide | PresentationFaq>): new () => object {
  @Resolver(() => type)
  class PresentationOfResolver {
    @NeedsColumns()
    @FieldResolver(() => Presentation, { nullable: true, description: 'Its presentation; null in a preview.' })
    presentation(
      @Ctx() context: GraphQLContext,
      @Root() { presentationId }: Of,
      @RequestedColumns() columns: Columns,
    ): Promise<Part<Presentation> | null> | null {
      return presentationId === undefined ? null : context.load(presentationsById, presentationId, columns);
    }
  }
  return PresentationOfResolver;
}

/** Adds the slide that an answer belongs to. */
@Resolver(() => PresentationFaq)
export class PresentationFaqResolver {
  @NeedsColumns('relatedSlideId')
  @FieldResolver(() => PresentationSlide, {
    nullable: true,
    description:
      'The slide of the presentation that the answer belongs to; null without one, when there is none with this slideId, and in a preview.',
  })
  relatedSlide(
    @Ctx() context: GraphQLContext,
    @Root() { presentationId, relatedSlideId }: Of & Pick<PresentationFaq, 'relatedSlideId'>,
    @RequestedColumns() columns: Columns,
  ): Promise<Part<PresentationSlide> | null> | null {
    if (presentationId === undefined || relatedSlideId === null) return null;
    return context.load(presentationSlidesBySlideId, { of: presentationId, name: relatedSlideId }, columns);
  }
}
