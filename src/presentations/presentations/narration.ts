import { ID, Int, ObjectType } from 'type-graphql';
import { answerOf, attributes, shown, shownList, shownPartOrNull, view, viewOf } from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';

/** Why something has no audio. `code` is a code of `SpeechError`, or `job_dead`. */
const failureAttributes = attributes({
  code: shown(String, 'Stable code, such as voice_not_found.'),
  detail: shown(String, 'What is wrong and how to fix it, for people.'),
  isRetryable: shown(Boolean, 'Whether a later retry may succeed.'),
});

const ofSlide = attributes({ sourceSlideId: shown(ID, "The id of the deck's slide."), ...failureAttributes });

@ObjectType({ simpleResolvers: true, description: 'Why a slide could not be spoken.' })
export class NarrationFailure extends answerOf(ofSlide) {}

const failureView = view<NarrationFailure>('NarrationFailure', viewOf(ofSlide));

const ofFaq = attributes({ faqId: shown(ID, "The id of the deck's FAQ."), ...failureAttributes });

@ObjectType('FaqNarrationFailure', {
  simpleResolvers: true,
  description: 'Why the answer of a FAQ could not be spoken.',
})
export class FaqNarrationFailure extends answerOf(ofFaq) {}

const faqFailureView = view<FaqNarrationFailure>('FaqNarrationFailure', viewOf(ofFaq));

const narrationAttributes = attributes({
  doneCount: shown(Int, 'Slides that have audio, or will never have any.'),
  totalCount: shown(Int, 'Slides to speak, without recorded and empty ones.'),
  failure: shownPartOrNull(NarrationFailure, failureView, 'The last failure; null unless status is FAILED.'),
  failures: shownList(NarrationFailure, failureView, 'The slides that failed so far.', listOf(10)),
});

/** Progress of a narration as clients see it, in slides. */
@ObjectType({ simpleResolvers: true, description: 'Progress of the narration of a presentation.' })
export class Narration extends answerOf(narrationAttributes) {}

export const narrationView = view<Narration>('Narration', viewOf(narrationAttributes));

const faqNarrationAttributes = attributes({
  doneCount: shown(Int, 'Answers that have audio, or will never have any.'),
  totalCount: shown(Int, 'Answers to speak, without recorded and empty ones.'),
  failure: shownPartOrNull(
    FaqNarrationFailure,
    faqFailureView,
    'The last failure; null while answers are being spoken, and when all are.',
  ),
  failures: shownList(FaqNarrationFailure, faqFailureView, 'The answers that failed so far.', listOf(10)),
});

/** Progress of the answers as clients see it. It is over once `doneCount` is `totalCount`, or there is a failure. */
@ObjectType('FaqNarration', {
  simpleResolvers: true,
  description: 'Progress of the answers that are spoken: over once doneCount is totalCount, or failure is not null.',
})
export class FaqNarration extends answerOf(faqNarrationAttributes) {}

export const faqNarrationView = view<FaqNarration>('FaqNarration', viewOf(faqNarrationAttributes));

/** A failure as it is stored; clients see the slide or FAQ of the deck only. */
interface OfScript {
  readonly scriptId: string;
}

/** The narration as it is stored. Pending scripts are stored with their slides. */
export interface NarrationState extends Omit<Narration, 'failures'> {
  failures: readonly (NarrationFailure & OfScript)[];
}

/** The narration of the answers as it is stored. Pending scripts are stored with their FAQs. */
export interface FaqNarrationState extends Omit<FaqNarration, 'failures'> {
  failures: readonly (FaqNarrationFailure & OfScript)[];
}
