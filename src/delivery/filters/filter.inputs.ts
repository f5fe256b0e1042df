import { ArgsType } from 'type-graphql';
import { Input, integer, uuid } from '../../kit/input/index.ts';
import { eventTypeRule } from '../subscriptions/subscription.attributes.ts';
import { type Filter, filter } from '../subscriptions/subscription.filter.ts';
import { after, since, until } from '../deliveries/delivery.inputs.ts';

/** Body of `POST .../filter/try` and arguments of `tryFilter`. */
@ArgsType()
export class TryFilterInput {
  @Input(eventTypeRule)
  eventType!: string;

  @Input(uuid({ description: 'Only events of this deck; null for all.' }), { presence: 'optional' })
  deckId?: string | null;

  @Input(filter, { presence: 'optional' })
  filter?: Filter | null;

  @Input(since, { presence: 'optional' })
  since?: string | null;

  @Input(until, { presence: 'optional' })
  until?: string | null;

  @Input(after, { presence: 'optional' })
  after?: string | null;

  @Input(integer({ min: 1, max: 100, description: 'Most matches to return.' }), { default: 20 })
  first!: number;
}
