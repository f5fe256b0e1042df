import type { PresentationAnswer } from '../../helpers/answers.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../../helpers/factories.ts';
import type { TestApp } from '../../helpers/test-app.ts';

/** Lets espeak speak a slide. @returns the signed link to its audio */
export async function spokenAudio({ rest }: TestApp): Promise<string> {
  const { id: deckId } = await createDeck(rest);
  await createSlide(rest, deckId);
  const { id } = await createPresentation(rest, deckId);
  return eventually(
    async () => {
      const { body } = await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`);
      return body.presentation.slides[0]?.audioUrl ?? false;
    },
    { timeoutMs: 20_000, what: 'the audio of a slide' },
  );
}
