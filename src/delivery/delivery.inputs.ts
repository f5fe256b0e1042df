import { Input, InputObject } from '../input/input.ts';
import { text } from '../input/rules.ts';

@InputObject('Which events are delivered again, or for the first time. Exactly one of since and after is needed.')
export class RecoverDeliveriesInput {
  @Input(text({ max: 40, description: 'From this time on, in ISO 8601.', example: '2026-01-31T12:00:00Z' }), {
    presence: 'optional',
  })
  since?: string | null;

  @Input(text({ max: 200, description: 'Behind the event with this cursor.' }), { presence: 'optional' })
  after?: string | null;

  @Input(text({ max: 40, description: 'Before this time, in ISO 8601; until now unless told.' }), {
    presence: 'optional',
  })
  until?: string | null;
}
