import { formattingLocale } from '../../engines/template/formatting-locale.ts';
import { estimateReadingTimes } from '../../engines/narration/reading-time.ts';
import { renderNarration } from '../../engines/narration/spoken.ts';
import {
  parseTemplate,
  placeholdersIn,
  type PlaceholderValues,
  type RenderOptions,
} from '../../engines/template/placeholders.ts';
import type { Slide } from '../../authoring/slides/slide.entity.ts';
import type { InLanguage } from './in-language.ts';
import { type PresentationSlide, SlideTiming } from './presentation.snapshot.ts';
import type { Script } from './presentation.subject.ts';

/** For whom a text is spoken, if at all. */
export interface VoiceOptions extends RenderOptions {
  /** BCP 47 tag of the homeowner. */
  readonly reader: string;
  /** Whether there is a speaker. */
  readonly isSpoken: boolean;
}

/** A text that is spoken: the narration of a slide, or the answer of a FAQ. */
interface Narrated {
  readonly id: string;
  readonly source: Pick<Slide, 'audioUrl' | 'isAudioStale'>;
  /** As the author wrote it in the language of the deck. */
  readonly original: string;
  /** As it is shown. */
  readonly filled: string;
}

/** The template of a text in the language of the reader. */
interface ShownText extends Pick<InLanguage<unknown>, 'language' | 'isStandIn' | 'isTranslated'> {
  readonly text: string;
}

/** The audio of a text, and when its words are spoken. */
export type Audio = Pick<PresentationSlide, 'audioUrl' | 'wordTimings' | 'timing'>;

const yetToBeSpoken: Audio = { audioUrl: null, wordTimings: [], timing: SlideTiming.PENDING };

/** Word timings of a text without audio, estimated from the reading speed. */
export function estimateOf(text: string): Audio {
  return { audioUrl: null, wordTimings: estimateReadingTimes(text), timing: SlideTiming.ESTIMATED };
}

/** What is to be spoken of a text, and what its audio is until then. A recording that fits keeps its URL and timings. */
export function voiceOf(
  { id, source, original, filled }: Narrated,
  shown: ShownText,
  values: PlaceholderValues,
  options: VoiceOptions,
): { readonly script: Script | null; readonly audio: Partial<Audio> & Pick<Audio, 'timing'> } {
  const hasRecording = source.audioUrl !== null && !source.isAudioStale;
  // A recording fits while its text is unchanged, untranslated and without placeholders.
  if (hasRecording && !shown.isTranslated && placeholdersIn(original).length === 0) {
    return { script: null, audio: { timing: SlideTiming.RECORDED } };
  }
  const script = options.isSpoken ? scriptOf(id, shown, values, options) : null;
  return { script, audio: script === null ? estimateOf(filled) : yetToBeSpoken };
}

/** The script of a text; null without words, or when unfilled placeholders stay in it. */
function scriptOf(
  id: string,
  { text, language, isStandIn }: ShownText,
  values: PlaceholderValues,
  options: VoiceOptions,
): Script | null {
  // The voice follows the region of the reader, also where the text was written for another one.
  const voice = isStandIn || !hasRegion(options.reader) ? language : options.reader;
  const voiceLocale = formattingLocale(voice, options.locale);
  const writtenLocale = hasRegion(language) ? formattingLocale(language, voiceLocale) : voiceLocale;
  const template = parseTemplate(text);
  const { spoken, words, missing } = renderNarration(template, values, { ...options, voiceLocale, writtenLocale });
  if (spoken.trim() === '' || (options.missing === 'keep' && missing.length > 0)) return null;
  return { id, language: voice, spoken, words };
}

function hasRegion(tag: string): boolean {
  return new Intl.Locale(tag).region !== undefined;
}
