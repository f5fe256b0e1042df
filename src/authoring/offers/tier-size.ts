import type { Fault, JsonObject } from '../../kit/core/index.ts';
import { escapeSegment, labelOf } from '../../kit/input/index.ts';

/** Most values of a tier (texts, numbers, lists, objects): each presentation reads all of them. */
const mostValues = 5_000;
/** Most adders of a tier: each is a line of every contract. */
const mostAdders = 500;
/** Most characters of a text that contracts print on one line. */
const mostInLine = 500;

/** Faults of a tier that is too large; stops at the first limit that is exceeded. */
export function tierSizeFaults(tier: JsonObject, pointer: string): Fault[] {
  const { adders } = tier;
  if (Array.isArray(adders) && adders.length > mostAdders) {
    return [tooLong(`${pointer}/adders`, `at most ${mostAdders} adders`, adders.length)];
  }
  return textFaults(tier, pointer);
}

/** Iterates instead of recursing, because depth is up to the client. Stops at the first text that is too long. */
function textFaults(tier: JsonObject, pointer: string): Fault[] {
  const open: { readonly value: unknown; readonly at: string }[] = [{ value: tier, at: pointer }];
  let values = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, at } = next;
    values += 1;
    if (values > mostValues) return [tooLong(pointer, `at most ${count(mostValues)} values in it`)];
    if (typeof value === 'string' && value.length > mostInLine && isPrinted(at.slice(pointer.length))) {
      return [tooLong(at, `at most ${mostInLine} characters`, value.length)];
    }
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) open.push({ value: item, at: `${at}/${escapeSegment(key)}` });
    }
  }
  return [];
}

/** Whether contracts print the text at this place: the name of the tier and the labels of its lines. */
function isPrinted(place: string): boolean {
  return /^\/(?:name|tax\/label|(?:adders|addOns)\/\d+\/label|financing\/\d+\/provider)$/.test(place);
}

function tooLong(pointer: string, limit: string, given?: number): Fault {
  const found = given === undefined ? '' : `, not ${count(given)}`;
  return { pointer, code: 'length', detail: `${labelOf(pointer)} must have ${limit}${found}.` };
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
