import { updateOf } from '../../kit/data/index.ts';
import { InputObject } from '../../kit/input/index.ts';
import { policyAttributes } from '../subscriptions/delivery-policy.attributes.ts';

/** Body of `PUT .../policy` and input of `updateDeliveryPolicy`. */
@InputObject(
  'Changes to the delivery policy of one subscription. An absent field stays unchanged. Null restores the configured default; for isAutoRecoverEnabled it changes nothing.',
)
export class UpdateDeliveryPolicyInput extends updateOf(policyAttributes) {}
