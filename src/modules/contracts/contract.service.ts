import type { Client } from '../../access/client.ts';
import { requireVersion, touch } from '../../database/changes.ts';
import { AppError, notFound } from '../../errors.ts';
import type { EventLog } from '../../events/event-log.ts';
import { requireTime } from '../../input/time.ts';
import { requireUuid, unprocessable } from '../../input/validate.ts';
import type { JobQueue } from '../../jobs/job-queue.ts';
import type { JobKind } from '../../jobs/task.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../scope.ts';
import { Deck } from '../decks/deck.entity.ts';
import { Contract, ContractStatus } from './contract.entity.ts';
import { contractEvents, type SignedFacts } from './contract.events.ts';
import type { DeclineContractInput, SendContractInput, SignContractInput } from './contract.inputs.ts';
import { lockContract, lockPresentation } from './contract.lock.ts';
import {
  type ContractMove,
  contractMoves,
  currentStates,
  isPossible,
  refusedMove,
  statusAt,
} from './contract.moves.ts';
import { type ContractMatter, readContract, type ShownContract, shownContract } from './contract.reader.ts';
import { isSignedBy, signatureOf } from './contract.signature.ts';

/** Records that a contract has expired. Enqueued with each that is sent, due when its time is over. */
export const expireContract: JobKind<{ contractId: string }> = { name: 'expire-contract' };

const dayMs = 86_400_000;

/** How one move differs from the others. */
interface Change {
  readonly move: ContractMove;
  readonly ifVersion: number | undefined;
  /** Whether this very request has been here before: then it is answered again, and told to nobody. */
  readonly isRepeat?: (contract: ShownContract) => boolean;
  /** What changes beside the state. @returns what the event tells beyond the usual */
  readonly apply?: (transaction: TransactionScope, matter: ContractMatter) => SignedFacts | void | Promise<void>;
}

/** Contracts on their way to a signature. */
export class ContractService {
  constructor(
    private readonly events: EventLog,
    private readonly jobs: JobQueue,
    /** How long a contract may be signed where sending it does not say. */
    private readonly validDays: number,
  ) {}

  /**
   * Drafts a contract of a presentation's prices.
   *
   * @throws AppError `NOT_FOUND`, `UNPROCESSABLE` when no tier has a price, `CONFLICT` while the presentation has a
   * contract that is open or signed
   */
  async create(scope: RequestScope, presentationId: string): Promise<ShownContract> {
    const id = requireUuid(presentationId, 'presentationId');
    return inTransaction(scope, async (transaction) => {
      const presentation = await lockPresentation(transaction, id);
      if (presentation === null) throw notFound('presentation', id);
      if (presentation.pricing.tiers.every(({ total }) => total === null)) throw nothingToSign();
      const deck = await transaction.em.findOneOrFail(Deck, presentation.deckId);
      const earlier = await transaction.em.findOne(Contract, {
        presentationId: id,
        status: { $in: [...currentStates] },
      });
      if (earlier !== null) await this.makeRoom(transaction, { contract: earlier, presentation, deck });
      const contract = Object.assign(new Contract(), {
        presentationId: id,
        boundToPresentationId: id,
        deckId: deck.id,
      });
      await transaction.em.persist(contract).flush();
      return shownContract({ contract, presentation, deck }, transaction.now());
    });
  }

  /** Sends a draft: from now on it may be signed, until it expires. */
  async send(
    scope: RequestScope,
    contractId: string,
    { expiresAt }: SendContractInput,
    ifVersion?: number,
  ): Promise<ShownContract> {
    const asked = expiresAt === undefined || expiresAt === null ? null : requireTime(expiresAt, 'expiresAt');
    return this.change(scope, contractId, {
      move: 'send',
      ifVersion,
      apply: async (transaction, { contract }) => {
        const now = transaction.now();
        const end = asked ?? new Date(now.getTime() + this.validDays * dayMs);
        if (end <= now) throw unprocessable('/expiresAt', 'range', 'expiresAt must be a time to come.');
        contract.expiresAt = end;
        await this.planExpiry(transaction, contract.id, end);
      },
    });
  }

  /** Notes that a contract was looked at. Later looks change nothing. */
  async view(scope: RequestScope, contractId: string, ifVersion?: number): Promise<ShownContract> {
    const isRepeat = ({ status }: ShownContract): boolean => status === ContractStatus.VIEWED;
    return this.change(scope, contractId, { move: 'view', ifVersion, isRepeat });
  }

  /**
   * Signs one tier of the document that the signer has read, and makes it the presentation's selected one. The same
   * signature again is answered with the first.
   *
   * @throws AppError `CONFLICT` when the document is not the one that was read, or the contract cannot be signed;
   * `UNPROCESSABLE` for a tier without a price
   */
  async sign(
    scope: RequestScope,
    contractId: string,
    input: SignContractInput,
    client: Client,
    ifVersion?: number,
  ): Promise<ShownContract> {
    return this.change(scope, contractId, {
      move: 'sign',
      ifVersion,
      isRepeat: (contract) => isSignedBy(contract, input),
      apply: (transaction, matter) => {
        const now = transaction.now();
        const signature = signatureOf(shownContract(matter, now), input, client, now);
        Object.assign(matter.contract, signature);
        const { presentation } = matter;
        presentation.pricing = { ...presentation.pricing, selectedTier: signature.tier, isAgreed: true };
        touch(transaction, presentation);
        const { tier, total, currency } = signature;
        return { tier, total: Number(total), currency, signedAt: now.toISOString() };
      },
    });
  }

  async decline(
    scope: RequestScope,
    contractId: string,
    { reason }: DeclineContractInput,
    ifVersion?: number,
  ): Promise<ShownContract> {
    return this.change(scope, contractId, {
      move: 'decline',
      ifVersion,
      apply: (_transaction, { contract }) => {
        contract.declineReason = reason ?? null;
      },
    });
  }

  async cancel(scope: RequestScope, contractId: string, ifVersion?: number): Promise<ShownContract> {
    return this.change(scope, contractId, { move: 'cancel', ifVersion });
  }

  /** Records that a contract has expired, if it has. One that is gone or settled is left alone. */
  async expire(scope: RequestScope, contractId: string): Promise<void> {
    await inTransaction(scope, async (transaction) => {
      const matter = await lockContract(transaction, contractId);
      if (matter === null || !isPossible('expire', matter.contract.status)) return;
      const { id, expiresAt } = matter.contract;
      if (statusAt(matter.contract, transaction.now()) === ContractStatus.EXPIRED) {
        await this.record(transaction, matter, 'expire');
      } else if (expiresAt !== null) {
        // The database's clock, by which the job was due, runs faster than this one.
        await this.planExpiry(transaction, id, expiresAt);
      }
    });
  }

  private async planExpiry(transaction: TransactionScope, contractId: string, expiresAt: Date): Promise<void> {
    const delayMs = expiresAt.getTime() - transaction.now().getTime();
    await this.jobs.enqueue(transaction, expireContract, [{ data: { contractId }, delayMs }]);
  }

  /** Clears the way for a new contract. @throws AppError `CONFLICT` unless the earlier one is overdue */
  private async makeRoom(transaction: TransactionScope, matter: ContractMatter): Promise<void> {
    const { id, status, expiresAt } = matter.contract;
    if (statusAt({ status, expiresAt }, transaction.now()) !== ContractStatus.EXPIRED) {
      const fix = status === ContractStatus.SIGNED ? 'it is final' : 'cancel that one first';
      throw new AppError('CONFLICT', `The presentation has a contract that is ${status} (${id}): ${fix}.`);
    }
    await this.record(transaction, matter, 'expire');
  }

  private async change(
    scope: RequestScope,
    contractId: string,
    { move, ifVersion, isRepeat, apply }: Change,
  ): Promise<ShownContract> {
    return inTransaction(scope, async (transaction) => {
      const matter = await lockContract(transaction, contractId);
      if (matter === null) throw refusedMove(move, (await readContract(transaction, contractId)).status);
      const contract = shownContract(matter, transaction.now());
      if (isRepeat?.(contract) === true) return contract;
      requireVersion(contract, ifVersion);
      if (!isPossible(move, contract.status)) throw refusedMove(move, contract.status);
      return this.record(transaction, matter, move, (await apply?.(transaction, matter)) ?? {});
    });
  }

  /** Brings a contract into its next state and tells of it. */
  private async record(
    transaction: TransactionScope,
    matter: ContractMatter,
    move: ContractMove,
    more: Partial<SignedFacts> = {},
  ): Promise<ShownContract> {
    matter.contract.status = contractMoves[move].to;
    touch(transaction, matter.contract);
    await transaction.em.flush();
    const contract = shownContract(matter, transaction.now());
    const { id, presentationId, deckId, documentHash } = contract;
    const data = { id, presentationId, documentHash, ...more };
    await this.events.record(transaction, contractEvents[move], { deckId, data });
    return contract;
  }
}

function nothingToSign(): AppError {
  return unprocessable(
    '/presentationId',
    'required',
    'No tier of the presentation has a price, so there is nothing to sign: make one with the price inputs that are missing.',
  );
}
