import { LockMode } from '@mikro-orm/core';
import type { EventLog } from '../../delivery/events/event-log.ts';
import {
  type ExpectedTag,
  inTransaction,
  type RequestScope,
  requireTag,
  touch,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { requireTime, unprocessable } from '../../kit/input/index.ts';
import { AppError } from '../../kit/core/index.ts';
import { Contract } from '../contracts/contract.entity.ts';
import { ContractStatus } from '../contracts/contract-status.ts';
import { contractRescinded } from '../contracts/contract.events.ts';
import { lockContract } from '../contracts/contract.lock.ts';
import {
  contractTag,
  isSigned,
  readContract,
  type ShownContract,
  shownSigned,
  type SignedContract,
} from '../contracts/contract.reader.ts';
import { impossibleTransition, statusAt } from '../contracts/contract.transitions.ts';
import { withChoice } from '../../presentations/personalisation/presentation.offers.ts';
import type { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { timesOf } from '../signatures/signatures.ts';
import type { RescindContractInput } from './rescission.inputs.ts';

/** Cancels signed contracts for homeowners, within the time of their right to cancel. */
export class RescissionService {
  constructor(private readonly events: EventLog) {}

  /**
   * Cancels a signed contract. Repeated, it returns the canceled one. The offer may have a new contract, and the tier may
   * be chosen anew.
   *
   * @throws AppError `CONFLICT` for a contract that is not signed or gives no right to cancel, and behind its deadline;
   * `UNPROCESSABLE` for a notice before the signature or in the future
   */
  async rescind(
    scope: RequestScope,
    contractId: string,
    { givenAt }: RescindContractInput,
    ifMatch?: ExpectedTag,
  ): Promise<ShownContract> {
    // Whoever cancels in time and then waits for a lock, is in time.
    const askedAt = scope.now();
    const given = typeof givenAt === 'string' ? requireTime(givenAt, 'givenAt') : null;
    return inTransaction(scope, async (transaction) => {
      const { contract, presentation } = await lockSigned(transaction, contractId);
      if (contract.status === ContractStatus.RESCINDED) return shownSigned(contract);
      requireTag(contractTag(contract), ifMatch);
      const rescindedAt = noticeTime(shownSigned(contract), given, askedAt);
      requireInTime(contract, rescindedAt);
      Object.assign(contract, { status: ContractStatus.RESCINDED, rescindedAt });
      touch(transaction, contract);
      if (presentation !== null) release(transaction, presentation, contract);
      await transaction.em.flush();
      const { id, presentationId, deckId, documentHash } = contract;
      const recordedBy = transaction.actor.kind === 'link' ? ('homeowner' as const) : ('seller' as const);
      const data = { contractId: id, presentationId, documentHash, rescindedAt: rescindedAt.toISOString(), recordedBy };
      this.events.record(transaction, contractRescinded, { deckId, data });
      return shownSigned(contract);
    });
  }
}

/** Locks a signed contract, and its presentation unless that was deleted. @throws AppError `NOT_FOUND`, `CONFLICT` */
async function lockSigned(
  transaction: TransactionScope,
  contractId: string,
): Promise<{ contract: SignedContract; presentation: Presentation | null }> {
  const locked = await lockContract(transaction, contractId);
  const contract = locked?.contract ?? (await lockAlone(transaction, contractId));
  if (!isSigned(contract)) throw impossibleTransition('rescind', statusAt(contract, transaction.now()));
  return { contract, presentation: locked?.presentation ?? null };
}

async function lockAlone(transaction: TransactionScope, contractId: string): Promise<Contract> {
  const { id } = await readContract(transaction, contractId);
  return transaction.em.findOneOrFail(Contract, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
}

/** When the homeowner gave notice. One of two owners may do so before the other one signs. */
function noticeTime({ signatures, createdAt }: ShownContract, given: Date | null, now: Date): Date {
  const [first = createdAt] = timesOf(signatures);
  if (given === null) return now > first ? now : first;
  if (given >= first && given <= now) return given;
  const range = `from ${first.toISOString()} until now`;
  throw unprocessable(
    'time_out_of_range',
    '/givenAt',
    'range',
    `givenAt must be ${range}: it is when the notice was given.`,
  );
}

function requireInTime({ rescindableUntil, document }: SignedContract, at: Date): void {
  if (rescindableUntil === null) {
    throw new AppError(
      'no_right_to_cancel',
      'This contract gives no right to cancel: its deck had none when it was signed.',
    );
  }
  if (at < rescindableUntil) return;
  const zone = document.timeZone ?? 'UTC';
  const until = `${rescindableUntil.toISOString()} (midnight in ${zone})`;
  throw new AppError(
    'right_to_cancel_ended',
    `The right to cancel ended at ${until}. A notice that was given before is recorded with its givenAt.`,
  );
}

/** Gives the choice of the tier back to the homeowner. */
function release(
  transaction: TransactionScope,
  presentation: Presentation,
  { sourceSlideId, tier }: SignedContract,
): void {
  presentation.pricing = withChoice(presentation.pricing, sourceSlideId, { selectedTier: tier, isAgreed: false });
  touch(transaction, presentation);
}
