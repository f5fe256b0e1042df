import { attribute, attributes } from '../../kit/data/index.ts';
import { dictionary, flag, list, text } from '../../kit/input/index.ts';
import { brand } from '../brands/brand.attributes.ts';
import { rightToCancel } from './right-to-cancel.attributes.ts';

export const deckAttributes = attributes({
  name: attribute(
    text({
      description: 'Name of the deck.',
      max: 200,
      format: 'plain-name',
      examples: ['Roof and solar, Travis County'],
    }),
  ),
  description: attribute(text({ min: 0, max: 2_000, description: 'What the deck is for.' }), { nullable: true }),
  brandName: attribute(
    text({
      max: 200,
      format: 'plain-name',
      description:
        'The company that the deck speaks for, and the seller in contracts; by default the name of the deck.',
    }),
    { nullable: true },
  ),
  brand,
  currency: attribute(text({ max: 3, format: 'currency', description: 'ISO 4217 code of all prices in the deck.' }), {
    default: 'USD',
  }),
  defaultLanguage: attribute(
    text({ max: 35, format: 'language-tag', description: 'BCP 47 tag of the language that the deck is written in.' }),
    { default: 'en-US' },
  ),
  timeZone: attribute(
    text({
      max: 64,
      format: 'time-zone',
      description: 'IANA time zone of the dates in presentations and contracts; by default TIME_ZONE of the server.',
      examples: ['America/Denver'],
    }),
    { nullable: true },
  ),
  rightToCancel,
  isEngagementTracked: attribute(flag({ description: 'Whether what homeowners watch of its presentations is kept.' }), {
    default: true,
  }),
  embedOrigins: attribute(
    list(text({ max: 200, format: 'origin', examples: ['https://app.example.com'] }), {
      min: 1,
      max: 20,
      description:
        'The origins whose pages may embed the pages of its links, such as https://app.example.com, or *.example.com for all subdomains; null for none.',
    }),
    { nullable: true },
  ),
  variables: attribute(
    dictionary({ maxEntries: 200, description: 'Default values for placeholders, by placeholder name.' }),
    { empty: {} },
  ),
});
