import { changeDepth, etag, type Route, route, versioned, wrapped } from '../../kit/http/index.ts';
import { view, viewOf } from '../../kit/data/index.ts';
import { type DeliveryPolicy, policyAttributes } from '../subscriptions/delivery-policy.attributes.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import { UpdateDeliveryPolicyInput } from './policy.inputs.ts';
import { policyOf, type PolicyService } from './policy.service.ts';

const policyView = view<DeliveryPolicy>('DeliveryPolicy', viewOf(policyAttributes));

const tag = 'Notification subscriptions';
const path = '/api/notifications/subscriptions/{subscriptionId}/policy';

/** `/api/notifications/subscriptions/{subscriptionId}/policy`. */
export function policyRoutes(policies: PolicyService): Route[] {
  return [
    route({
      tag,
      extension: true,
      method: 'GET',
      path,
      operationId: 'getDeliveryPolicy',
      summary: 'Read the delivery policy of a subscription',
      description: 'Null is the configured default.',
      responses: { 200: versioned(wrapped('policy', policyView, 'The policy; null is the configured default.')) },
      errors: ['NOT_FOUND'],
      handle: async (request) => {
        const subscription = await readSubscription(request.scope, request.path('subscriptionId'));
        return { body: { policy: policyView.write(policyOf(subscription)) }, headers: etag(subscription) };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'PUT',
      path,
      operationId: 'updateDeliveryPolicy',
      summary: 'Set retry schedule, time-out and recovery of a subscription',
      description: `${changeDepth} Null restores the configured default.`,
      body: UpdateDeliveryPolicyInput,
      responses: { 200: versioned(wrapped('policy', policyView, 'The policy after the change.')) },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, body, ifVersion, ...request }) => {
        const subscription = await policies.update(scope, request.path('subscriptionId'), body, ifVersion);
        return { body: { policy: policyView.write(policyOf(subscription)) }, headers: etag(subscription) };
      },
    }),
  ];
}
