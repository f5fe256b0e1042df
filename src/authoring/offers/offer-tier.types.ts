import { GraphQLJSONObject } from 'graphql-scalars';
import { Int, ObjectType } from 'type-graphql';
import { isJsonObject, type JsonObject, listOf } from '../../kit/core/index.ts';
import { answerOf, attributes, shown, shownOrNull, shownTyped, shownTypedOrNull } from '../../kit/data/index.ts';
import { decimalText } from '../../engines/pricing/price-terms.ts';
import { listedTexts } from './tier-texts.ts';

const asGiven = 'as the author gave it: a number as its digits, a text as it is. Null for anything else';
const amount = shownOrNull(String, `An amount, ${asGiven}.`);
const percent = shownOrNull(String, `A percentage, ${asGiven}.`);
const label = shownOrNull(String, 'What it is; null without one.');
const per = shownOrNull(String, 'flat, square (100 square feet) or kw; null for flat.');

@ObjectType({ simpleResolvers: true, description: 'A charge or discount of a tier: an amount or a percentage.' })
class OfferAdder extends answerOf(attributes({ label, amount, percent, per })) {}

@ObjectType({ simpleResolvers: true, description: 'The sales tax of a tier.' })
class OfferTax extends answerOf(attributes({ label, percent })) {}

@ObjectType({ simpleResolvers: true, description: 'The part of a tier that is due on signing.' })
class OfferDeposit extends answerOf(attributes({ amount, percent })) {}

const key = shown(String, 'Names it in the offer.');
const description = shownOrNull(String, 'What the homeowner gets; null without one.');

@ObjectType({ simpleResolvers: true, description: 'Something that the homeowner may add to a tier.' })
class OfferAddOn extends answerOf(attributes({ key, label, description, amount, per })) {}

const planAttributes = attributes({
  provider: shownOrNull(String, 'Who lends the money.'),
  annualPercent: percent,
  months: shownOrNull(Int, 'Number of monthly payments.'),
  text: shownOrNull(String, "The provider's terms; null without any."),
});

@ObjectType({ simpleResolvers: true, description: 'A way to pay a tier by the month.' })
class OfferPlan extends answerOf(planAttributes) {}

const tierAttributes = attributes({
  name: shownOrNull(String, "The author's name of the tier."),
  tagline: shownOrNull(String, 'The line below its name.'),
  features: shown([String], 'What it contains; empty where it lists nothing.'),
  price: shownOrNull(String, `The fixed price, ${asGiven}.`),
  basePrice: shownOrNull(String, `The price without measurements, ${asGiven}.`),
  pricePerSquare: shownOrNull(String, `The price of a square (100 square feet) of roof, ${asGiven}.`),
  pricePerKw: shownOrNull(String, `The price of a kW, ${asGiven}.`),
  wastePercent: shownOrNull(String, `What is added to the price of the roof, in percent, ${asGiven}.`),
  minPrice: shownOrNull(String, `The lowest price, ${asGiven}.`),
  adders: shownTyped<RowsOf>([OfferAdder], 'What is charged or taken off beside.', listOf(3)),
  tax: shownTypedOrNull(OfferTax, 'The sales tax; null without one.'),
  deposit: shownTypedOrNull(OfferDeposit, 'What is due on signing; null without one.'),
  addOns: shownTyped<RowsOf>([OfferAddOn], 'What the homeowner may add.', listOf(3)),
  financing: shownTyped<RowsOf>([OfferPlan], 'How it may be paid by the month.', listOf(2)),
  stored: shown(GraphQLJSONObject, 'The tier with all its keys, also those that the price formula does not know.'),
});

type RowsOf = readonly object[];

/** A tier as GraphQL shows it. Stored tiers are open: what is not of the expected kind is null here, and in `stored`. */
@ObjectType({
  simpleResolvers: true,
  description: 'A tier of an offer. Tiers are open objects: stored has what no other field has.',
})
export class OfferTier extends answerOf(tierAttributes) {}

export function offerTier(tier: unknown): OfferTier | null {
  if (!isJsonObject(tier)) return null;
  const { name, tagline, features, adders, addOns, financing, tax, deposit } = tier;
  return {
    name: decimalText(name),
    tagline: decimalText(tagline),
    features: listedTexts(features),
    price: given(tier.price),
    basePrice: given(tier.basePrice ?? tier.base),
    pricePerSquare: given(tier.pricePerSquare),
    pricePerKw: given(tier.pricePerKw),
    wastePercent: given(tier.wastePercent),
    minPrice: given(tier.minPrice),
    adders: objectsIn(adders).map((one) => ({ ...charge(one), percent: given(one.percent) })),
    tax: isJsonObject(tax) ? { label: decimalText(tax.label), percent: given(tax.percent) } : null,
    deposit: isJsonObject(deposit) ? { amount: given(deposit.amount), percent: given(deposit.percent) } : null,
    addOns: objectsIn(addOns).map((one) => ({
      ...charge(one),
      key: String(one.key),
      description: decimalText(one.description),
    })),
    financing: objectsIn(financing).map((one) => ({
      provider: decimalText(one.provider),
      annualPercent: given(one.annualPercent),
      months: typeof one.months === 'number' ? one.months : null,
      text: decimalText(one.text),
    })),
    stored: tier,
  };
}

function charge(one: JsonObject): object {
  return { label: decimalText(one.label), amount: given(one.amount), per: decimalText(one.per) };
}

/** Amounts are numbers or decimal text. */
function given(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : decimalText(value);
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
