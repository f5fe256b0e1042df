import { isDeepStrictEqual } from 'node:util';
import { LockMode } from '@mikro-orm/core';
import { type ExpectedVersion, inTransaction, type RequestScope, requireVersion, touch } from '../../kit/data/index.ts';
import { applyChanges, notFound } from '../../kit/core/index.ts';
import { type Change, inputOf, requireUuid } from '../../kit/input/index.ts';
import { type DeliveryPolicy } from '../subscriptions/delivery-policy.attributes.ts';
import { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import type { Pings } from '../dispatch/ping.ts';
import type { UpdateDeliveryPolicyInput } from './policy.inputs.ts';

/** The policy of a subscription with all members; null where the configured default applies. */
export function policyOf({ policy }: Pick<NotificationSubscription, 'policy'>): Required<DeliveryPolicy> {
  return {
    retryDelays: policy?.retryDelays ?? null,
    timeoutMs: policy?.timeoutMs ?? null,
    isAutoRecoverEnabled: policy?.isAutoRecoverEnabled ?? false,
  };
}

/** Changes delivery policies. Separate from the subscription's own fields, because it starts and stops probes. */
export class PolicyService {
  constructor(private readonly pings: Pings) {}

  /**
   * Applies from the next attempt on, also to pending deliveries. `isAutoRecoverEnabled` applies at once, also to a subscription
   * that was switched off for failures before.
   *
   * @throws AppError `NOT_FOUND`, or `PRECONDITION_FAILED` when the subscription has changed
   */
  async update(
    scope: RequestScope,
    subscriptionId: string,
    change: Change<UpdateDeliveryPolicyInput>,
    ifVersion?: ExpectedVersion,
  ): Promise<NotificationSubscription> {
    const id = requireUuid(subscriptionId, 'subscriptionId');
    return inTransaction(scope, async (transaction) => {
      const lockMode = LockMode.PESSIMISTIC_WRITE;
      const subscription = await transaction.em.findOne(NotificationSubscription, { id }, { lockMode });
      if (subscription === null) throw notFound('notification subscription', id);
      requireVersion(subscription, ifVersion);
      const policy = policyOf(subscription);
      const changed = applyChanges(policy, inputOf(change, policy));
      if (changed.length === 0) return subscription;
      subscription.policy = isDeepStrictEqual(policy, policyOf({ policy: null })) ? null : policy;
      if (changed.includes('isAutoRecoverEnabled')) {
        if (policy.isAutoRecoverEnabled) await this.pings.startProbing(transaction, subscription);
        else await this.pings.stopProbing(transaction, subscription);
      }
      touch(transaction, subscription);
      return subscription;
    });
  }
}
