import { ObjectType } from 'type-graphql';
import { attribute, attributes } from '../../platform/attributes/attribute.ts';
import { createOf } from '../../platform/attributes/inputs.ts';
import { viewOf } from '../../platform/attributes/kinds.ts';
import { structureOf } from '../../platform/attributes/rows.ts';
import { listOf } from '../../platform/budget/field-price.ts';
import { InputObject } from '../../platform/input/input.ts';
import { decimal, integer, list, object, text } from '../../platform/input/rules.ts';
import * as rest from '../../platform/rest/view.ts';
import { wordsInList } from './offer-lists.ts';

/** Most plans of an offer. */
const maxPlans = 5;

const planAttributes = attributes({
  provider: attribute(
    text({ max: 200, format: 'plain-name', description: 'Who lends the money; contracts print it.' }),
  ),
  annualPercent: attribute(
    decimal({ min: 0, max: 100, description: 'Nominal interest rate of a year, in percent.', examples: [6.99] }),
  ),
  months: attribute(integer({ min: 2, max: 480, description: 'Number of monthly payments.', examples: [120] })),
  text: attribute(
    text({ min: 0, max: 1_000, description: "The provider's terms, such as who may have it; contracts print it." }),
    { nullable: true, translated: true },
  ),
});

/** A way to pay an offer by the month. */
@ObjectType({ simpleResolvers: true, description: 'A way to pay an offer by the month.' })
class FinancingTerms extends structureOf(planAttributes) {}

/** A financing plan, as its author gives it. */
@InputObject('A way to pay an offer by the month.')
class FinancingTermsInput extends createOf(planAttributes) {}

const view = rest.view<FinancingTerms>('FinancingTerms', viewOf(planAttributes));

/** The financing plans of an offer. */
export const financing = attribute(
  list(
    object(() => FinancingTermsInput),
    { max: maxPlans, description: 'How each tier may be paid by the month, in the order of display.' },
  ),
  {
    nullable: true,
    output: { graphql: () => [FinancingTerms], view: rest.list(rest.nested(view)), complexity: listOf(2) },
    translated: { rule: wordsInList(maxPlans, ['text']), view: rest.list(rest.nullable(rest.json)) },
  },
);
