import type { DeckContents } from '../../authoring/decks/deck-contents.ts';
import { AppError, applyChanges, jsonSize, requireShort } from '../../kit/core/index.ts';
import { charge, type DayQuota, newRow, type RequestScope, type TransactionScope } from '../../kit/data/index.ts';
import { requireLanguage } from '../../kit/input/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
import { canonicalHomeowner } from '../personalisation/canonical-homeowner.ts';
import { type CopyInputs, personalise } from '../personalisation/personalise.ts';
import type { Copy } from '../personalisation/presentation.snapshot.ts';
import { MissingValues, type Script } from '../personalisation/presentation.subject.ts';
import { Presentation, PresentationStatus } from './presentation.entity.ts';
import type { CreatePresentationInput } from './presentation.inputs.ts';

/** A presentation that is not stored yet, with its parts and the scripts to speak. */
export interface NewPresentation {
  readonly presentation: Presentation;
  readonly copy: Copy;
  readonly scripts: readonly Script[];
}

/** What its client requests: all of a new presentation, or what changes of one that exists. */
type Details = {
  readonly [Name in Exclude<keyof CreatePresentationInput, 'missing'>]?: CreatePresentationInput[Name] | undefined;
};

/**
 * Makes a presentation from the contents of a deck without storing it.
 *
 * @throws AppError as `fillPresentation` does
 */
export async function newPresentation(
  scope: RequestScope,
  contents: DeckContents,
  { missing, ...input }: CreatePresentationInput,
  { isSpoken, timeZone }: { readonly isSpoken: boolean; readonly timeZone: string },
): Promise<NewPresentation> {
  const { deck } = contents;
  const presentation = newRow(Presentation);
  applyChanges(presentation, {
    ...canonicalDetails(input, deck),
    audioSharedWithin: sightOf(scope.em).decks === null ? null : deck.id,
    deckId: deck.id,
    timeZone: deck.timeZone ?? timeZone,
  });
  const madeAt = scope.now();
  return { presentation, ...(await fillPresentation(presentation, contents, { missing, madeAt, isSpoken })) };
}

/** The details in the form in which they are stored. @throws AppError `INVALID_INPUT` for a phone number or a language that is none */
export function canonicalDetails(details: Details, deck: DeckContents['deck']): Details {
  const { homeowner, languageSettings } = details;
  return {
    ...details,
    ...(homeowner && { homeowner: canonicalHomeowner(homeowner, deck) }),
    languageSettings: canonical(languageSettings),
  };
}

/**
 * Makes the texts and prices of a presentation for its details, and sets what of them is a column of its own.
 *
 * @throws AppError `UNPROCESSABLE` naming the missing values when `missing` demands them (`error`), `OVER_BUDGET` for one
 *   that no answer could hold
 */
export async function fillPresentation(
  presentation: Presentation,
  contents: DeckContents,
  { missing, madeAt, isSpoken }: Pick<CopyInputs, 'missing' | 'madeAt' | 'isSpoken'>,
): Promise<Omit<NewPresentation, 'presentation'>> {
  const { copy, unfilled, scripts } = await personalise(contents, { ...presentation, missing, madeAt, isSpoken });
  const faults = unfilled.map(({ pointer, detail }) => ({ pointer, code: 'required', detail }) as const);
  if (missing === MissingValues.ERROR && faults.length > 0) {
    const detail = `Values are missing for ${faults.length} of the deck's placeholders; see errors.`;
    throw new AppError('values_missing', detail, faults.slice(0, 20));
  }
  const source = { deckVersion: contents.deck.version, missing, madeAt: madeAt.toISOString() };
  const { pricing, warnings, slides } = copy;
  applyChanges(presentation, { pricing, warnings, slideCount: slides.length, source });
  // Otherwise it would be stored and then answered with the refusal of the long answer.
  requireShort({ ...presentation, ...copy });
  return { copy, scripts };
}

/**
 * Sets what is to be spoken: it is narrating while slides are, and its answers follow.
 *
 * @param spoken the ids of slides and FAQs that keep a recording
 */
export function beginNarration(
  presentation: Presentation,
  { slides, faqs }: Copy,
  scripts: readonly Script[],
  spoken: ReadonlySet<string> = new Set(),
): void {
  const toSpeak = new Set(scripts.map(({ id }) => id));
  const progressOf = (parts: readonly { readonly id: string }[]) => {
    const doneCount = parts.filter(({ id }) => spoken.has(id)).length;
    const totalCount = doneCount + parts.filter(({ id }) => toSpeak.has(id)).length;
    return totalCount === 0 ? null : { doneCount, totalCount, failure: null, failures: [] };
  };
  presentation.narration = progressOf(slides);
  presentation.faqNarration = progressOf(faqs);
  const isPending = slides.some(({ id }) => toSpeak.has(id));
  presentation.status = isPending ? PresentationStatus.NARRATING : PresentationStatus.READY;
}

/** What a new presentation is charged to. */
export interface PresentationQuotas {
  readonly speech: DayQuota;
  readonly stored: DayQuota;
}

/** Charges the key of the transaction, before anything is stored. @throws AppError `QUOTA_EXCEEDED` */
export async function chargeNew(
  transaction: TransactionScope,
  { scripts, ...rows }: NewPresentation,
  { speech, stored }: PresentationQuotas,
): Promise<void> {
  await charge(transaction, [
    [speech, () => scripts.reduce((sum, { spoken }) => sum + spoken.length, 0)],
    [stored, () => jsonSize(rows, Number.POSITIVE_INFINITY)],
  ]);
}

function canonical(settings: Details['languageSettings']): Details['languageSettings'] {
  if (settings?.languageCode === undefined || settings.languageCode === null) return settings;
  return { languageCode: requireLanguage(settings.languageCode, 'languageCode') };
}
