import type { DeckContents } from '../../authoring/decks/deck-contents.ts';
import { AppError, applyChanges, jsonSize, requireShort } from '../../kit/core/index.ts';
import { charge, type DayQuota, type RequestScope, type TransactionScope } from '../../kit/data/index.ts';
import { requireLanguage } from '../../kit/input/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
import { canonicalHomeowner } from '../personalisation/canonical-homeowner.ts';
import { personalise } from '../personalisation/personalise.ts';
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

/**
 * Makes a presentation from the contents of a deck without storing it.
 *
 * @throws AppError `UNPROCESSABLE` naming the missing values when the input demands them (`missing: error`),
 *   `OVER_BUDGET` for one that no answer could hold
 */
export async function newPresentation(
  scope: RequestScope,
  contents: DeckContents,
  { missing, ...input }: CreatePresentationInput,
  { isSpoken, timeZone }: { readonly isSpoken: boolean; readonly timeZone: string },
): Promise<NewPresentation> {
  const { deck } = contents;
  const madeAt = scope.now();
  const presentation = new Presentation();
  applyChanges(presentation, {
    ...input,
    audioSharedWithin: sightOf(scope.em).decks === null ? null : deck.id,
    homeowner: canonicalHomeowner(input.homeowner, deck),
    languageSettings: canonical(input.languageSettings),
    deckId: deck.id,
    timeZone: deck.timeZone ?? timeZone,
  });
  const { copy, unfilled, scripts } = await personalise(contents, { ...presentation, missing, madeAt, isSpoken });
  const faults = unfilled.map(({ pointer, detail }) => ({ pointer, code: 'required', detail }) as const);
  if (missing === MissingValues.ERROR && faults.length > 0) {
    const detail = `Values are missing for ${faults.length} of the deck's placeholders; see errors.`;
    throw new AppError('values_missing', detail, faults.slice(0, 20));
  }
  const source = { deckVersion: deck.version, missing, madeAt: madeAt.toISOString() };
  const { pricing, warnings, slides } = copy;
  applyChanges(presentation, { pricing, warnings, slideCount: slides.length, source });
  // Otherwise it would be stored and then answered with the refusal of the long answer.
  requireShort({ ...presentation, ...copy });
  return { presentation, copy, scripts };
}

/** Sets what is to be spoken: it is narrating while slides are, and its answers follow. */
export function beginNarration(presentation: Presentation, { faqs }: Copy, scripts: readonly Script[]): void {
  const answered = new Set(faqs.map(({ id }) => id));
  const answers = scripts.filter(({ id }) => answered.has(id)).length;
  const slides = scripts.length - answers;
  if (slides > 0) {
    presentation.status = PresentationStatus.NARRATING;
    presentation.narration = { doneCount: 0, totalCount: slides, failure: null, failures: [] };
  }
  if (answers > 0) presentation.faqNarration = { doneCount: 0, totalCount: answers, failure: null, failures: [] };
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

function canonical(
  settings: CreatePresentationInput['languageSettings'],
): Presentation['languageSettings'] | undefined {
  if (settings?.languageCode === undefined || settings.languageCode === null) return settings;
  return { languageCode: requireLanguage(settings.languageCode, 'languageCode') };
}
