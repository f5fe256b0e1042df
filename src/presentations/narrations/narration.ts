import { Field, ID, Int, ObjectType } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';

/** Why something has no audio. `code` is a code of `SpeechError`, or `job_dead`. */
@ObjectType({ simpleResolvers: true })
abstract class Failure {
  @Field(() => String, { description: 'Stable code, such as voice_not_found.' })
  code!: string;

  @Field(() => String, { description: 'What is wrong and how to fix it, for people.' })
  detail!: string;

  @Field(() => Boolean, { description: 'Whether a later retry may succeed.' })
  retryable!: boolean;
}

/** Why one slide has no audio. */
@ObjectType({ simpleResolvers: true, description: 'Why a slide could not be spoken.' })
export class NarrationFailure extends Failure {
  @Field(() => ID, { description: "The id of the deck's slide." })
  slideId!: string;
}

/** Why one answer has no audio. */
@ObjectType('FAQNarrationFailure', {
  simpleResolvers: true,
  description: 'Why the answer of a FAQ could not be spoken.',
})
export class FaqNarrationFailure extends Failure {
  @Field(() => ID, { description: "The id of the deck's FAQ." })
  faqId!: string;
}

/** Progress of a narration as clients see it, in slides. */
@ObjectType({ simpleResolvers: true, description: 'Progress of the narration of a presentation.' })
export class Narration {
  @Field(() => Int, { description: 'Slides that have audio, or will never have any.' })
  done!: number;

  @Field(() => Int, { description: 'Slides to speak, without recorded and empty ones.' })
  total!: number;

  @Field(() => NarrationFailure, {
    nullable: true,
    description: 'The last failure; null unless status is FAILED.',
  })
  failure!: NarrationFailure | null;

  failures!: readonly NarrationFailure[];
}

/** Progress of the answers as clients see it. It is over once `done` is `total`, or there is a failure. */
@ObjectType('FAQNarration', {
  simpleResolvers: true,
  description: 'Progress of the answers that are spoken: over once done is total, or failure is not null.',
})
export class FaqNarration {
  @Field(() => Int, { description: 'Answers that have audio, or will never have any.' })
  done!: number;

  @Field(() => Int, { description: 'Answers to speak, without recorded and empty ones.' })
  total!: number;

  @Field(() => FaqNarrationFailure, {
    nullable: true,
    description: 'The last failure; null while answers are being spoken, and when all are.',
  })
  failure!: FaqNarrationFailure | null;

  @Field(() => [FaqNarrationFailure], { complexity: listOf(10), description: 'The answers that failed so far.' })
  failures!: readonly FaqNarrationFailure[];
}

/** A failure as it is stored; clients see the slide or FAQ of the deck only. */
interface OfScript {
  /** The id of the slide or FAQ of the presentation. */
  readonly scriptId: string;
}

/** The narration as it is stored. Pending scripts are stored with their slides. */
export interface NarrationState extends Omit<Narration, 'failures'> {
  /** Absent in older rows, which have `failure` only. */
  failures?: readonly (NarrationFailure & OfScript)[];
}

/** The narration of the answers as it is stored. Pending scripts are stored with their FAQs. */
export interface FaqNarrationState extends Omit<FaqNarration, 'failures'> {
  failures: readonly (FaqNarrationFailure & OfScript)[];
}
