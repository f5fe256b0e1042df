/**
 * Decimal text: digits, with a point and more digits where there is a fraction. No plus sign, exponent, spaces or
 * leading zeros: zip codes, phone numbers and times are no decimal text.
 */
export const decimalPattern = String.raw`^-?(0|[1-9]\d*)(\.\d+)?$`;

const form = new RegExp(decimalPattern);

export function isDecimalText(text: string): boolean {
  return form.test(text);
}
