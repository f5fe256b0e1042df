import { Input, InputObject } from '../input/input.ts';
import { decimal, flag, integer, list } from '../input/rules.ts';

@InputObject(
  'How deliveries to one subscription differ. What is absent stays as it is; null follows the configuration.',
)
export class UpdateDeliveryPolicyInput {
  @Input(
    list(decimal({ min: 0, max: 604_800 }), {
      max: 20,
      description: 'Seconds between one attempt and the next; an empty list allows one attempt only.',
      example: [5, 300, 1_800],
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
