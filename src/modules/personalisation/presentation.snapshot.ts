import { PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { listOf } from '../../platform/budget/field-price.ts';
import { Node } from '../../platform/database/node.ts';
import { PresentationPricing } from './presentation.pricing.ts';
import { ProductData, SlideType, WordTiming } from '../slides/slide.entity.ts';

const languageOfTexts = 'BCP 47 tag of the language that its texts are in.';

/** Where the word timings of a slide come from. */
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
  valuesConfig: {
    RECORDED: { description: "Those of the author's own recording." },
    SPOKEN: { description: 'Those of the voice that spoke the slide.' },
    ESTIMATED: { description: 'Nobody speaks the slide: when a reader would reach each word.' },
    PENDING: { description: 'The slide is still to be spoken.' },
  },
});

/** A slide as the homeowner sees it: placeholders filled in, audio only where it still fits the words. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'A slide as the homeowner sees it.' })
export class PresentationSlide {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => ID, { description: "The id of the deck's slide that this one was made from." })
  @Property({ type: 'uuid' })
  sourceSlideId!: string;

  @Field(() => String, { description: "The key of the deck's slide." })
  @Property({ type: 'text' })
  slideId!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  title!: string;

  @Field(() => [String])
  @Property({ type: 'json' })
  bullets!: string[];

  @Field(() => String)
  @Property({ type: 'text' })
  narrationScript!: string;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  slideContext!: string | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  audioUrl!: string | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  heroImg!: string | null;

  @Field(() => [WordTiming], { complexity: listOf(50) })
  @Property({ type: 'json' })
  wordTimings!: WordTiming[];

  @Field(() => Int)
  @Property({ type: 'integer' })
  orderIndex!: number;

  @Field(() => SlideType)
  @Property({ type: 'text' })
  slideType!: SlideType;

  @Field(() => ProductData, { nullable: true })
  @Property({ type: 'json', nullable: true })
  productData!: ProductData | null;

  @Field(() => String, { nullable: true, description: `${languageOfTexts} Null in older presentations.` })
  @Property({ type: 'text', nullable: true })
  language!: string | null;

  @Field(() => SlideTiming, {
    nullable: true,
    description: 'Whose word timings these are. Null in older presentations.',
  })
  @Property({ type: 'text', nullable: true })
  timing!: SlideTiming | null;

  @Field(() => String, { nullable: true, description: 'Who spoke it: espeak or elevenlabs; null where nobody did.' })
  @Property({ type: 'text', nullable: true })
  spokenBy!: string | null;
}

/** A FAQ as the homeowner sees it: placeholders filled in, in the language of the presentation. */
@ObjectType('PresentationFAQ', {
  implements: Node,
  simpleResolvers: true,
  description: 'A question that may be asked while the presentation is shown, in the words of this homeowner.',
})
export class PresentationFaq {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => ID, { description: "The id of the deck's FAQ that this one was made from." })
  @Property({ type: 'uuid' })
  sourceFaqId!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  userQuestion!: string;

  @Field(() => String)
  @Property({ type: 'text' })
  cannedAnswer!: string;

  @Field(() => String, { nullable: true, description: 'The slideId of the slide that the answer belongs to.' })
  @Property({ type: 'text', nullable: true })
  relatedSlideId!: string | null;

  @Field(() => String, { nullable: true })
  @Property({ type: 'text', nullable: true })
  audioUrl!: string | null;

  @Field(() => [WordTiming], { complexity: listOf(50) })
  @Property({ type: 'json' })
  wordTimings!: WordTiming[];

  @Field(() => String, { description: languageOfTexts })
  @Property({ type: 'text' })
  language!: string;
}

/** A defect of the deck that did not prevent the presentation. Clients act on `code`, people read `detail`. */
@ObjectType({ simpleResolvers: true, description: 'Something the author may want to mend; the presentation works.' })
export class PresentationWarning {
  @Field(() => String, { description: 'Stable code, such as missing_value.' })
  code!: string;

  @Field(() => String)
  detail!: string;

  @Field(() => ID, { nullable: true, description: "The id of the deck's slide it is about." })
  slideId!: string | null;

  @Field(() => ID, { nullable: true, description: "The id of the deck's FAQ it is about." })
  faqId?: string | null;
}

/** What a homeowner's copy of a deck says and costs. */
export interface Copy {
  slides: PresentationSlide[];
  faqs: PresentationFaq[];
  pricing: PresentationPricing;
  warnings: PresentationWarning[];
}

/** The copy that a presentation would store. */
@ObjectType({
  simpleResolvers: true,
  description: 'What a presentation would be. Nothing of it is stored: its slides and FAQs have other ids each time.',
})
export class PresentationPreview implements Copy {
  @Field(() => [PresentationSlide], { complexity: listOf(20) })
  slides!: PresentationSlide[];

  @Field(() => [PresentationFaq], { complexity: listOf(10) })
  faqs!: PresentationFaq[];

  @Field(() => PresentationPricing)
  pricing!: PresentationPricing;

  @Field(() => [PresentationWarning], { complexity: listOf(10) })
  warnings!: PresentationWarning[];
}
