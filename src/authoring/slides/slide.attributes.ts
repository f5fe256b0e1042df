import { registerEnumType } from 'type-graphql';
import { isAudioUrl } from '../../engines/audio/audio-url.ts';
import { attribute, attributes } from '../../kit/data/index.ts';
import { integer, link, list, oneOf, text } from '../../kit/input/index.ts';
import { isImageUrl } from '../images/image-url.ts';
import { productData } from '../offers/product-data.attributes.ts';
import { wordTimings } from './word-timing.attributes.ts';

/** Layouts of a slide. Only `product_pricing_v1` offers its `productData`. */
export const SlideType = { STANDARD: 'standard', PRODUCT_PRICING_V1: 'product_pricing_v1' } as const;
export type SlideType = (typeof SlideType)[keyof typeof SlideType];
registerEnumType(SlideType, {
  name: 'SlideType',
  description: 'Layout of a slide.',
  valuesConfig: {
    STANDARD: { description: 'Title, bullets and image.' },
    PRODUCT_PRICING_V1: { description: 'Pricing slide: its productData is an offer of up to three tiers.' },
  },
});

/** Largest value of a 32-bit column. */
export const maxOrderIndex = 2_147_483_647;

export const slideAttributes = attributes({
  slideId: attribute(
    text({ max: 128, description: "The client's own key, unique within the deck.", examples: ['welcome'] }),
    { fixed: true, guestsSee: true, copied: { description: 'The slideId of the slide of the deck.' } },
  ),
  title: attribute(text({ max: 500, description: 'Heading.', examples: ['Welcome'] }), {
    guestsSee: true,
    translated: true,
  }),
  bullets: attribute(list(text({ min: 0, max: 1_000 }), { max: 50, description: 'Bullet points, in order.' }), {
    empty: [],
    guestsSee: true,
    translated: true,
  }),
  narrationScript: attribute(
    text({
      min: 0,
      max: 20_000,
      description: 'The spoken text.',
      examples: ['Hello {{homeowner.first_name}}, welcome.'],
    }),
    { guestsSee: true, translated: true, narrated: true, copied: { description: 'The spoken text as it is shown.' } },
  ),
  slideContext: attribute(text({ min: 0, max: 20_000, description: 'Notes on the slide, not narrated.' }), {
    nullable: true,
    translated: true,
    hidden: true,
  }),
  audioUrl: attribute(link("URL or path of the author's recording of the script; null without one."), {
    nullable: true,
    output: { isSigned: isAudioUrl },
    guestsSee: true,
    copied: { description: 'URL of the audio; null while timing is PENDING or ESTIMATED.', drifts: false },
  }),
  heroImg: attribute(link('URL or path of the main image: that of an image of the deck, or one of another host.'), {
    nullable: true,
    output: { isSigned: isImageUrl },
    guestsSee: true,
  }),
  wordTimings,
  orderIndex: attribute(
    integer({
      min: 0,
      max: maxOrderIndex,
      description: 'Position in the deck; slides with equal positions are shown by age.',
    }),
    { assigned: true, copied: { description: 'Position in the deck when the presentation was made.' } },
  ),
  slideType: attribute(oneOf(SlideType, { description: 'Layout of the slide.' }), {
    default: SlideType.STANDARD,
    guestsSee: true,
  }),
  productData,
});
