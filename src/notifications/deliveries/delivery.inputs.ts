import { Input, InputObject } from '../../platform/input/input.ts';
import { text } from '../../platform/input/rules.ts';

export const since = text({
  max: 40,
  description: 'From this time on, in ISO 8601.',
  examples: ['2026-01-31T12:00:00Z'],
});
export const after = text({ max: 200, description: 'Behind the event with this cursor.' });
export const until = text({ max: 40, description: 'Before this time, in ISO 8601; until now unless told.' });

@InputObject('Which events are delivered again, or for the first time. Exactly one of since and after is needed.')
export class RecoverDeliveriesInput {
  @Input(since, { presence: 'optional' })
  since?: string | null;

  @Input(after, { presence: 'optional' })
  after?: string | null;

  @Input(until, { presence: 'optional' })
  until?: string | null;
}
