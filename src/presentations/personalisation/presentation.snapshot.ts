import { PrimaryKey } from '@mikro-orm/decorators/legacy';
import { Field, Float, ID, ObjectType, registerEnumType } from 'type-graphql';
import {
  answerOf,
  attributes,
  copied,
  id,
  Node,
  rowOf,
  shown,
  shownList,
  shownOrNull,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { listOf } from '../../kit/core/index.ts';
import { PresentationPricing } from './presentation.pricing.ts';
import { faqAttributes } from '../../authoring/faqs/faq.attributes.ts';
import { slideAttributes } from '../../authoring/slides/slide.attributes.ts';

export const lengthOfAudio = 'Length of the synthesized audio in seconds; null without one.';
export const languageOfTexts = 'BCP 47 tag of the language that its texts are in.';

/** Where the word timings of a slide or an answer come from. */
export const SlideTiming = {
  RECORDED: 'recorded',
  SPOKEN: 'spoken',
  ESTIMATED: 'estimated',
  PENDING: 'pending',
} as const;
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

/** What a slide and a FAQ have where they are spoken. @param ofWhat in the descriptions: nothing for all of it */
export const spoken = (ofWhat: '' | ' of the answer') =>
  attributes({
    timing: shown(SlideTiming, `Where the word timings${ofWhat} come from.`),
    spokenBy: shownOrNull(String, `The speaker${ofWhat}, espeak or elevenlabs; null when it was not synthesized.`),
    durationSeconds: shownOrNull(Float, lengthOfAudio),
  });

const presentationSlideAttributes = attributes({
  ...copied(slideAttributes),
  sourceSlideId: shown(ID, "The id of the deck's slide that this one was made from."),
  language: shown(String, languageOfTexts),
  ...spoken(''),
});

/** A slide as the homeowner sees it: placeholders filled in, and audio only if it matches the words. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'A slide as the homeowner sees it.' })
export class PresentationSlide extends rowOf(presentationSlideAttributes) {
  @PrimaryKey({ type: 'uuid' })
  id!: string;
}

const slideView = view<PresentationSlide>('PresentationSlide', { id, ...viewOf(presentationSlideAttributes) });

const presentationFaqAttributes = attributes({
  sourceFaqId: shown(ID, "The id of the deck's FAQ that this one was made from."),
  ...copied(faqAttributes),
  language: shown(String, languageOfTexts),
  ...spoken(' of the answer'),
});

/** A FAQ as the homeowner sees it: placeholders filled in, in the language of the presentation. */
@ObjectType('PresentationFaq', {
  implements: Node,
  simpleResolvers: true,
  description: 'A FAQ with its placeholders filled in for the homeowner.',
})
export class PresentationFaq extends rowOf(presentationFaqAttributes) {
  @PrimaryKey({ type: 'uuid' })
  id!: string;
}

const faqView = view<PresentationFaq>('PresentationFaq', { id, ...viewOf(presentationFaqAttributes) });

const presentationWarningAttributes = attributes({
  code: shown(String, 'Stable code, such as missing_value.'),
  detail: shown(String, 'What is wrong and where, for people.'),
  sourceSlideId: shownOrNull(ID, 'The id of the slide of the deck; null when it concerns no slide.'),
  faqId: shownOrNull(ID, 'The id of the FAQ of the deck; null when it concerns no FAQ.'),
});

/** A defect of the deck that did not prevent the presentation. Clients act on `code`, people read `detail`; older presentations have no `faqId`. */
@ObjectType({ simpleResolvers: true, description: 'A defect of the deck that does not prevent the presentation.' })
export class PresentationWarning extends answerOf(presentationWarningAttributes) {}

export const presentationWarningView = view<PresentationWarning>(
  'PresentationWarning',
  viewOf(presentationWarningAttributes),
);

/** The defects of the deck, in a presentation and in a preview. */
export const warnings = shownList(
  PresentationWarning,
  presentationWarningView,
  'Defects of the deck for its author; empty without any.',
  listOf(10),
);

/** The slides and FAQs of a copy of a deck. */
export const partAttributes = attributes({
  slides: shownList(PresentationSlide, slideView, 'The slides in the order of display.', listOf(20)),
  faqs: shownList(PresentationFaq, faqView, 'The FAQs in the order of the deck.', listOf(10)),
});

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
export class PresentationPreview extends answerOf({ ...partAttributes, warnings }) implements Copy {
  @Field(() => PresentationPricing, { description: 'The prices for these measurements.' })
  pricing!: PresentationPricing;
}
