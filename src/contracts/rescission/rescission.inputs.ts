import { Input, InputObject, time } from '../../kit/input/index.ts';

@InputObject('When the homeowner canceled.')
export class RescindContractInput {
  @Input(
    time({
      description:
        'ISO 8601 time at which the homeowner gave notice, such as the postmark of a letter: from the first signature until now. Now by default.',
      examples: ['2026-01-31T12:00:00Z'],
    }),
    { presence: 'optional' },
  )
  givenAt?: string | null;
}
