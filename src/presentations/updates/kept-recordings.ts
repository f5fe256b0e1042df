import { isSameJson } from '../../kit/core/index.ts';
import type { SpeechWarning } from '../../engines/speech/speech.ts';
import type { PresentationParts } from '../presentations/presentation-part.reader.ts';
import {
  type PresentationFaq,
  type PresentationSlide,
  type PresentationWarning,
  SlideTiming,
} from '../personalisation/presentation.snapshot.ts';
import type { Script } from '../personalisation/presentation.subject.ts';

/** The slides or FAQs of a presentation that was made again. */
interface Kept<Part> {
  /** With the ids of those before, and with the recordings that fit. */
  readonly parts: Part[];
  /** What is still to be spoken. */
  readonly scripts: Script[];
  /** The ids of those that keep a recording. */
  readonly spokenIds: string[];
  /** The ids of those that are new, or differ from those before. */
  readonly changedIds: string[];
  /** The ids of those whose rows stay as they are: nothing of them differs, nor is anything of them to be spoken. */
  readonly untouchedIds: string[];
  readonly hasChanged: boolean;
}

type Recording = Pick<PresentationSlide, 'audioUrl' | 'wordTimings' | 'timing' | 'spokenBy' | 'durationSeconds'>;
type AnyPart = Recording & Pick<PresentationSlide, 'id' | 'language'>;

/** How parts of one kind are found again and compared. */
interface Kind<Part> {
  readonly sourceOf: (part: Part) => string;
  readonly narrated: (part: Part) => string;
}

interface Remade {
  readonly scripts: readonly Script[];
  /** Whether the same text sounds as before: voice and language have not changed. */
  readonly isSameVoice: boolean;
}

/** Keeps the ids of slides, and the recordings of those whose narration is the same. */
export function keepSlides(then: PresentationParts, now: PresentationParts, remade: Remade): Kept<PresentationSlide> {
  const sourceOf = ({ sourceSlideId }: PresentationSlide): string => sourceSlideId;
  return keepParts(then.slides, now.slides, { sourceOf, narrated: (it) => it.narrationScript }, remade);
}

/** The same for FAQs and their answers. */
export function keepFaqs(then: PresentationParts, now: PresentationParts, remade: Remade): Kept<PresentationFaq> {
  const sourceOf = ({ sourceFaqId }: PresentationFaq): string => sourceFaqId;
  return keepParts(then.faqs, now.faqs, { sourceOf, narrated: (it) => it.cannedAnswer }, remade);
}

function keepParts<Part extends AnyPart>(
  then: readonly Part[],
  now: readonly Part[],
  { sourceOf, narrated }: Kind<Part>,
  { scripts, isSameVoice }: Remade,
): Kept<Part> {
  const before = new Map(then.map((part) => [sourceOf(part), part]));
  const scriptsById = new Map(scripts.map((script) => [script.id, script]));
  const kept: Kept<Part> = {
    parts: [],
    scripts: [],
    spokenIds: [],
    changedIds: [],
    untouchedIds: [],
    hasChanged: false,
  };
  for (const [at, made] of now.entries()) {
    const old = before.get(sourceOf(made));
    const id = old?.id ?? made.id;
    const hasRecording =
      old !== undefined &&
      isSameVoice &&
      old.timing === SlideTiming.SPOKEN &&
      made.timing !== SlideTiming.RECORDED &&
      old.language === made.language &&
      narrated(old) === narrated(made);
    const part = { ...made, ...(hasRecording ? recordingOf(old) : {}), id };
    kept.parts.push(part);
    const script = scriptsById.get(made.id);
    if (hasRecording) kept.spokenIds.push(id);
    else if (script !== undefined) kept.scripts.push({ ...script, id });
    if (old === undefined || !isSame(old, part)) kept.changedIds.push(id);
    else if (then[at] === old && (hasRecording || script === undefined)) kept.untouchedIds.push(id);
  }
  const isSameOrder = isSameJson(
    then.map(({ id }) => id),
    kept.parts.map(({ id }) => id),
  );
  return { ...kept, hasChanged: kept.changedIds.length > 0 || !isSameOrder };
}

function recordingOf({ audioUrl, wordTimings, timing, spokenBy, durationSeconds }: Recording): Recording {
  return { audioUrl, wordTimings, timing, spokenBy, durationSeconds };
}

/** Compares what a slide or FAQ is made of: a stored one has its place beside. */
function isSame(stored: object, made: object): boolean {
  return Object.entries(made).every(([name, value]) => isSameJson(Reflect.get(stored, name) ?? null, value ?? null));
}

/** What a speaker reports beside the audio, as `narrate.ts` notes it. */
const ofSpeech: ReadonlySet<string> = new Set<SpeechWarning['code']>([
  'voice_substituted',
  'language_substituted',
  'script_unsupported',
]);

/** The warnings of recordings that are kept. @param sourceIds of their slides and FAQs */
export function warningsOfRecordings(
  warnings: readonly PresentationWarning[],
  sourceIds: ReadonlySet<string>,
): PresentationWarning[] {
  return warnings.filter(
    ({ code, sourceSlideId, faqId }) => ofSpeech.has(code) && sourceIds.has(sourceSlideId ?? faqId ?? ''),
  );
}
