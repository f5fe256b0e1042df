import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import {
  type ExpectedVersion,
  holderName,
  inTransaction,
  lockKey,
  type RequestScope,
  requireVersion,
  touch,
  type TransactionScope,
} from '../../kit/data/index.ts';
import { AppError, applyChanges, isGiven, notFound } from '../../kit/core/index.ts';
import { type Change, inputOf, requireUuid } from '../../kit/input/index.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import type { CreatePlaygroundReceiverInput, UpdatePlaygroundReceiverInput } from './playground.inputs.ts';
import { PlaygroundReceiver } from './playground-receiver.entity.ts';

/** Receivers that one key has at a time. */
const mostReceivers = 5;

/** Use cases of playground receivers. */
export class PlaygroundService {
  /** @throws AppError `NOT_FOUND` for an unknown subscription, `CONFLICT` when the key has as many as it may */
  async create(scope: RequestScope, input: CreatePlaygroundReceiverInput): Promise<PlaygroundReceiver> {
    return inTransaction(scope, async (transaction) => {
      const receiver = new PlaygroundReceiver();
      const { key } = transaction.actor;
      receiver.createdBy = key === null ? null : holderName(key);
      await requireRoom(transaction, receiver.createdBy);
      applyChanges(receiver, await checked(transaction, input));
      transaction.em.persist(receiver);
      return receiver;
    });
  }

  /** @throws AppError `NOT_FOUND`, or `PRECONDITION_FAILED` */
  async update(
    scope: RequestScope,
    receiverId: string,
    change: Change<UpdatePlaygroundReceiverInput>,
    ifVersion?: ExpectedVersion,
  ): Promise<PlaygroundReceiver> {
    return inTransaction(scope, async (transaction) => {
      const receiver = await lockReceiver(transaction, receiverId);
      requireVersion(receiver, ifVersion);
      const changed = applyChanges(receiver, await checked(transaction, inputOf(change, receiver)));
      if (changed.length > 0) touch(transaction, receiver);
      return receiver;
    });
  }

  /** Deletes it with what it was sent. @returns it as it was @throws AppError `NOT_FOUND`, or `PRECONDITION_FAILED` */
  async delete(scope: RequestScope, receiverId: string, ifVersion?: ExpectedVersion): Promise<PlaygroundReceiver> {
    return inTransaction(scope, async (transaction) => {
      const receiver = await lockReceiver(transaction, receiverId);
      requireVersion(receiver, ifVersion);
      transaction.em.remove(receiver);
      return receiver;
    });
  }
}

async function lockReceiver({ em }: TransactionScope, receiverId: string): Promise<PlaygroundReceiver> {
  const id = requireUuid(receiverId, 'receiverId');
  const receiver = await em.findOne(PlaygroundReceiver, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (receiver === null) throw notFound('playground receiver', id);
  return receiver;
}

/** Names the subscription as it is stored. @throws AppError `NOT_FOUND` for one that the caller does not see */
async function checked<Input extends UpdatePlaygroundReceiverInput>(
  scope: TransactionScope,
  input: Input,
): Promise<Input> {
  const { subscriptionId } = input;
  if (!isGiven(subscriptionId)) return input;
  return { ...input, subscriptionId: (await readSubscription(scope, subscriptionId)).id };
}

/** @param holder null for all without a key together */
async function requireRoom({ em }: TransactionScope, holder: string | null): Promise<void> {
  const database = em.getKysely<unknown>();
  // Released at the end of the transaction: two creations at a time must not share the last place.
  await lockKey(database, 'playground receivers', holder ?? '');
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from playground_receiver
    where created_by is not distinct from ${holder} and expires_at > now()`.execute(database);
  if ((rows[0]?.count ?? 0) < mostReceivers) return;
  throw new AppError(
    'receiver_limit_reached',
    `A key has at most ${mostReceivers} playground receivers at a time: delete one, or use one again.`,
  );
}

/** Receivers that one statement deletes, each with up to 100 requests. */
const prunedAtOnce = 50;

/** Deletes some receivers whose day is over, with what they were sent. @returns how many */
export async function pruneReceivers({ em }: Pick<RequestScope, 'em'>): Promise<number> {
  const { rows } = await sql`
    delete from playground_receiver where id in (
      select id from playground_receiver where expires_at < now() limit ${sql.lit(prunedAtOnce)}
    ) returning 1`.execute(em.getKysely<unknown>());
  return rows.length;
}
