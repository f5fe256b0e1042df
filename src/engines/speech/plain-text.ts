/**
 * What a speaker could obey instead of reading it: tags and the ends of entities (SSML), espeak's phonemes in double
 * brackets and its commands in control and unassigned characters, ElevenLabs' directions in brackets.
 */
const markup = /[<>[\]]|(?<=&[#\p{L}\p{N}]*);|(?!\s)[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/gu;

/**
 * A text in which no speaker finds markup. The substitute takes the place of each character of markup, so that the
 * code points that stay keep their places.
 */
export function withoutMarkup(text: string, substitute: ' ' | ','): string {
  return text.replaceAll(markup, substitute);
}
