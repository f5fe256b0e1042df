import { LockMode } from '@mikro-orm/core';
import { applyChanges, requireVersion, touch } from '../../database/changes.ts';
import { type Fault, invalidInput, notFound } from '../../errors.ts';
import { requireUuid } from '../../input/validate.ts';
import { inTransaction, type RequestScope, type TransactionScope } from '../../scope.ts';
import { deckExists } from '../decks/deck.reader.ts';
import { type Channel, NotificationSubscription } from './subscription.entity.ts';
import type { CreateSubscriptionInput, UpdateSubscriptionInput } from './subscription.inputs.ts';

/** What subscriptions have to know of the channels, which belong to `delivery/`. */
export interface ChannelRules {
  /** Faults of a channel's settings, with pointers below `/channelConfig`. */
  configFaults(channel: Channel, config: Readonly<Record<string, unknown>>): readonly Fault[];
}

export class SubscriptionService {
  constructor(private readonly channels: ChannelRules) {}

  /** @throws AppError `INVALID_INPUT` when channelConfig does not fit the channel, `NOT_FOUND` for an unknown deck */
  async create(scope: RequestScope, input: CreateSubscriptionInput): Promise<NotificationSubscription> {
    return inTransaction(scope, async (transaction) => {
      const subscription = new NotificationSubscription();
      await this.#check(transaction, subscription, applyChanges(subscription, withPlainDeckId(input)));
      transaction.em.persist(subscription);
      return subscription;
    });
  }

  /** Changing the channel checks the settings anew: they have to fit the channel that results. */
  async update(
    scope: RequestScope,
    subscriptionId: string,
    input: UpdateSubscriptionInput,
    ifVersion?: number,
  ): Promise<NotificationSubscription> {
    return inTransaction(scope, async (transaction) => {
      const subscription = await this.#lock(transaction, subscriptionId);
      requireVersion(subscription, ifVersion);
      const changed = applyChanges(subscription, withPlainDeckId(input));
      if (changed.length === 0) return subscription;
      await this.#check(transaction, subscription, changed);
      touch(transaction, subscription);
      return subscription;
    });
  }

  /** Deletes the subscription with the log of its deliveries. */
  async delete(scope: RequestScope, subscriptionId: string, ifVersion?: number): Promise<NotificationSubscription> {
    return inTransaction(scope, async (transaction) => {
      const subscription = await this.#lock(transaction, subscriptionId);
      requireVersion(subscription, ifVersion);
      transaction.em.remove(subscription);
      return subscription;
    });
  }

  async #lock(transaction: TransactionScope, subscriptionId: string): Promise<NotificationSubscription> {
    const id = requireUuid(subscriptionId, 'subscriptionId');
    const subscription = await transaction.em.findOne(
      NotificationSubscription,
      { id },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    if (subscription === null) throw notFound('notification subscription', id);
    return subscription;
  }

  /** A deck is looked for when it is named: a subscription outlives its deck and can still be switched off. */
  async #check(
    transaction: TransactionScope,
    { channel, channelConfig, deckId }: NotificationSubscription,
    changed: readonly string[],
  ): Promise<void> {
    const faults = this.channels.configFaults(channel, channelConfig);
    if (faults.length > 0) throw invalidInput(faults);
    if (deckId === null || !changed.includes('deckId')) return;
    if (!(await deckExists(transaction, deckId))) throw notFound('deck', deckId);
  }
}

/** The database gives ids in lower case: compared with and answered as what it will give. */
function withPlainDeckId<Input extends { readonly deckId?: string | null }>(input: Input): Input {
  const { deckId } = input;
  return typeof deckId === 'string' ? { ...input, deckId: deckId.toLowerCase() } : input;
}
