import { ObjectType, registerEnumType } from 'type-graphql';
import { AddOnUnit } from '../../engines/pricing/add-ons.ts';
import { PricingTier } from '../../engines/pricing/tier-price.ts';
import { attribute, attributes } from '../../platform/attributes/attribute.ts';
import { createOf } from '../../platform/attributes/inputs.ts';
import { viewOf } from '../../platform/attributes/kinds.ts';
import { structureOf } from '../../platform/attributes/rows.ts';
import { listOf } from '../../platform/budget/field-price.ts';
import { InputObject } from '../../platform/input/input.ts';
import { decimal, list, object, oneOf, text } from '../../platform/input/rules.ts';
import * as rest from '../../platform/rest/view.ts';
import { keyFaults, wordsInList } from './offer-lists.ts';

registerEnumType(AddOnUnit, {
  name: 'AddOnUnit',
  description: 'What the amount of an add-on is for.',
  valuesConfig: {
    FLAT: { description: 'All of it.' },
    SQUARE: { description: 'One square of roof: 100 square feet.' },
    KW: { description: 'One kilowatt of the solar system.' },
  },
});

/** Most add-ons of an offer. */
export const maxAddOns = 20;

/** The key of an add-on, as the author declares it and as a choice names it. */
export const addOnKey = text({
  max: 64,
  format: 'key',
  description: 'Names the add-on; unique in its offer.',
  examples: ['gutter-guards'],
});

const addOnAttributes = attributes({
  key: attribute(addOnKey),
  label: attribute(
    text({
      max: 500,
      format: 'plain-name',
      description: 'What it is; contracts print it.',
      examples: ['Gutter guards'],
    }),
    { translated: true },
  ),
  description: attribute(text({ min: 0, max: 1_000, description: 'What the homeowner gets.' }), {
    nullable: true,
    translated: true,
  }),
  amount: attribute(
    decimal({ min: 0.01, max: 1e9, description: 'Its price, above 0, before tax.', examples: [1_800] }),
  ),
  per: attribute(oneOf(AddOnUnit, { description: 'What the amount is for.' }), { default: AddOnUnit.FLAT }),
  tiers: attribute(
    list(oneOf(PricingTier), { min: 1, max: 3, description: 'The tiers that may have it; null for all of them.' }),
    { nullable: true },
  ),
});

/** Something that the homeowner may add to each tier of an offer. */
@ObjectType({ simpleResolvers: true, description: 'Something that the homeowner may add to an offer.' })
class AddOn extends structureOf(addOnAttributes) {}

/** An add-on, as its author gives it. */
@InputObject('Something that the homeowner may add to an offer.')
class AddOnInput extends createOf(addOnAttributes) {}

const view = rest.view<AddOn>('AddOn', viewOf(addOnAttributes));

/** The add-ons of an offer. */
export const addOns = attribute(
  list(
    object(() => AddOnInput),
    { max: maxAddOns, check: keyFaults, description: 'What the homeowner may add, in the order of display.' },
  ),
  {
    nullable: true,
    output: { graphql: () => [AddOn], view: rest.list(rest.nested(view)), complexity: listOf(5) },
    translated: {
      rule: wordsInList(maxAddOns, ['label', 'description']),
      view: rest.list(rest.nullable(rest.json)),
    },
  },
);
