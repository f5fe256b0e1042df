import type { Schemas } from '../../story/answers.ts';

/** The formats that the server reads. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp', 'image/avif', 'image/gif'];

/** The first image of what was dropped or pasted. */
export function imageIn(data: DataTransfer | null): File | undefined {
  return [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
}

/**
 * Stores an image for the slides of a deck.
 *
 * @returns its address, or why there is none
 */
export async function uploadImage(
  deckId: string,
  file: File,
  headers: Readonly<Record<string, string>>,
): Promise<{ readonly url: string } | { readonly fault: string }> {
  if (!imageTypes.includes(file.type)) {
    return { fault: `${file.name} is no image that can be stored. Choose a PNG, JPEG, WebP, AVIF or GIF.` };
  }
  try {
    const response = await fetch(`/api/decks/${deckId}/images`, {
      method: 'POST',
      headers: { 'content-type': file.type, ...headers },
      body: file,
    });
    const answer = (await response.json()) as { readonly image?: Schemas['Image']; readonly detail?: string };
    if (answer.image !== undefined) return { url: answer.image.url };
    return { fault: answer.detail ?? `The server answered ${response.status}.` };
  } catch {
    return { fault: 'The image is not stored: the server has not answered. Choose it again in a moment.' };
  }
}
