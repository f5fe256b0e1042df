/**
 * Characters that speakers interpret: those of tags and the ends of entities (SSML), brackets, which enclose phonemes of
 * espeak and directions of ElevenLabs, and control, private and unassigned characters, with which espeak is commanded.
 */
const markup = /[<>[\]]|(?<=&[#\p{L}\p{N}]*);|(?!\s)[\p{Cc}\p{Cn}\p{Co}\p{Cs}]/gu;

/** Replaces each character of markup by a substitute, so that positions in code points stay the same. */
export function withoutMarkup(text: string, substitute: ' ' | ','): string {
  return text.replaceAll(markup, substitute);
}
