import { ObjectType } from 'type-graphql';
import { attribute, attributes, structureOf } from '../../kit/data/index.ts';
import { decimal, flag, integer, labelOf, list } from '../../kit/input/index.ts';
import type { Fault } from '../../kit/core/index.ts';

/** Most seconds from the first attempt to the last: 7 days. */
const longestRetry = 604_800;

function totalFaults(delays: readonly number[], pointer: string): Fault[] {
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  if (total <= longestRetry) return [];
  const detail = `${labelOf(pointer)} must be at most ${longestRetry} seconds (7 days) in total, not ${total}.`;
  return [{ pointer, code: 'range', detail }];
}

/** Everything that a client sets of the deliveries of one subscription. */
export const policyAttributes = attributes({
  retryDelays: attribute(
    list(decimal({ min: 1, max: longestRetry }), {
      max: 20,
      description:
        'Seconds between attempts, at most 7 days in total; null is the configured schedule. An empty list allows one attempt.',
      check: totalFaults,
      examples: [[5, 300, 1_800]],
    }),
    { nullable: true },
  ),
  timeoutMs: attribute(
    integer({
      min: 100,
      max: 60_000,
      description: 'Time limit of one attempt in milliseconds; null is the configured limit.',
    }),
    { nullable: true },
  ),
  isAutoRecoverEnabled: attribute(
    flag({
      description:
        'Whether test.pings probe the receiver after the subscription was switched off for failures. An answer switches it on, and what it missed is delivered in order.',
    }),
    { assigned: true },
  ),
});

/** An absent member means the configured default, as null does. */
@ObjectType({
  simpleResolvers: true,
  description: 'Delivery settings of one subscription. Null is the configured default.',
})
export class DeliveryPolicy extends structureOf(policyAttributes) {}
