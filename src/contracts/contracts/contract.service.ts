import type { Client } from '../../kit/rights/index.ts';
import {
  type ExpectedTag,
  type ExpectedVersion,
  inTransaction,
  type JobQueue,
  type RequestScope,
  requireTag,
  requireVersion,
  touch,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { AppError, applyChanges, endOfDay, isGiven } from '../../kit/core/index.ts';
import { type Change as InputChange, inputOf, requireTime, requireUuid, unprocessable } from '../../kit/input/index.ts';
import type { EventLog } from '../../delivery/events/event-log.ts';
import { totalIn } from '../../engines/pricing/minor-units.ts';
import { Contract } from './contract.entity.ts';
import { ContractStatus } from './contract-status.ts';
import { type OpenFacts, type Outcome, outcomeOf, updatedOutcome } from './contract.events.ts';
import type {
  CreateContractInput,
  DeclineContractInput,
  SendContractInput,
  SignContractInput,
  UpdateContractInput,
} from './contract.inputs.ts';
import { lockContract, readContractContext } from './contract.lock.ts';
import {
  type ContractTransition,
  isPossible,
  impossibleTransition,
  noDraft,
  statusAt,
} from './contract.transitions.ts';
import {
  type ContractContext,
  contractTag,
  readContract,
  type ShownContract,
  currentContractIds,
  shownContract,
} from './contract.reader.ts';
import { isOffered, offerOf, requireOffer } from '../../presentations/personalisation/presentation.offers.ts';
import { requireLocked } from '../../presentations/presentations/presentation.reader.ts';
import { addSignature, isSignedBy } from './contract.signature.ts';
import { requireOtherPerson } from '../signatures/signatures.ts';
import { nothingToSign, requireFewContracts, requireSignable } from './contract.size.ts';
import { settlePayments } from './exact-payments.ts';
import { expireContract } from './expire-contract.task.ts';

/** One transition with its specific parts. */
interface Change {
  readonly transition: ContractTransition;
  readonly ifMatch: ExpectedTag;
  /** Whether this request was executed before: then the contract is returned without a change or an event. */
  readonly isRepeat?: (contract: ShownContract) => boolean;
  /** Changes fields beside the state. @returns the outcome where it is not that of the transition */
  readonly apply?: (
    transaction: TransactionScope,
    context: ContractContext,
  ) => Promise<Outcome | void> | Outcome | void;
}

/** What a client has read of the contract that it changes. */
interface ExpectedContract {
  readonly ifMatch?: readonly string[] | undefined;
  readonly ifVersion?: ExpectedVersion;
}

/** Moves contracts through their states. Each transition locks the presentation and records one event. */
export class ContractService {
  constructor(
    private readonly events: EventLog,
    private readonly jobs: JobQueue,
    /** Validity in days of a contract that is sent without `expiresAt`. */
    private readonly validDays: number,
  ) {}

  /**
   * Drafts a contract for one offer of a presentation, by default the first, and for a second owner if one is named.
   *
   * @throws AppError `NOT_FOUND`; `UNPROCESSABLE` for what `requireSignable` refuses, and when the co-signer is the
   * homeowner; `CONFLICT` while the offer has an open or signed contract
   */
  async create(
    scope: RequestScope,
    presentationId: string,
    { sourceSlideId, coSigner }: CreateContractInput,
  ): Promise<ShownContract> {
    const id = requireUuid(presentationId, 'presentationId');
    return inTransaction(scope, async (transaction) => {
      const presentation = await requireLocked(transaction, id);
      if (typeof coSigner === 'string') requireOtherPerson(coSigner, presentation.homeowner);
      const offer = requireOffer(presentation.pricing, sourceSlideId);
      if (offer === undefined || !offer.tiers.some(isOffered)) throw nothingToSign('/presentationId');
      requireFewContracts(await transaction.em.count(Contract, { presentationId: id }));
      const context = await readContractContext(transaction, presentation);
      for (const earlierId of await currentContractIds(transaction.em, presentation, offer.sourceSlideId)) {
        const earlier = await transaction.em.findOneOrFail(Contract, earlierId);
        await this.expireEarlier(transaction, { ...context, contract: earlier });
      }
      await settlePayments(transaction, context, offer.sourceSlideId);
      const contract = Object.assign(new Contract(), {
        presentationId: id,
        boundToPresentationId: id,
        sourceSlideId: offer.sourceSlideId,
        deckId: presentation.deckId,
        coSigner: coSigner ?? null,
      });
      await transaction.em.persist(contract).flush();
      const shown = shownContract({ ...context, contract }, transaction.now());
      requireSignable(shown, '/presentationId');
      return shown;
    });
  }

  /**
   * Changes the expiry or the co-signer of a draft, which is sent with them.
   *
   * @throws AppError `NOT_FOUND`, `CONFLICT` for a contract that is no draft, `UNPROCESSABLE` for a time that has passed
   * and for the homeowner as the co-signer
   */
  async update(
    scope: RequestScope,
    contractId: string,
    input: InputChange<UpdateContractInput>,
    { ifMatch, ifVersion }: ExpectedContract = {},
  ): Promise<ShownContract> {
    return inTransaction(scope, async (transaction) => {
      const context = await lockContract(transaction, contractId);
      if (context === null) throw noDraft((await readContract(transaction, contractId)).status);
      const { contract, presentation } = context;
      const shown = shownContract(context, transaction.now());
      requireTag(contractTag(shown), ifMatch);
      requireVersion(contract, ifVersion);
      if (shown.status !== ContractStatus.DRAFT) throw noDraft(shown.status);
      const stored = { coSigner: contract.coSigner, expiresAt: contract.expiresAt?.toISOString() ?? null };
      const { coSigner, expiresAt: end } = inputOf(input, stored);
      const expiresAt = typeof end === 'string' ? requireTime(end, 'expiresAt') : end;
      const changed = applyChanges(contract, { coSigner, expiresAt });
      if (changed.length === 0) return shown;
      if (typeof coSigner === 'string') requireOtherPerson(coSigner, presentation.homeowner);
      if (changed.includes('expiresAt')) requireToCome(contract.expiresAt, transaction.now());
      return this.record(transaction, context, updatedOutcome(changed));
    });
  }

  /** Sends a draft: it can be signed until it expires. */
  async send(
    scope: RequestScope,
    contractId: string,
    { expiresAt }: SendContractInput,
    ifMatch?: ExpectedTag,
  ): Promise<ShownContract> {
    const requested = isGiven(expiresAt) ? requireTime(expiresAt, 'expiresAt') : null;
    return this.change(scope, contractId, {
      transition: 'send',
      ifMatch,
      apply: async (transaction, context) => {
        const { contract, presentation } = context;
        const now = transaction.now();
        await settlePayments(transaction, context, contract.sourceSlideId);
        requireSignable(shownContract(context, now), '/contractId');
        const end = requested ?? contract.expiresAt ?? endOfDay(presentation.timeZone, now, this.validDays);
        requireToCome(end, now);
        contract.expiresAt = end;
        await this.planExpiry(transaction, contract.id, end);
      },
    });
  }

  /** Records the first view. Later views change nothing. */
  async markViewed(scope: RequestScope, contractId: string, ifMatch?: ExpectedTag): Promise<ShownContract> {
    const isRepeat = ({ status }: ShownContract): boolean => status === ContractStatus.VIEWED;
    return this.change(scope, contractId, { transition: 'view', ifMatch, isRepeat });
  }

  /**
   * Signs one tier of the document that the signer has read. Once nobody's signature is missing, the contract is signed
   * and its tier selected in the presentation. A repeated signature returns the contract.
   *
   * @throws AppError `CONFLICT` when the document has changed since it was read, or the contract cannot be signed;
   * `UNPROCESSABLE` for a tier without a price
   */
  async sign(
    scope: RequestScope,
    contractId: string,
    input: SignContractInput,
    client: Client,
    ifMatch?: ExpectedTag,
  ): Promise<ShownContract> {
    return this.change(scope, contractId, {
      transition: 'sign',
      ifMatch,
      isRepeat: (contract) => isSignedBy(contract, input),
      apply: (transaction, context) => addSignature(transaction, context, input, client),
    });
  }

  async decline(
    scope: RequestScope,
    contractId: string,
    { reason }: DeclineContractInput,
    ifMatch?: ExpectedTag,
  ): Promise<ShownContract> {
    return this.change(scope, contractId, {
      transition: 'decline',
      ifMatch,
      apply: (_transaction, { contract }) => {
        contract.declineReason = reason ?? null;
      },
    });
  }

  async void(scope: RequestScope, contractId: string, ifMatch?: ExpectedTag): Promise<ShownContract> {
    return this.change(scope, contractId, { transition: 'void', ifMatch });
  }

  /** Records that a contract has expired, if it has. Does nothing for a deleted or settled one. */
  async expire(scope: RequestScope, contractId: string): Promise<void> {
    await inTransaction(scope, async (transaction) => {
      const context = await lockContract(transaction, contractId);
      if (context === null || !isPossible('expire', context.contract.status)) return;
      const { id, expiresAt } = context.contract;
      if (statusAt(context.contract, transaction.now()) === ContractStatus.EXPIRED) {
        await this.record(transaction, context, outcomeOf('expire'));
      } else if (expiresAt !== null) {
        // The job is due by the clock of the database, which may be ahead of this one.
        await this.planExpiry(transaction, id, expiresAt);
      }
    });
  }

  private async planExpiry(transaction: TransactionScope, contractId: string, expiresAt: Date): Promise<void> {
    const delayMs = expiresAt.getTime() - transaction.now().getTime();
    await this.jobs.enqueue(transaction, expireContract, [{ data: { contractId }, delayMs }]);
  }

  /** Expires an overdue earlier contract. @throws AppError `CONFLICT` when the earlier one is not overdue */
  private async expireEarlier(transaction: TransactionScope, context: ContractContext): Promise<void> {
    const { id, status, expiresAt } = context.contract;
    if (statusAt({ status, expiresAt }, transaction.now()) !== ContractStatus.EXPIRED) {
      const fix =
        status === ContractStatus.SIGNED
          ? 'it is final, unless the homeowner cancels it in time'
          : 'void that one first';
      throw new AppError(
        status === ContractStatus.SIGNED ? 'offer_signed' : 'open_contract_exists',
        `The presentation has a contract of this offer that is ${status} (${id}): ${fix}.`,
      );
    }
    await this.record(transaction, context, outcomeOf('expire'));
  }

  private async change(scope: RequestScope, contractId: string, change: Change): Promise<ShownContract> {
    const { transition, ifMatch, isRepeat, apply } = change;
    return inTransaction(scope, async (transaction) => {
      const context = await lockContract(transaction, contractId);
      if (context === null) return this.repeated(transaction, contractId, change);
      const contract = shownContract(context, transaction.now());
      if (isRepeat?.(contract) === true) return contract;
      requireTag(contractTag(contract), ifMatch);
      if (!isPossible(transition, contract.status)) throw impossibleTransition(transition, contract.status);
      const outcome = (await apply?.(transaction, context)) ?? outcomeOf(transition);
      return this.record(transaction, context, outcome);
    });
  }

  /** Without its presentation a contract only accepts repeated requests. */
  private async repeated(
    scope: RequestScope,
    contractId: string,
    { transition, isRepeat }: Change,
  ): Promise<ShownContract> {
    const contract = await readContract(scope, contractId);
    if (isRepeat?.(contract) !== true) throw impossibleTransition(transition, contract.status);
    return contract;
  }

  /** Applies an outcome and records its event. */
  private async record(
    transaction: TransactionScope,
    context: ContractContext,
    { status, event, more }: Outcome,
  ): Promise<ShownContract> {
    context.contract.status = status;
    touch(transaction, context.contract);
    await transaction.em.flush();
    const contract = shownContract(context, transaction.now());
    const { id, presentationId, deckId, documentHash } = contract;
    const data = { contractId: id, presentationId, documentHash, ...(more ?? openFacts(contract, context)) };
    this.events.record(transaction, event, { deckId, data });
    return contract;
  }
}

/** @throws AppError `UNPROCESSABLE` for a time that has passed */
function requireToCome(expiresAt: Date | null, now: Date): void {
  if (expiresAt !== null && expiresAt <= now) {
    throw unprocessable('time_out_of_range', '/expiresAt', 'range', 'expiresAt must be a time to come.');
  }
}

/** What the events before the signature say of a contract, beyond its ids. */
function openFacts(
  { status, sourceSlideId, expiresAt, document }: ShownContract,
  { presentation: { pricing } }: ContractContext,
): OpenFacts {
  const offer = offerOf(pricing, sourceSlideId);
  const chosen = offer?.selectedTier ?? offer?.suggestedTier;
  const { currency, tiers } = document;
  const total = tiers.find(({ tier }) => tier === chosen)?.total;
  return {
    sourceSlideId: sourceSlideId ?? '',
    status,
    expiresAt: expiresAt?.toISOString() ?? null,
    ...(total === undefined ? { total: null, totalMinor: null } : totalIn(currency, total)),
    currency,
  };
}
