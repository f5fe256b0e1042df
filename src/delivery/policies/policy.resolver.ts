import { Arg, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { type GraphQLContext, IfVersion, PayloadMutation } from '../../kit/graphql/index.ts';
import { DeliveryPolicy } from '../subscriptions/delivery-policy.attributes.ts';
import { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { UpdateDeliveryPolicyInput } from './policy.inputs.ts';
import { policyOf, type PolicyService } from './policy.service.ts';

/** The field `policy` and the mutation that changes it. */
@Resolver(() => NotificationSubscription)
export class PolicyResolver {
  constructor(private readonly service: PolicyService) {}

  @FieldResolver(() => DeliveryPolicy, { description: 'Its retry schedule, time-out and recovery.' })
  policy(@Root() subscription: NotificationSubscription): DeliveryPolicy {
    return policyOf(subscription);
  }

  @PayloadMutation(
    { subscription: [() => NotificationSubscription, 'The notification subscription with its new policy.'] },
    {
      description: 'Sets retry schedule, time-out and recovery of a subscription.',
    },
  )
  async updateDeliveryPolicy(
    @Ctx() context: GraphQLContext,
    @Arg('subscriptionId', () => ID, { description: 'Id of the notification subscription.' }) subscriptionId: string,
    @Arg('input', () => UpdateDeliveryPolicyInput, { description: 'The changes.' }) input: UpdateDeliveryPolicyInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<NotificationSubscription> {
    return this.service.update(context.change(), subscriptionId, input, ifVersion);
  }
}
