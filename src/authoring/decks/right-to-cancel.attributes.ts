import { ObjectType, registerEnumType } from 'type-graphql';
import { attribute, attributes, createOf, nested, structureOf, view, viewOf } from '../../kit/data/index.ts';
import { InputObject, integer, object, oneOf, text } from '../../kit/input/index.ts';

/** How the days are counted in which a homeowner may cancel what they have signed. */
export const CancellationRule = {
  US_FTC_COOLING_OFF: 'us_ftc_cooling_off',
  CALENDAR_DAYS: 'calendar_days',
} as const;
export type CancellationRule = (typeof CancellationRule)[keyof typeof CancellationRule];
registerEnumType(CancellationRule, {
  name: 'CancellationRule',
  description: 'How the days are counted in which a homeowner may cancel what they have signed.',
  valuesConfig: {
    US_FTC_COOLING_OFF: {
      description: 'Three business days, as 16 CFR 429 counts them: Saturdays are, federal holidays are not.',
    },
    CALENDAR_DAYS: { description: 'A number of calendar days.' },
  },
});

const rightToCancelAttributes = attributes({
  rule: attribute(oneOf(CancellationRule, { description: 'How the days are counted.' })),
  days: attribute(
    integer({ min: 1, max: 366, description: 'How many calendar days; 14 by default. us has its own.' }),
    {
      nullable: true,
    },
  ),
  sellerName: attribute(
    text({
      max: 200,
      format: 'plain-name',
      description: 'Legal name of the seller; by default the seller of the contract.',
      examples: ['Larkspur Roofing LLC'],
    }),
    { nullable: true },
  ),
  sellerAddress: attribute(
    text({
      max: 300,
      format: 'plain-name',
      description: "Address of the seller's place of business, to which a notice of cancellation goes.",
      examples: ['410 Congress Avenue, Austin, TX 78701'],
    }),
  ),
});

@ObjectType({ simpleResolvers: true, description: 'The right of a homeowner to cancel what they have signed.' })
export class RightToCancel extends structureOf(rightToCancelAttributes) {}

@InputObject('The right of a homeowner to cancel what they have signed.')
class RightToCancelInput extends createOf(rightToCancelAttributes) {}

/** The right to cancel that the contracts of a deck give. */
export const rightToCancel = attribute(
  object(() => RightToCancelInput, {
    description:
      'The right to cancel that its contracts give, with a notice in two copies. Null for none: ask a lawyer which one the law gives.',
  }),
  {
    nullable: true,
    output: {
      graphql: () => RightToCancel,
      view: nested(view<RightToCancel>('RightToCancel', viewOf(rightToCancelAttributes))),
    },
  },
);
