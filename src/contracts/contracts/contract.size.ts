import { type AppError, isUtc } from '../../kit/core/index.ts';
import { unprocessable } from '../../kit/input/index.ts';
import { mapTexts } from '../../engines/template/map-texts.ts';
import type { ContractDocument } from './contract.document.ts';
import type { ContractWarning } from './contract.warnings.ts';

/** What is known of a contract before it is signed. */
interface Signable {
  readonly document: ContractDocument;
  readonly warnings: readonly ContractWarning[];
}

/** Most price lines of a contract, about 40 pages. */
const mostLines = 2_000;
const mostCharacters = 200_000;
/** Most contracts of one presentation, in any state. */
const maxContracts = 200;

/** Checks that a presentation may have another contract. @throws AppError `UNPROCESSABLE` at 200 contracts */
export function requireFewContracts(count: number): void {
  if (count < maxContracts) return;
  const detail = `A presentation has at most ${maxContracts} contracts: make another presentation.`;
  throw unprocessable('limit_reached', '/presentationId', 'length', detail);
}

/**
 * Checks that a document has prices, can be printed in time, and by the rule us_ftc_cooling_off ends its right to cancel at a midnight
 * of its homeowner and has a notice in the language of the presentation. Contracts that were sent before these rules existed are not checked.
 *
 * @param pointer JSON Pointer to the input that names the contract or presentation
 * @throws AppError `UNPROCESSABLE`
 */
export function requireSignable(contract: Signable, pointer: string): void {
  const { document } = contract;
  if (document.tiers.length === 0) throw nothingToSign(pointer);
  requireLocalMidnight(document, pointer);
  requireNotice(contract, pointer);
  const lines = document.tiers.reduce((sum, tier) => sum + tier.lines.length, 0);
  requireAtMost(mostLines, lines, 'lines', pointer);
  let characters = 0;
  mapTexts(document, (text) => {
    characters += text.length;
    return text;
  });
  requireAtMost(mostCharacters, characters, 'characters', pointer);
}

/** In the USA the midnight of UTC is in the afternoon: the last day would lose its evening. */
function requireLocalMidnight({ cancellation, timeZone = 'UTC' }: ContractDocument, pointer: string): void {
  if (cancellation?.rule !== 'us' || !isUtc(timeZone)) return;
  throw unprocessable(
    'time_zone_missing',
    pointer,
    'format',
    `The right to cancel by the rule us_ftc_cooling_off ends at a midnight of the homeowner, but timeZone of the presentation is ${timeZone}: set timeZone of its deck, such as America/Chicago, and make another presentation.`,
  );
}

/** 16 CFR 429.1(a) requires the notice in the language of the sales presentation. */
function requireNotice({ document: { cancellation }, warnings }: Signable, pointer: string): void {
  const untranslated = warnings.find(({ code }) => code === 'untranslated');
  if (cancellation?.rule !== 'us' || untranslated === undefined) return;
  const rule = 'The rule us_ftc_cooling_off needs the notice of cancellation in the language of the presentation.';
  throw unprocessable('notice_untranslated', pointer, 'format', `${rule} ${untranslated.detail}`);
}

/** The error for an offer in which no tier has a price. */
export function nothingToSign(pointer: string): AppError {
  return unprocessable(
    'nothing_to_sign',
    pointer,
    'required',
    'No tier of the offer has a price above 0, so there is nothing to sign: make a presentation with the price inputs that are missing.',
  );
}

function requireAtMost(most: number, value: number, what: string, pointer: string): void {
  if (value <= most) return;
  const [limit, found] = [most, value].map((count) => count.toLocaleString('en-US'));
  const detail = `The contract would have ${found} ${what}, and may have at most ${limit}. Offer it with fewer adders and shorter texts.`;
  throw unprocessable('contract_too_large', pointer, 'length', detail);
}
