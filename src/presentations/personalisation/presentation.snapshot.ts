import { PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';
import { answerOf, attributes, copied, Node, rowOf, shown, shownOrNull, view, viewOf } from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { PresentationPricing } from './presentation.pricing.ts';
import { faqAttributes } from '../../authoring/faqs/faq.attributes.ts';
import { slideAttributes } from '../../authoring/slides/slide.attributes.ts';

/** The description of the length of audio in GraphQL. */
export const lengthOfAudio =
  'Length of the synthesized audio in seconds; null without one, and in older presentations.';
const languageOfTexts = 'BCP 47 tag of the language that its texts are in.';

/** Where the word timings of a slide or an answer come from. */
export const SlideTiming = {
  RECORDED: 'recorded',
  SPOKEN: 'spoken',
  ESTIMATED: 'estimated',
  PENDING: 'pending',
} as const;
/** A value of `SlideTiming`, as it is stored and sent. */
export type SlideTiming = (typeof SlideTiming)[keyof typeof SlideTiming];
registerEnumType(SlideTiming, {
  name: 'SlideTiming',
  description: 'Where the word timings of a slide or an answer come from.',
  valuesConfig: {
    RECORDED: { description: "The author's recording." },
    SPOKEN: { description: 'The speaker that synthesized the audio.' },
    ESTIMATED: { description: 'There is no audio; times are estimated from the reading speed.' },
    PENDING: { description: 'The text is not spoken yet.' },
  },
});

/** A slide as the homeowner sees it: placeholders filled in, and audio only if it matches the words. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'A slide as the homeowner sees it.' })
export class PresentationSlide extends rowOf(copied(slideAttributes)) {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => ID, { description: "The id of the deck's slide that this one was made from." })
  @Property({ type: 'uuid' })
  sourceSlideId!: string;

  @Field(() => String, { nullable: true, description: `${languageOfTexts} Null in older presentations.` })
  @Property({ type: 'text', nullable: true })
  language!: string | null;

  @Field(() => SlideTiming, {
    nullable: true,
    description: 'Where the word timings come from; null in older presentations.',
  })
  @Property({ type: 'text', nullable: true })
  timing!: SlideTiming | null;

  @Field(() => String, {
    nullable: true,
    description: 'The speaker, espeak or elevenlabs; null when it was not synthesized.',
  })
  @Property({ type: 'text', nullable: true })
  spokenBy!: string | null;

  @Field(() => Float, { nullable: true, description: lengthOfAudio })
  @Property({ type: 'double', nullable: true })
  durationSeconds!: number | null;
}

/** A FAQ as the homeowner sees it: placeholders filled in, in the language of the presentation. */
@ObjectType('PresentationFAQ', {
  implements: Node,
  simpleResolvers: true,
  description: 'A FAQ with its placeholders filled in for the homeowner.',
})
export class PresentationFaq extends rowOf(copied(faqAttributes)) {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => ID, { description: "The id of the deck's FAQ that this one was made from." })
  @Property({ type: 'uuid' })
  sourceFaqId!: string;

  @Field(() => String, { description: languageOfTexts })
  @Property({ type: 'text' })
  language!: string;

  @Field(() => SlideTiming, {
    nullable: true,
    description: 'Where the word timings of the answer come from; null in older presentations.',
  })
  @Property({ type: 'text', nullable: true })
  timing!: SlideTiming | null;

  @Field(() => String, {
    nullable: true,
    description: 'The speaker of the answer, espeak or elevenlabs; null when it was not synthesized.',
  })
  @Property({ type: 'text', nullable: true })
  spokenBy!: string | null;

  @Field(() => Float, { nullable: true, description: lengthOfAudio })
  @Property({ type: 'double', nullable: true })
  durationSeconds!: number | null;
}

const presentationWarningAttributes = attributes({
  code: shown(String, 'Stable code, such as missing_value.'),
  detail: shown(String, 'What is wrong and where, for people.'),
  slideId: shownOrNull(ID, 'The id of the slide of the deck; null when it concerns no slide.'),
  faqId: shownOrNull(ID, 'The id of the FAQ of the deck; null when it concerns no FAQ.'),
});

/** A defect of the deck that did not prevent the presentation. Clients act on `code`, people read `detail`; older presentations have no `faqId`. */
@ObjectType({ simpleResolvers: true, description: 'A defect of the deck that does not prevent the presentation.' })
export class PresentationWarning extends answerOf(presentationWarningAttributes) {}

/** As REST shows it. */
export const warningView = view<PresentationWarning>('PresentationWarning', viewOf(presentationWarningAttributes));

/** The content of a copy of a deck. */
export interface Copy {
  slides: PresentationSlide[];
  faqs: PresentationFaq[];
  pricing: PresentationPricing;
  warnings: PresentationWarning[];
}

/** The copy that a presentation would store. */
@ObjectType({
  simpleResolvers: true,
  description: 'What a presentation would be. Nothing is stored: slides and FAQs have new ids each time.',
})
export class PresentationPreview implements Copy {
  @Field(() => [PresentationSlide], { complexity: listOf(20), description: 'The slides in the order of display.' })
  slides!: PresentationSlide[];

  @Field(() => [PresentationFaq], { complexity: listOf(10), description: 'The FAQs in the order of the deck.' })
  faqs!: PresentationFaq[];

  @Field(() => PresentationPricing, { description: 'The prices for these measurements.' })
  pricing!: PresentationPricing;

  @Field(() => [PresentationWarning], {
    complexity: listOf(10),
    description: 'Defects of the deck for its author; empty without any.',
  })
  warnings!: PresentationWarning[];
}
