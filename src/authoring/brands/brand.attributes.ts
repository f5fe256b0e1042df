import { ObjectType } from 'type-graphql';
import { pngUrlStart } from '../../engines/pdf/png.ts';
import { attribute, attributes, createOf, nested, structureOf, view, viewOf } from '../../kit/data/index.ts';
import { InputObject, object, text } from '../../kit/input/index.ts';
import { isLogoUrl } from './logo-url.ts';

export const mostLogoBytes = 100_000;

const brandAttributes = attributes({
  color: attribute(
    text({
      max: 7,
      format: 'hex-color',
      description: 'Accent color. Pages darken or lighten it until it can be read.',
      examples: ['#0b5d4b'],
    }),
    { nullable: true },
  ),
  logo: attribute(
    text({
      max: pngUrlStart.length + Math.ceil(mostLogoBytes / 3) * 4,
      format: 'logo',
      description:
        'A PNG of at most 100,000 bytes, 2,000 pixels on each side and 1,000,000 in all, as a data URL: data:image/png;base64,… The answer has the path where it is, which may be sent back to keep it.',
    }),
    {
      nullable: true,
      output: { isSigned: isLogoUrl, description: 'Where its logo is, a PNG; null without one.' },
    },
  ),
});

/** What contracts and pages of a deck look like. The name of the brand is `brandName` of the deck. */
@ObjectType({ simpleResolvers: true, description: 'What contracts and pages of a deck look like.' })
export class Brand extends structureOf(brandAttributes) {}

@InputObject('What contracts and pages of a deck look like.')
export class BrandInput extends createOf(brandAttributes) {}

export const brandView = view<Brand>('Brand', viewOf(brandAttributes));

export const brand = attribute(
  object(() => BrandInput, {
    description:
      'What its contracts and the pages of its links look like, replaced as a whole; null for none. The name is brandName.',
  }),
  { nullable: true, output: { graphql: () => Brand, view: nested(brandView) } },
);
