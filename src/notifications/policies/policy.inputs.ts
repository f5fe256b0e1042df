import type { Fault } from '../../platform/kernel/errors.ts';
import { Input, InputObject } from '../../platform/input/input.ts';
import { decimal, flag, integer, list } from '../../platform/input/rules.ts';
import { labelOf } from '../../platform/input/safe-json.ts';

/** Most seconds from the first attempt to the last. */
const longestRetry = 604_800;

function totalFaults(delays: readonly number[], pointer: string): Fault[] {
  const total = delays.reduce((sum, delay) => sum + delay, 0);
  if (total <= longestRetry) return [];
  const detail = `${labelOf(pointer)} must be at most ${longestRetry} seconds (7 days) in total, not ${total}.`;
  return [{ pointer, code: 'range', detail }];
}

@InputObject(
  'How deliveries to one subscription differ. What is absent stays as it is; null follows the configuration, and leaves autoRecover as it is.',
)
export class UpdateDeliveryPolicyInput {
  @Input(
    list(decimal({ min: 1, max: longestRetry }), {
      max: 20,
      description:
        'Seconds between one attempt and the next, 7 days at most in total; an empty list allows one attempt only.',
      check: totalFaults,
      examples: [[5, 300, 1_800]],
    }),
    { presence: 'optional' },
  )
  retryDelays?: number[] | null;

  @Input(integer({ min: 100, max: 60_000, description: 'Longest time of one attempt, in milliseconds.' }), {
    presence: 'optional',
  })
  timeoutMs?: number | null;

  @Input(
    flag({
      description:
        'After it was switched off for its failures: whether test.pings ask if it is back; it is then switched on and gets what it has missed in order.',
    }),
    { presence: 'kept' },
  )
  autoRecover?: boolean;
}
