import { Input, InputObject, text, time } from '../../kit/input/index.ts';

/** Rule of a lower time limit, inclusive. */
export const since = time({
  description: 'Earliest time, inclusive, in ISO 8601.',
  examples: ['2026-01-31T12:00:00Z'],
});
/** Rule of a cursor of the event log. */
export const after = text({ max: 200, description: 'Only events behind the one with this cursor.' });
/** Rule of an upper time limit, exclusive. */
export const until = time({ description: 'Latest time, exclusive, in ISO 8601. Default: now.' });

/** Body of `POST .../recover` and input of `recoverDeliveries`. */
@InputObject('Selects the events to recover. Exactly one of since and after is required.')
export class RecoverDeliveriesInput {
  @Input(since, { presence: 'optional' })
  since?: string | null;

  @Input(after, { presence: 'optional' })
  after?: string | null;

  @Input(until, { presence: 'optional' })
  until?: string | null;
}
