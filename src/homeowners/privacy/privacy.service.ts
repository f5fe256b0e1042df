import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { EventLog } from '../../delivery/events/event-log.ts';
import type { AudioStore } from '../../engines/audio/audio-store.ts';
import type { ChosenSpeaker } from '../../engines/speech/speech.ts';
import { sightOf, type Vault } from '../../kit/rights/index.ts';
import {
  type ExpectedVersion,
  inTransaction,
  type JobQueue,
  type RequestScope,
  requireVersion,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { AppError, daysAfter } from '../../kit/core/index.ts';
import { Contract } from '../../contracts/contracts/contract.entity.ts';
import { rememberErasedLinks } from '../links/erased-link.reader.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { presentationDeleted } from '../../presentations/presentations/presentation.events.ts';
import { requireLocked } from '../../presentations/presentations/presentation.reader.ts';
import { audioOf } from '../../presentations/recordings/audio-of.ts';
import type { Erasure } from './erasure.ts';
import { eraseTraces } from './erase-traces.task.ts';
import type { HomeownerSelectorInput } from './privacy.inputs.ts';
import { pseudonymize } from './pseudonymize.ts';
import { findSubject, isEmpty, type DataSubject, subjectOf, subjectOfDeck } from './subject.ts';
import { sealTraces } from './traces.ts';

export interface PrivacyDependencies {
  readonly events: EventLog;
  readonly jobs: JobQueue;
  readonly speech: ChosenSpeaker & { readonly store: AudioStore };
  readonly vault: Vault;
  /** How long a signed contract is kept as it is after its signature, in days. */
  readonly holdDays: number;
}

/** Erases homeowners: their presentations in one transaction, and what mentions them by a job of that transaction. */
export class PrivacyService {
  constructor(private readonly dependencies: PrivacyDependencies) {}

  /**
   * Erases what is about a homeowner, as far as the caller sees it. Signed contracts are held first, and pseudonymized
   * after that.
   *
   * @throws AppError `INVALID_INPUT` unless one member identifies the homeowner, `NOT_FOUND` when nothing is about them
   */
  async erase(scope: RequestScope, selector: HomeownerSelectorInput): Promise<Erasure> {
    return inTransaction(scope, async (transaction) => {
      const subject = await findSubject(transaction, selector);
      if (isEmpty(subject)) throw new AppError('not_found', 'Nothing is stored about this homeowner.');
      return this.#erase(transaction, subject);
    });
  }

  /** The same for one presentation that exists. @throws AppError `NOT_FOUND`, `PRECONDITION_FAILED` */
  async deletePresentation(scope: RequestScope, presentationId: string, ifVersion?: ExpectedVersion): Promise<Erasure> {
    const id = requireUuid(presentationId, 'presentationId');
    return inTransaction(scope, async (transaction) => {
      const presentation = await requireLocked(transaction, id);
      requireVersion(presentation, ifVersion);
      return this.#erase(transaction, await subjectOf(transaction, [id]));
    });
  }

  /** Erases some presentations that nobody has changed since a time. @returns how many */
  async eraseUnchanged(scope: RequestScope, since: Date, limit: number): Promise<number> {
    return inTransaction(scope, async (transaction) => {
      const lockMode = LockMode.PESSIMISTIC_PARTIAL_WRITE;
      const old = { updatedAt: { $lt: since } };
      const found = await transaction.em.find(Presentation, old, { limit, orderBy: { id: 'asc' }, lockMode });
      if (found.length === 0) return 0;
      const subject = await subjectOf(
        transaction,
        found.map(({ id }) => id),
      );
      await this.#erase(transaction, subject);
      return found.length;
    });
  }

  /** Erases the oldest presentations of a deck that is locked, to be deleted. @returns whether there are more */
  async eraseSomeOfDeck(
    transaction: TransactionScope,
    deckId: string,
  ): Promise<Pick<Erasure, 'heldContracts'> & { readonly hasMore: boolean }> {
    const subject = await subjectOfDeck(transaction, deckId);
    const heldContracts = isEmpty(subject) ? [] : (await this.#erase(transaction, subject)).heldContracts;
    return { heldContracts, hasMore: subject.hasMore };
  }

  /** Rows are locked by id: presentations first, as every change of a contract does. */
  async #erase(transaction: TransactionScope, subject: DataSubject): Promise<Erasure> {
    const { em } = transaction;
    const inOrder = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: 'asc' } } as const;
    const presentations = await em.find(Presentation, { id: { $in: [...subject.presentationIds] } }, inOrder);
    const contracts = await em.find(Contract, { id: { $in: [...subject.contractIds] } }, inOrder);
    const audioKeys = await audioOf(transaction, this.dependencies.speech, presentations);
    const settled = await this.#settle(transaction, contracts);
    await em.flush();
    const ids = presentations.map(({ id }) => id);
    for (const id of ids) transaction.touched.note({ objectType: 'presentation', objectId: id, change: 'deleted' });
    for (const id of settled.contractIds) {
      transaction.touched.note({ objectType: 'contract', objectId: id, change: 'deleted' });
    }
    await rememberErasedLinks(transaction, ids);
    await sql`delete from presentation where id = any(${ids}::uuid[])`.execute(em.getKysely<unknown>());
    for (const { id, deckId } of presentations) {
      this.dependencies.events.record(transaction, presentationDeleted, { deckId, data: { presentationId: id } });
    }
    const { decks } = sightOf(em);
    const mentioned = [...new Set([...subject.presentationIds, ...subject.contractIds])];
    const traces = { ids: mentioned, contacts: subject.contacts, decks, audioKeys, eventIds: null };
    const data = sealTraces(this.dependencies.vault, traces);
    await this.dependencies.jobs.enqueue(transaction, eraseTraces, [{ data }]);
    return { ...settled, presentationIds: ids, isComplete: !subject.hasMore };
  }

  /** Unsigned contracts go with their presentation. */
  async #settle(
    transaction: TransactionScope,
    contracts: readonly Contract[],
  ): Promise<Pick<Erasure, 'contractIds' | 'pseudonymizedContractIds' | 'heldContracts'>> {
    const now = transaction.now();
    const signed = contracts.filter(({ signedAt }) => signedAt !== null);
    for (const contract of signed) {
      if (contract.pseudonymizedAt !== null) continue;
      contract.heldUntil ??= daysAfter(contract.signedAt ?? now, this.dependencies.holdDays);
    }
    const isOver = ({ heldUntil, pseudonymizedAt }: Contract): boolean =>
      pseudonymizedAt === null && heldUntil !== null && heldUntil <= now;
    await pseudonymize(transaction, signed.filter(isOver));
    return {
      contractIds: contracts.filter(({ signedAt }) => signedAt === null).map(({ id }) => id),
      pseudonymizedContractIds: signed.filter(({ pseudonymizedAt }) => pseudonymizedAt !== null).map(({ id }) => id),
      heldContracts: signed.flatMap(({ id, heldUntil, pseudonymizedAt }) =>
        heldUntil === null || pseudonymizedAt !== null ? [] : [{ contractId: id, heldUntil }],
      ),
    };
  }
}
