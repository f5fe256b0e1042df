import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { GraphQLContext } from '../../kit/graphql/index.ts';
import { PreviewOfferInput } from './offer-preview.inputs.ts';
import { type OfferPreviewService } from './offer-preview.service.ts';
import { OfferPreview } from './offer-preview.types.ts';

@Resolver()
export class OfferPreviewResolver {
  constructor(private readonly service: OfferPreviewService) {}

  @Query(() => OfferPreview, {
    complexity: 500,
    description: 'Prices an offer as presentations of the deck would, and stores nothing.',
  })
  async previewOffer(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('input', () => PreviewOfferInput, { description: 'The offer, and the measurements.' })
    input: PreviewOfferInput,
  ): Promise<OfferPreview> {
    return this.service.preview(context.scope, deckId, input);
  }
}
