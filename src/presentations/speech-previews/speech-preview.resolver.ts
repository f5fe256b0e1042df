import { Arg, Ctx, ID, Resolver } from 'type-graphql';
import { type GraphQLContext, PayloadMutation } from '../../kit/graphql/index.ts';
import { PreviewSpeechInput } from './speech-preview.inputs.ts';
import type { SpeechPreviewService } from './speech-preview.service.ts';
import { SpeechPreview } from './speech-preview.types.ts';

@Resolver()
export class SpeechPreviewResolver {
  constructor(private readonly service: SpeechPreviewService) {}

  @PayloadMutation(
    { preview: [() => SpeechPreview, 'The text with its audio.'] },
    {
      complexity: 500,
      description:
        'Speaks a text of a deck as its presentations would, and waits for it. What is spoken is charged to the quota speech_characters, what is stored is not.',
    },
  )
  async previewSpeech(
    @Ctx() context: GraphQLContext,
    @Arg('deckId', () => ID, { description: 'The id of the deck.' }) deckId: string,
    @Arg('input', () => PreviewSpeechInput, { description: 'The text, and the homeowner whom it is spoken for.' })
    input: PreviewSpeechInput,
  ): Promise<SpeechPreview> {
    return this.service.preview(context.change(), deckId, input);
  }
}
