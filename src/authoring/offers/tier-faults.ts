import { type Fault, isJsonObject, type JsonObject, isGiven } from '../../kit/core/index.ts';
import { hasHidden, isLink, isLinkPlace, isPlainName, labelOf } from '../../kit/input/index.ts';
import { mapTexts } from '../../engines/template/map-texts.ts';
import { extraFaults } from './tier-extras.ts';
import { tierSizeFaults } from './tier-size.ts';

/**
 * Faults that refuse a tier when it is saved. Amounts that cannot be read do not: they become warnings of
 * presentations.
 */
export function tierFaults(tier: JsonObject, pointer: string): Fault[] {
  const tooLarge = tierSizeFaults(tier, pointer);
  if (tooLarge.length > 0) return tooLarge;
  return [
    ...nameFaults(tier, pointer),
    ...linkFaults(tier, pointer),
    ...adderFaults(tier.adders, `${pointer}/adders`),
    ...(isGiven(tier.tax) ? percentFaults(tier.tax, `${pointer}/tax`, 0) : []),
    ...depositFaults(tier.deposit, `${pointer}/deposit`),
    ...extraFaults(tier, pointer),
  ];
}

export function tierWordFaults(tier: JsonObject, pointer: string): Fault[] {
  const tooLarge = tierSizeFaults(tier, pointer);
  return tooLarge.length > 0 ? tooLarge : nameFaults(tier, pointer);
}

/** Contracts print names and labels, so they must not contain hidden characters. */
function nameFaults({ name, adders, addOns, tax }: JsonObject, pointer: string): Fault[] {
  const labels = [
    ...itemsOf(adders).map((adder, index) => ({ at: `${pointer}/adders/${index}/label`, text: labelIn(adder) })),
    ...itemsOf(addOns).map((addOn, index) => ({ at: `${pointer}/addOns/${index}/label`, text: labelIn(addOn) })),
    { at: `${pointer}/tax/label`, text: labelIn(tax) },
  ];
  return [
    ...(typeof name === 'string' && !isPlainName(name)
      ? [fault(`${pointer}/name`, 'format', 'must be one line that is not blank, without hidden characters')]
      : []),
    ...labels.flatMap(({ at, text }) =>
      text !== null && (hasHidden(text) || /\p{Cc}/u.test(text))
        ? [fault(at, 'format', 'must be one line without hidden characters')]
        : [],
    ),
  ];
}

function linkFaults(tier: JsonObject, pointer: string): Fault[] {
  const faults: Fault[] = [];
  mapTexts(
    tier,
    (text, at) => {
      if (isLinkPlace(at) && !isLink(text)) {
        faults.push(fault(at, 'format', 'must be an http or https URL, or a path such as /logo.svg'));
      }
      return text;
    },
    pointer,
  );
  return faults;
}

function adderFaults(adders: unknown, pointer: string): Fault[] {
  return itemsOf(adders).flatMap((adder, index) => {
    if (!isJsonObject(adder) || !isGiven(adder.percent)) return [];
    return bothFaults(adder, `${pointer}/${index}`) ?? percentFaults(adder, `${pointer}/${index}`, -100);
  });
}

function depositFaults(deposit: unknown, pointer: string): Fault[] {
  if (!isGiven(deposit)) return [];
  if (!isJsonObject(deposit)) return [fault(pointer, 'type', 'must be { "amount": … } or { "percent": … }')];
  const both = bothFaults(deposit, pointer);
  if (both !== null) return both;
  if (!isGiven(deposit.amount)) return percentFaults(deposit, pointer, 0);
  return isNumberIn(deposit.amount, 0, 1e12)
    ? []
    : [fault(`${pointer}/amount`, 'range', 'must be an amount of 0 or more')];
}

function bothFaults({ amount, percent }: JsonObject, pointer: string): Fault[] | null {
  if (!isGiven(amount) || !isGiven(percent)) return null;
  return [fault(pointer, 'format', 'must have either amount or percent, not both')];
}

function percentFaults(value: unknown, pointer: string, min: number): Fault[] {
  if (!isJsonObject(value)) return [fault(pointer, 'type', 'must be an object with a percent')];
  if (!isGiven(value.percent)) return [fault(`${pointer}/percent`, 'required', 'is required')];
  return isNumberIn(value.percent, min, 100)
    ? []
    : [fault(`${pointer}/percent`, 'range', `must be a number from ${min} to 100`)];
}

/** Accepts numbers, and decimal text as the price formula reads it. */
function isNumberIn(value: unknown, min: number, max: number): boolean {
  const isDecimal = typeof value === 'string' && /^-?\d{1,12}(?:\.\d{1,12})?$/.test(value);
  const number = typeof value === 'number' || isDecimal ? Number(value) : NaN;
  return number >= min && number <= max;
}

function fault(pointer: string, code: Fault['code'], rule: string): Fault {
  return { pointer, code, detail: `${labelOf(pointer)} ${rule}.` };
}

function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

function labelIn(value: unknown): string | null {
  return isJsonObject(value) && typeof value.label === 'string' ? value.label : null;
}
