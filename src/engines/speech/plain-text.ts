/**
 * Characters that speakers interpret: tags and entity ends (SSML), phonemes of espeak in double brackets and its
 * commands in control and unassigned characters, directions of ElevenLabs in brackets.
 */
const markup = /[<>[\]]|(?<=&[#\p{L}\p{N}]*);|(?!\s)[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/gu;

/** Replaces each character of markup by a substitute, so that positions in code points stay the same. */
export function withoutMarkup(text: string, substitute: ' ' | ','): string {
  return text.replaceAll(markup, substitute);
}
