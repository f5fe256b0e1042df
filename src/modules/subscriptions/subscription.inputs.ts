import { Input, InputObject } from '../../input/input.ts';
import { flag, json, oneOf, text, uuid } from '../../input/rules.ts';
import { Channel } from './subscription.entity.ts';

const name = text({ max: 200, example: 'Signed contracts to the office' });
const eventType = text({
  max: 100,
  format: 'event-pattern',
  description: 'An event type, or a pattern such as contract.* or *.',
  example: 'contract.signed',
});
const channel = oneOf(Channel);
const channelConfig = json({
  description: 'webhook: { url, headers }; email: { toEmails, fromEmail }; console: {} or { level, format, prefix }.',
});
const deckId = uuid({ description: 'Limits the subscription to one deck; null hears all.' });
const isActive = flag();

@InputObject('A new notification subscription.')
export class CreateSubscriptionInput {
  @Input(name)
  name!: string;

  @Input(eventType)
  eventType!: string;

  @Input(channel)
  channel!: Channel;

  @Input(channelConfig)
  channelConfig!: Record<string, unknown>;

  @Input(deckId, { presence: 'optional' })
  deckId?: string | null;

  @Input(isActive, { default: true })
  isActive!: boolean;
}

@InputObject('Changes to a notification subscription. What is absent stays as it is; a null deckId hears all decks.')
export class UpdateSubscriptionInput {
  @Input(name, { presence: 'kept' })
  name?: string;

  @Input(eventType, { presence: 'kept' })
  eventType?: string;

  @Input(channel, { presence: 'kept' })
  channel?: Channel;

  @Input(channelConfig, { presence: 'kept' })
  channelConfig?: Record<string, unknown>;

  @Input(deckId, { presence: 'optional' })
  deckId?: string | null;

  @Input(isActive, { presence: 'kept' })
  isActive?: boolean;
}
