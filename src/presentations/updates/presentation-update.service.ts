import { isDeepStrictEqual } from 'node:util';
import { readContents } from '../../authoring/decks/deck-contents.ts';
import type { DeckSize } from '../../authoring/decks/deck-size.ts';
import { Deck } from '../../authoring/decks/deck.entity.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import type { AudioStore } from '../../engines/audio/audio-store.ts';
import { audioKeyOf } from '../../engines/audio/audio-url.ts';
import type { ChosenSpeaker } from '../../engines/speech/speech.ts';
import { formattingLocale } from '../../engines/template/formatting-locale.ts';
import { applyChanges, isSameJson, notFound } from '../../kit/core/index.ts';
import {
  type ExpectedVersion,
  inTransaction,
  type JobQueue,
  lockRowShared,
  type RequestScope,
  requireVersion,
  type TransactionScope,
  updateRow,
} from '../../kit/data/index.ts';
import { type Change, inputOf } from '../../kit/input/index.ts';
import {
  homeownerView,
  languageSettingsView,
  priceInputsView,
  voiceSettingsView,
} from '../personalisation/homeowner.attributes.ts';
import { keepChoices } from '../personalisation/kept-choices.ts';
import type { Copy } from '../personalisation/presentation.snapshot.ts';
import { MissingValues, type Script } from '../personalisation/presentation.subject.ts';
import { utteranceOf } from '../presentations/narrate.ts';
import { narratePresentation } from '../presentations/narrate.task.ts';
import { underWay } from '../presentations/narration-state.ts';
import {
  beginNarration,
  canonicalDetails,
  chargeNew,
  fillPresentation,
  type PresentationQuotas,
} from '../presentations/new-presentation.ts';
import { readParts, replaceParts, wholeOf, withParts } from '../presentations/presentation-part.reader.ts';
import { Presentation, PresentationStatus } from '../presentations/presentation.entity.ts';
import { presentationReady, presentationUpdated } from '../presentations/presentation.events.ts';
import type { UpdatePresentationInput } from '../presentations/presentation.inputs.ts';
import { readPresentation, requireLockedRow } from '../presentations/presentation.reader.ts';
import { audioOf } from '../recordings/audio-of.ts';
import { removalDelayMs, removeRecordings } from '../recordings/remove-recordings.task.ts';
import { keepFaqs, keepSlides, warningsOfRecordings } from './kept-recordings.ts';
import type { UpdatePresentationPayload } from './presentation-update.ts';

export interface UpdateDependencies {
  readonly events: EventLog;
  readonly jobs: JobQueue;
  readonly speech: ChosenSpeaker & { readonly store: AudioStore };
  /** What is made again is charged as a new presentation is: of the speech what has no recording. */
  readonly quotas: PresentationQuotas;
  /** Names what to shorten in a deck that is too large to be presented. */
  readonly size: DeckSize;
  /** @throws AppError `CONFLICT` for a presentation with a contract that somebody reads or has signed */
  readonly requireChangeable: (transaction: TransactionScope, presentation: Presentation) => Promise<void>;
}

/** What was made again, with all that stays of the presentation before. */
interface Remade {
  readonly copy: Copy;
  readonly scripts: readonly Script[];
  readonly spokenIds: ReadonlySet<string>;
  /** The ids of the slides and FAQs whose rows stay as they are. */
  readonly untouchedIds: ReadonlySet<string>;
  readonly update: Omit<UpdatePresentationPayload, 'presentation'>;
}

/** Changes the details of presentations, and makes these again. */
export class PresentationUpdateService {
  constructor(private readonly dependencies: UpdateDependencies) {}

  /**
   * Changes the details that a presentation was requested with, and makes its texts and prices again from its deck as it
   * is now. Ids, links, the date and the time zone stay, and so do selections and recordings where they still fit.
   * Nothing is made again where no detail changes.
   *
   * @throws AppError `NOT_FOUND`, `PRECONDITION_FAILED`, `CONFLICT` as `requireChangeable` does, and those of a creation
   */
  async update(
    scope: RequestScope,
    presentationId: string,
    change: Change<UpdatePresentationInput>,
    ifVersion?: ExpectedVersion,
  ): Promise<UpdatePresentationPayload> {
    const { id, deckId } = await readPresentation(scope, presentationId);
    return this.dependencies.size.explained(scope, deckId, () =>
      inTransaction(scope, async (transaction) => {
        // The deck first, as a creation does: nobody changes it meanwhile.
        const deck = await lockRowShared(transaction, Deck, deckId);
        if (deck === null) throw notFound('presentation', id);
        const presentation = await requireLockedRow(transaction, id);
        requireVersion(presentation, ifVersion);
        const before = { ...presentation };
        const missing = before.source?.missing ?? MissingValues.BLANK;
        const input = inputOf(change, storedDetails(before, missing));
        const changed = applyDetails(presentation, canonicalDetails(input, deck));
        if (input.missing !== undefined && input.missing !== missing) changed.push('missing');
        if (changed.length === 0) return unchanged(await withParts(transaction.em, presentation));
        await this.dependencies.requireChangeable(transaction, presentation);
        const remade = await this.#remake(transaction, presentation, {
          before,
          deck,
          changed,
          missing: input.missing ?? missing,
        });
        await this.#store(transaction, presentation, before, remade);
        return { presentation: wholeOf(transaction.em, presentation, remade.copy), ...remade.update };
      }),
    );
  }

  async #remake(
    transaction: TransactionScope,
    presentation: Presentation,
    { before, deck, changed, missing }: Made,
  ): Promise<Remade> {
    const { em } = transaction;
    const then = await readParts(em, before.id);
    const madeAt = before.source === null ? before.createdAt : new Date(before.source.madeAt);
    const isSpoken = this.dependencies.speech.speaker !== null;
    const contents = await readContents(transaction, deck);
    const { copy: made, scripts } = await fillPresentation(presentation, contents, { missing, madeAt, isSpoken });
    const { defaultLanguage } = deck;
    const reader = presentation.languageSettings?.languageCode ?? defaultLanguage;
    const { pricing, lost } = keepChoices(before.pricing, made.pricing, formattingLocale(reader, defaultLanguage));
    const isSameVoice = !changed.includes('voiceSettings') && !changed.includes('languageSettings');
    const slides = keepSlides(then, made, { scripts, isSameVoice });
    const faqs = keepFaqs(then, made, { scripts, isSameVoice });
    const spokenIds = new Set([...slides.spokenIds, ...faqs.spokenIds]);
    const sourceIds = new Set([
      ...slides.parts.flatMap(({ id, sourceSlideId }) => (spokenIds.has(id) ? [sourceSlideId] : [])),
      ...faqs.parts.flatMap(({ id, sourceFaqId }) => (spokenIds.has(id) ? [sourceFaqId] : [])),
    ]);
    const warnings = [...made.warnings, ...warningsOfRecordings(before.warnings, sourceIds)];
    const copy = { slides: slides.parts, faqs: faqs.parts, pricing, warnings };
    const names = [
      ...changed,
      ...(isSameJson(before.pricing, pricing) ? [] : ['pricing']),
      ...(slides.hasChanged ? ['slides'] : []),
      ...(faqs.hasChanged ? ['faqs'] : []),
      ...(isSameJson(before.warnings, warnings) ? [] : ['warnings']),
    ];
    const update = {
      changed: names,
      changedSlideIds: slides.changedIds,
      changedFaqIds: faqs.changedIds,
      warnings: [...lost, ...warnings],
    };
    const untouchedIds = new Set([...slides.untouchedIds, ...faqs.untouchedIds]);
    return { copy, scripts: [...slides.scripts, ...faqs.scripts], spokenIds, untouchedIds, update };
  }

  async #store(
    transaction: TransactionScope,
    presentation: Presentation,
    before: Presentation,
    { copy, scripts, spokenIds, untouchedIds, update }: Remade,
  ): Promise<void> {
    const { em } = transaction;
    const { events, jobs, quotas } = this.dependencies;
    const { id: presentationId, deckId } = presentation;
    await chargeNew(transaction, { presentation, copy, scripts }, quotas);
    const replaced = await this.#replacedAudio(transaction, presentation, before, { copy, scripts });
    const { pricing, warnings } = copy;
    applyChanges(presentation, { pricing, warnings });
    if (presentation.source !== null) {
      presentation.source = { ...presentation.source, remadeAt: transaction.now().toISOString() };
    }
    beginNarration(presentation, copy, scripts, spokenIds);
    await updateRow(transaction, Presentation, before, presentation);
    await replaceParts(em, presentationId, copy, scripts, untouchedIds);
    const data = { presentationId, changed: update.changed };
    events.record(transaction, presentationUpdated, { deckId, data });
    const { status } = presentation;
    if (status === PresentationStatus.READY && before.status !== status) {
      events.record(transaction, presentationReady, { deckId, data: { presentationId, status } });
    }
    // The job that is under way goes on with what is to be spoken now.
    if (underWay(presentation) !== null && underWay(before) === null) {
      await jobs.enqueue(transaction, narratePresentation, [{ data: { presentationId } }]);
    }
    if (replaced.length > 0) {
      await jobs.enqueue(transaction, removeRecordings, [{ data: { audioKeys: replaced }, delayMs: removalDelayMs }]);
    }
  }

  /** The audio that the presentation named, or would have, and no longer does: it may say what was wrong. */
  async #replacedAudio(
    transaction: TransactionScope,
    presentation: Presentation,
    before: Presentation,
    { copy, scripts }: Pick<Remade, 'copy' | 'scripts'>,
  ): Promise<string[]> {
    const { speech } = this.dependencies;
    const { speaker, store } = speech;
    const named = [...copy.slides, ...copy.faqs].flatMap(({ audioUrl }) => (audioUrl && audioKeyOf(audioUrl)) ?? []);
    const pending =
      speaker === null ? [] : scripts.flatMap((script) => store.keysOf(speaker, utteranceOf(script, presentation)));
    const now = new Set([...named, ...pending]);
    return (await audioOf(transaction, speech, [before])).filter((key) => !now.has(key));
  }
}

/** What a presentation is made again from. */
interface Made {
  readonly before: Presentation;
  readonly deck: Deck;
  /** The details that change. */
  readonly changed: readonly string[];
  readonly missing: MissingValues;
}

/** The details as their client reads them, for a merge patch. */
function storedDetails(presentation: Presentation, missing: MissingValues): object {
  const { homeowner, voiceSettings, languageSettings, priceInputs, measurementStrategy } = presentation;
  return {
    homeowner: homeownerView.write(homeowner),
    voiceSettings: voiceSettings && voiceSettingsView.write(voiceSettings),
    languageSettings: languageSettings && languageSettingsView.write(languageSettings),
    priceInputs: priceInputs && priceInputsView.write(priceInputs),
    measurementStrategy,
    missing,
  };
}

/** Sets the details that differ. @returns their names */
function applyDetails(presentation: Presentation, details: ReturnType<typeof canonicalDetails>): string[] {
  const { homeowner, voiceSettings, languageSettings, priceInputs, measurementStrategy } = details;
  return applyChanges(presentation, {
    homeowner: differing(presentation.homeowner, homeowner),
    voiceSettings: differing(presentation.voiceSettings, voiceSettings),
    languageSettings: differing(presentation.languageSettings, languageSettings),
    priceInputs: differing(presentation.priceInputs, priceInputs),
    measurementStrategy,
  });
}

/** A detail, unless it is the stored one: null in it is the same as absent. */
function differing<T>(stored: T, given: T | undefined): T | undefined {
  return given === undefined || isDeepStrictEqual(withoutNulls(stored), withoutNulls(given)) ? undefined : given;
}

function withoutNulls(detail: unknown): unknown {
  if (detail === null || typeof detail !== 'object') return detail;
  return Object.fromEntries(Object.entries(detail).filter(([, value]) => value !== null && value !== undefined));
}

function unchanged(presentation: UpdatePresentationPayload['presentation']): UpdatePresentationPayload {
  const { warnings } = presentation;
  return { presentation, changed: [], changedSlideIds: [], changedFaqIds: [], warnings };
}
