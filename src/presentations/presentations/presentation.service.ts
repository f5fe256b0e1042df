import { readContents } from '../../authoring/decks/deck-contents.ts';
import {
  AppError,
  applyChanges,
  currentBudget,
  giveWay,
  notFound,
  operationLimits,
  toProblem,
} from '../../kit/core/index.ts';
import {
  addRows,
  type ExpectedVersion,
  inTransaction,
  type JobQueue,
  lockRowShared,
  type RequestScope,
  requireVersion,
  touch,
  type TransactionScope,
  updateRow,
} from '../../kit/data/index.ts';
import { type LiveFeed, LogStream } from '../../kit/live/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { sightOf } from '../../kit/rights/index.ts';
import type { LoggedEvent } from '../../delivery/events/event.entity.ts';
import type { EventFilter, EventLog } from '../../delivery/events/event-log.ts';
import type { DeckSize } from '../../authoring/decks/deck-size.ts';
import { Deck } from '../../authoring/decks/deck.entity.ts';
import { readDeck } from '../../authoring/decks/deck.reader.ts';
import { Presentation, type PresentationCreation, PresentationStatus } from './presentation.entity.ts';
import { narratePresentation } from './narrate.task.ts';
import { hasFailedNarration, resetFailures } from './narration-state.ts';
import {
  beginNarration,
  chargeNew,
  newPresentation,
  type NewPresentation,
  type PresentationQuotas,
} from './new-presentation.ts';
import {
  presentationCreated,
  presentationFailed,
  presentationReady,
  presentationTierSelected,
} from './presentation.events.ts';
import type { CreatePresentationInput, SelectTierInput } from './presentation.inputs.ts';
import { requireOfferedTier, withChoice } from '../personalisation/presentation.offers.ts';
import { storeParts, wholeOf, type WholePresentation, withParts } from './presentation-part.reader.ts';
import { requireLocked, requireLockedRow, readPresentation, readWholePresentation } from './presentation.reader.ts';
import type { PresentationPreview } from '../personalisation/presentation.snapshot.ts';

/** The own link of a presentation that is not stored yet. */
export interface PlayerLink {
  readonly path: string;
  readonly store: () => Promise<void>;
}

export interface PresentationDependencies {
  readonly events: EventLog;
  readonly jobs: JobQueue;
  readonly feed: LiveFeed<LoggedEvent, EventFilter>;
  /** Whether a speaker is configured. Without one, presentations have no audio and are ready at once. */
  readonly isSpoken: boolean;
  /** IANA time zone for decks without one. */
  readonly timeZone: string;
  /** Makes the own link of a new presentation. @returns what `playerUrl` keeps of it, and what stores it behind the presentation */
  readonly linkPlayer: (transaction: TransactionScope, presentation: Presentation) => PlayerLink;
  /** Counts a change for the link by which it is made. @throws AppError `TOO_MANY_REQUESTS` when it is one too many */
  readonly countForLink: (transaction: TransactionScope, caused: 'tiers') => Promise<void>;
  /** What a new presentation is charged to. */
  readonly quotas: PresentationQuotas;
  /** Names what to shorten in a deck that is too large to be presented. */
  readonly size: DeckSize;
}

/** Longest that a request waits for a narration, in seconds. */
export const maxWaitSeconds = 30;

/** Makes presentations, repeats failed narrations and stores the selected tier. */
export class PresentationService {
  constructor(private readonly dependencies: PresentationDependencies) {}

  /**
   * Makes a homeowner's copy of a deck: filled in, priced, and independent of later changes to the deck.
   *
   * @throws AppError `NOT_FOUND`, `UNPROCESSABLE` when values are missing that the input requires, or `QUOTA_EXCEEDED`
   */
  async create(scope: RequestScope, deckId: string, input: CreatePresentationInput): Promise<WholePresentation> {
    return this.dependencies.size.explained(scope, deckId, () =>
      inTransaction(scope, async (transaction) => {
        const { presentation, copy } = await this.#create(transaction, deckId, input);
        return wholeOf(transaction.em, presentation, copy);
      }),
    );
  }

  /**
   * Makes presentations one by one, each in its own transaction: an error of one does not stop the others. An invalid
   * input is passed as its error. A repeated request with the same idempotency key, also after a crash, continues
   * behind the last presentation that was made and returns the results of all.
   *
   * @throws AppError `NOT_FOUND` for an unknown deck
   */
  async createMany(
    scope: RequestScope,
    deckId: string,
    inputs: readonly (CreatePresentationInput | AppError)[],
  ): Promise<PresentationCreation[]> {
    const deck = await readDeck(scope, deckId);
    const results: PresentationCreation[] = [];
    for (const input of inputs) {
      currentBudget()?.renew();
      await giveWay();
      const own = { ...scope, em: scope.em.fork() };
      results.push(await inTransaction(own, (transaction) => this.#tryToCreate(transaction, deck.id, input)));
    }
    return results;
  }

  /**
   * Waits until the slides are spoken, at most `waitSeconds` and `maxWaitSeconds`.
   *
   * @returns the presentation as it is then
   */
  async finished(
    scope: RequestScope,
    presentation: WholePresentation,
    waitSeconds: number,
  ): Promise<WholePresentation> {
    if (waitSeconds <= 0 || presentation.status !== PresentationStatus.NARRATING) return presentation;
    const { id, deckId } = presentation;
    const ends = { deckId, types: [presentationReady.name, presentationFailed.name], data: { presentationId: id } };
    const stream = await new LogStream(this.dependencies.feed, ends, sightOf(scope.em)).open();
    const waitMs = Math.min(waitSeconds, maxWaitSeconds) * 1_000;
    const tooLong = setTimeout(() => void stream.return?.(), waitMs);
    const now = await readPresentation(scope, id);
    // The narration may have ended before the stream was open.
    currentBudget()?.renew(waitMs + operationLimits.ms);
    if (now.status === PresentationStatus.NARRATING) await stream.next();
    clearTimeout(tooLong);
    await stream.return?.();
    return readWholePresentation(scope, id);
  }

  /**
   * Speaks the failed slides and answers again. What has audio keeps it.
   *
   * @throws AppError `CONFLICT` unless something has failed, `UNAVAILABLE` without a speaker
   */
  async narrateAgain(
    scope: RequestScope,
    presentationId: string,
    ifVersion?: ExpectedVersion,
  ): Promise<WholePresentation> {
    const id = requireUuid(presentationId, 'presentationId');
    return inTransaction(scope, async (transaction) => {
      const presentation = await requireLocked(transaction, id);
      requireVersion(presentation, ifVersion);
      if (!hasFailedNarration(presentation)) {
        throw new AppError(
          'narration_not_failed',
          `The presentation is ${presentation.status}: only a failed narration is repeated.`,
        );
      }
      // Without a speaker no worker runs this kind of job.
      if (!this.dependencies.isSpoken) throw new AppError('speech_off', 'Speech is off: choose a speaker with SPEECH.');
      resetFailures(presentation);
      touch(transaction, presentation);
      await this.#narrate(transaction, presentation);
      return withParts(transaction.em, presentation);
    });
  }

  /** Returns what `create` would make, and stores nothing. @throws AppError as `create` does */
  async preview(scope: RequestScope, deckId: string, input: CreatePresentationInput): Promise<PresentationPreview> {
    return this.dependencies.size.explained(scope, deckId, async () => {
      const contents = await readContents(scope, await readDeck(scope, deckId));
      const { copy } = await newPresentation(scope, contents, input, { ...this.dependencies, isSpoken: false });
      return copy;
    });
  }

  /**
   * Stores the selected tier of an offer. Texts that mention the selected tier stay as they were made.
   *
   * @throws AppError `UNPROCESSABLE` unless the slide has an offer and the tier a price, `CONFLICT` once a contract for
   * another tier is signed, `TOO_MANY_REQUESTS` for a link that has changed it too often
   */
  async selectTier(
    scope: RequestScope,
    presentationId: string,
    { tier, sourceSlideId }: SelectTierInput,
    ifVersion?: ExpectedVersion,
  ): Promise<Presentation> {
    const id = requireUuid(presentationId, 'presentationId');
    return inTransaction(scope, async (transaction) => {
      const presentation = await requireLockedRow(transaction, id);
      requireVersion(presentation, ifVersion);
      const before = { ...presentation };
      const offer = requireOfferedTier(presentation.pricing, tier, sourceSlideId);
      const { isAgreed, selectedTier } = offer;
      if (isAgreed && selectedTier !== tier) {
        throw new AppError('offer_signed', `A contract for the tier ${selectedTier} was signed: it stays.`);
      }
      const pricing = withChoice(presentation.pricing, offer.sourceSlideId, { selectedTier: tier });
      if (applyChanges(presentation, { pricing }).length === 0) return presentation;
      await this.dependencies.countForLink(transaction, 'tiers');
      await updateRow(transaction, Presentation, before, presentation);
      const { deckId } = presentation;
      this.dependencies.events.record(transaction, presentationTierSelected, {
        deckId,
        data: { presentationId: id, tier, sourceSlideId: offer.sourceSlideId },
      });
      return presentation;
    });
  }

  async #create(
    transaction: TransactionScope,
    deckId: string,
    input: CreatePresentationInput,
  ): Promise<Pick<NewPresentation, 'presentation' | 'copy'>> {
    const id = requireUuid(deckId, 'deckId');
    // Other requests may make presentations of the deck meanwhile, none may change it.
    const deck = await lockRowShared(transaction, Deck, id);
    if (deck === null) throw notFound('deck', id);
    const contents = await readContents(transaction, deck);
    const { presentation, copy, scripts } = await newPresentation(transaction, contents, input, this.dependencies);
    await chargeNew(transaction, { presentation, copy, scripts }, this.dependencies.quotas);
    beginNarration(presentation, copy, scripts);
    const { path, store } = this.dependencies.linkPlayer(transaction, presentation);
    presentation.playerUrl = path;
    await addRows(transaction, Presentation, [presentation]);
    await store();
    await storeParts(transaction.em, presentation.id, copy, scripts);
    const event = { deckId: deck.id, data: { presentationId: presentation.id, status: presentation.status } };
    this.dependencies.events.record(transaction, presentationCreated, event);
    if (scripts.length > 0) await this.#narrate(transaction, presentation);
    if (presentation.status === PresentationStatus.READY) {
      this.dependencies.events.record(transaction, presentationReady, event);
    }
    return { presentation, copy };
  }

  async #narrate(transaction: TransactionScope, { id }: Presentation): Promise<void> {
    await this.dependencies.jobs.enqueue(transaction, narratePresentation, [{ data: { presentationId: id } }]);
  }

  /** AppErrors are thrown before the first write, so the transaction can continue. */
  async #tryToCreate(
    transaction: TransactionScope,
    deckId: string,
    input: CreatePresentationInput | AppError,
  ): Promise<PresentationCreation> {
    try {
      if (input instanceof AppError) throw input;
      const { size } = this.dependencies;
      const { presentation } = await size.explained(transaction, deckId, () =>
        this.#create(transaction, deckId, input),
      );
      return { id: presentation.id, problem: null };
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return { id: null, problem: toProblem(error, transaction.requestId) };
    }
  }
}
