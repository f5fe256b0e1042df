import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import type { ImageAnswer, ProblemAnswer } from '../../helpers/answers.ts';
import type { RestAnswer, RestClient } from '../../helpers/rest-client.ts';

/** A picture of noise, so that its file is at least as large as that of a photo. */
export function photo(width: number, height: number): Sharp {
  return sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });
}

let made = 0;

/** A picture of one color that no other of the process has. */
export function flat(width: number, height: number, channels: 3 | 4 = 3): Sharp {
  made += 1;
  const background = { r: made % 256, g: Math.floor(made / 256), b: 99, alpha: 0.5 };
  return sharp({ create: { width, height, channels, background } });
}

/** Sends a file as an author's tool does. */
export function upload<Body = { image: ImageAnswer } & ProblemAnswer>(
  rest: RestClient,
  deckId: string,
  file: Uint8Array,
  headers: Record<string, string> = {},
): Promise<RestAnswer<Body>> {
  return rest.post<Body>(`/api/decks/${deckId}/images`, file, headers);
}

/** The stored image of a file. */
export async function stored(rest: RestClient, deckId: string, file: Uint8Array): Promise<ImageAnswer> {
  const { status, body } = await upload(rest, deckId, file);
  if (status !== 201) throw new Error(`the upload was answered ${status}: ${JSON.stringify(body)}`);
  return body.image;
}
