import { type Route, route, wrapped } from '../../kit/http/index.ts';
import { PreviewSpeechInput } from './speech-preview.inputs.ts';
import type { SpeechPreviewService } from './speech-preview.service.ts';
import { speechPreviewView } from './speech-preview.types.ts';

export function speechPreviewRoutes(previews: SpeechPreviewService): Route[] {
  return [
    route({
      tag: 'Decks',
      extension: true,
      method: 'POST',
      path: '/api/decks/{deckId}/speech/preview',
      operationId: 'previewSpeech',
      summary: 'Speak a text of a deck as its presentations would',
      description:
        'Answers when the text is spoken. The characters are charged to the quota `speech_characters`, unless the audio is stored already. It is kept for a day, and longer where a presentation uses it.',
      body: PreviewSpeechInput,
      responses: { 200: wrapped('preview', speechPreviewView, 'The text with its audio.') },
      errors: ['NOT_FOUND', 'UNPROCESSABLE'],
      handle: async ({ scope, path, body }) => {
        const preview = await previews.preview(scope, path('deckId'), body);
        return { body: { preview: speechPreviewView.write(preview) } };
      },
    }),
  ];
}
