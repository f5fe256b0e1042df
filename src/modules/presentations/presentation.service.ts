import { LockMode } from '@mikro-orm/core';
import { applyChanges, requireVersion, touch } from '../../database/changes.ts';
import { AppError, notFound, toProblem } from '../../errors.ts';
import type { Event } from '../../events/event.entity.ts';
import type { EventFilter, EventLog } from '../../events/event-log.ts';
import type { LiveFeed } from '../../events/live-feed.ts';
import { LogStream } from '../../events/log-stream.ts';
import { once, onceRequest } from '../../idempotency/once.ts';
import { requireLanguage, requireUuid, unprocessable } from '../../input/validate.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../scope.ts';
import { Deck } from '../decks/deck.entity.ts';
import { readDeck } from '../decks/deck.reader.ts';
import { type DeckContents, personalise } from './personalise.ts';
import type { PresentationCreation } from './presentation.creation.ts';
import { narratePresentation } from './narrate.ts';
import { MissingValues, Presentation, PresentationStatus, type SlideScript } from './presentation.entity.ts';
import {
  presentationCreated,
  presentationFailed,
  presentationReady,
  presentationTierSelected,
} from './presentation.events.ts';
import type { CreatePresentationInput, SelectTierInput } from './presentation.inputs.ts';
import { readContents, readPresentation } from './presentation.reader.ts';
import { type PresentationPreview, TierPriceStatus } from './presentation.snapshot.ts';

/** What making presentations needs beside the deck. */
export interface PresentationMeans {
  readonly events: EventLog;
  readonly jobs: JobQueue;
  readonly feed: LiveFeed<Event, EventFilter>;
  /** Whether somebody speaks. Otherwise presentations are text, ready at once. */
  readonly isSpoken: boolean;
}

/** Most seconds that a client may be kept waiting for a narration. */
export const maxWaitSeconds = 30;

export class PresentationService {
  constructor(private readonly means: PresentationMeans) {}

  /**
   * Makes a homeowner's copy of a deck: rendered, priced and from then on independent of the deck. Sent again under the
   * same key it gives the presentation that was made the first time.
   *
   * @throws AppError `NOT_FOUND`, or `UNPROCESSABLE` when values are missing that the input insists on
   */
  async create(
    scope: RequestScope,
    deckId: string,
    input: CreatePresentationInput,
    key?: string | null,
  ): Promise<Presentation> {
    const request = onceRequest(key, ['create presentation', deckId, input]);
    return inTransaction(scope, async (transaction) => {
      const id = await once(transaction, request, 0, () => this.#create(transaction, deckId, input));
      return readPresentation(transaction, id);
    });
  }

  /**
   * Makes presentations one by one, each in a transaction of its own: what refuses one stops no other. An input that
   * was refused already comes as its refusal. Sent again under the same key, also after a crash, it goes on behind the
   * last one that was made and answers as if it had never stopped.
   *
   * @throws AppError `NOT_FOUND` for an unknown deck
   */
  async createMany(
    scope: RequestScope,
    deckId: string,
    inputs: readonly (CreatePresentationInput | AppError)[],
    key?: string | null,
  ): Promise<PresentationCreation[]> {
    const deck = await readDeck(scope, deckId);
    const asked = inputs.map((input) => (input instanceof AppError ? input.faults : input));
    const request = onceRequest(key, ['create presentations', deck.id, asked]);
    const results: PresentationCreation[] = [];
    for (const [step, input] of inputs.entries()) {
      const own = { ...scope, em: scope.em.fork() };
      results.push(
        await inTransaction(own, (transaction) =>
          once(transaction, request, step, () => this.#tryToCreate(transaction, deck.id, input)),
        ),
      );
    }
    return results;
  }

  /**
   * Waits until a presentation is spoken, or could not be, for so many seconds and `maxWaitSeconds` at most.
   *
   * @returns it as it is then
   */
  async finished(scope: RequestScope, presentation: Presentation, waitSeconds: number): Promise<Presentation> {
    if (waitSeconds <= 0 || presentation.status !== PresentationStatus.NARRATING) return presentation;
    const { id, deckId } = presentation;
    const ends = { deckId, types: [presentationReady.name, presentationFailed.name], data: { id } };
    const stream = await new LogStream(this.means.feed, ends).open();
    const tooLong = setTimeout(() => void stream.return?.(), Math.min(waitSeconds, maxWaitSeconds) * 1_000);
    const now = await readPresentation(scope, id);
    // It may have ended before anybody followed.
    if (now.status === PresentationStatus.NARRATING) await stream.next();
    clearTimeout(tooLong);
    await stream.return?.();
    return readPresentation(scope, id);
  }

  /**
   * Speaks the slides that could not be spoken, once more. Those that were are left as they are.
   *
   * @throws AppError `CONFLICT` unless the narration has failed
   */
  async narrateAgain(scope: RequestScope, presentationId: string, ifVersion?: number): Promise<Presentation> {
    const id = requireUuid(presentationId, 'presentationId');
    return inTransaction(scope, async (transaction) => {
      const presentation = await this.#lock(transaction, id, ifVersion);
      if (presentation.status !== PresentationStatus.FAILED || presentation.narration === null) {
        throw new AppError(
          'CONFLICT',
          `The presentation is ${presentation.status}: only a failed narration is repeated.`,
        );
      }
      presentation.status = PresentationStatus.NARRATING;
      presentation.narration = { ...presentation.narration, failure: null };
      touch(transaction, presentation);
      await this.#narrate(transaction, presentation);
      return presentation;
    });
  }

  /** What `create` would make. Nothing is stored or recorded. @throws AppError as `create` does */
  async preview(scope: RequestScope, deckId: string, input: CreatePresentationInput): Promise<PresentationPreview> {
    const contents = await readContents(scope, await readDeck(scope, deckId));
    return newPresentation(scope, contents, input, false).presentation;
  }

  /**
   * Notes the tier that the homeowner chose. Its texts stay as they were made.
   *
   * @throws AppError `UNPROCESSABLE` unless the tier has a price, `CONFLICT` once a contract for another one was signed
   */
  async selectTier(
    scope: RequestScope,
    presentationId: string,
    { tier }: SelectTierInput,
    ifVersion?: number,
  ): Promise<Presentation> {
    const id = requireUuid(presentationId, 'presentationId');
    return inTransaction(scope, async (transaction) => {
      const presentation = await this.#lock(transaction, id, ifVersion);
      requirePriced(presentation, tier);
      const { isAgreed, selectedTier } = presentation.pricing;
      if (isAgreed === true && selectedTier !== tier) {
        throw new AppError('CONFLICT', `A contract for the tier ${selectedTier} was signed: it stays.`);
      }
      const pricing = { ...presentation.pricing, selectedTier: tier };
      if (applyChanges(presentation, { pricing }).length === 0) return presentation;
      touch(transaction, presentation);
      await transaction.em.flush();
      const { deckId } = presentation;
      await this.means.events.record(transaction, presentationTierSelected, { deckId, data: { id, tier } });
      return presentation;
    });
  }

  async #create(transaction: TransactionScope, deckId: string, input: CreatePresentationInput): Promise<string> {
    const id = requireUuid(deckId, 'deckId');
    // A shared lock: others may make presentations of the deck meanwhile, nobody may change it.
    const deck = await transaction.em.findOne(Deck, { id }, { lockMode: LockMode.PESSIMISTIC_READ });
    if (deck === null) throw notFound('deck', id);
    const contents = await readContents(transaction, deck);
    const { presentation, scripts } = newPresentation(transaction, contents, input, this.means.isSpoken);
    const isNarrated = scripts.length > 0;
    if (isNarrated) {
      presentation.status = PresentationStatus.NARRATING;
      presentation.narration = { scripts, done: 0, total: scripts.length, failure: null };
    }
    transaction.em.persist(presentation);
    await transaction.em.flush();
    const event = { deckId: deck.id, data: { id: presentation.id, status: presentation.status } };
    await this.means.events.record(transaction, presentationCreated, event);
    if (isNarrated) await this.#narrate(transaction, presentation);
    else await this.means.events.record(transaction, presentationReady, event);
    return presentation.id;
  }

  async #lock(transaction: TransactionScope, id: string, ifVersion?: number): Promise<Presentation> {
    const presentation = await transaction.em.findOne(Presentation, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (presentation === null) throw notFound('presentation', id);
    requireVersion(presentation, ifVersion);
    return presentation;
  }

  async #narrate(transaction: TransactionScope, { id }: Presentation): Promise<void> {
    await this.means.jobs.enqueue(transaction, narratePresentation, [{ data: { presentationId: id } }]);
  }

  /** A refusal comes before anything is written, so that the transaction goes on. */
  async #tryToCreate(
    transaction: TransactionScope,
    deckId: string,
    input: CreatePresentationInput | AppError,
  ): Promise<PresentationCreation> {
    try {
      if (input instanceof AppError) throw input;
      return { id: await this.#create(transaction, deckId, input), problem: null };
    } catch (error) {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return { id: null, problem: toProblem(error, transaction.requestId) };
    }
  }
}

/** A presentation as it would be stored. @throws AppError `UNPROCESSABLE` naming the values that it must not lack */
function newPresentation(
  scope: RequestScope,
  contents: DeckContents,
  { missing, ...input }: CreatePresentationInput,
  isSpoken: boolean,
): { presentation: Presentation; scripts: readonly SlideScript[] } {
  const { deck } = contents;
  const madeAt = scope.now();
  const presentation = new Presentation();
  applyChanges(presentation, { ...input, languageSettings: canonical(input.languageSettings), deckId: deck.id });
  const { copy, lacks, scripts } = personalise(contents, { ...presentation, missing, madeAt, isSpoken });
  const faults = lacks.map(({ pointer, detail }) => ({ pointer, code: 'required', detail }) as const);
  if (missing === MissingValues.ERROR && faults.length > 0) {
    const detail = `Values are missing for ${faults.length} of the deck's placeholders; see errors.`;
    throw new AppError('UNPROCESSABLE', detail, faults.slice(0, 20));
  }
  const source = { deckVersion: deck.version, missing, madeAt: madeAt.toISOString() };
  applyChanges(presentation, { ...copy, source });
  return { presentation, scripts };
}

function canonical(
  settings: CreatePresentationInput['languageSettings'],
): Presentation['languageSettings'] | undefined {
  if (settings?.languageCode === undefined || settings.languageCode === null) return settings;
  return { languageCode: requireLanguage(settings.languageCode, 'languageCode') };
}

function requirePriced({ pricing: { tiers } }: Presentation, tier: SelectTierInput['tier']): void {
  const price = tiers.find((it) => it.tier === tier);
  if (price?.status === TierPriceStatus.PRICED) return;
  const names = tiers.filter(({ status }) => status === TierPriceStatus.PRICED).map((it) => it.tier);
  const possible = names.length === 0 ? 'none of its tiers has a price' : `${names.join(', ')} can be selected`;
  const why =
    price === undefined
      ? `The presentation has no tier ${tier}`
      : price.missing.length > 0
        ? `The tier ${tier} has no price without ${price.missing.join(' and ')}`
        : `The tier ${tier} has no price in the deck`;
  throw unprocessable('/tier', 'unknown', `${why}; ${possible}.`);
}
