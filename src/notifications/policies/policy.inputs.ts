import type { Fault } from '../../platform/kernel/errors.ts';
import { Input, InputObject } from '../../platform/input/input.ts';
import { decimal, flag, integer, list } from '../../platform/input/rules.ts';
import { labelOf } from '../../platform/input/safe-json.ts';

/** Most seconds from the first attempt to the last: 7 days. */
const longestRetry = 604_800;

function totalFaults(delays: readonly number[], pointer: string): Fault[] {
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  if (total <= longestRetry) return [];
  const detail = `${labelOf(pointer)} must be at most ${longestRetry} seconds (7 days) in total, not ${total}.`;
  return [{ pointer, code: 'range', detail }];
}

/** Body of `PUT .../policy` and input of `updateDeliveryPolicy`. */
@InputObject(
  'Changes to the delivery policy of one subscription. An absent field stays unchanged. Null restores the configured default; for autoRecover it changes nothing.',
)
export class UpdateDeliveryPolicyInput {
  @Input(
    list(decimal({ min: 1, max: longestRetry }), {
      max: 20,
      description: 'Seconds between attempts, at most 7 days in total. An empty list allows one attempt.',
      check: totalFaults,
      examples: [[5, 300, 1_800]],
    }),
    { presence: 'optional' },
  )
  retryDelays?: number[] | null;

  @Input(integer({ min: 100, max: 60_000, description: 'Time limit of one attempt in milliseconds.' }), {
    presence: 'optional',
  })
  timeoutMs?: number | null;

  @Input(
    flag({
      description:
        'Whether test.pings probe the receiver after the subscription was switched off for failures. An answer switches it on, and what it missed is delivered in order.',
    }),
    { presence: 'kept' },
  )
  autoRecover?: boolean;
}
