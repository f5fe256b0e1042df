import { Input, InputObject } from '../../platform/input/input.ts';
import { flag, integer, json, oneOf, type Rule, text, uuid } from '../../platform/input/rules.ts';
import { anyChannelConfig, configByChannel, knownSettings } from './channel-config.ts';
import { ChannelKind } from './subscription.entity.ts';
import { type Filter, filter } from './subscription.filter.ts';

const name = text({
  max: 200,
  description: 'Name for people; it need not be unique.',
  examples: ['Signed contracts to the office'],
});
/** Input rule of an event type or pattern. */
export const eventType = text({
  max: 100,
  format: 'event-pattern',
  description: 'Event type (case-sensitive), or a pattern such as contract.* or *.',
  examples: ['contract.signed'],
});
const channel = oneOf(ChannelKind, { description: 'How events are delivered.' });
const channelConfig = json({
  description:
    'Settings of the channel. webhook: { url, headers }; email: { toEmails, fromEmail }; console: {} or { level, format, prefix }. headers and fromEmail may be null.',
  details: anyChannelConfig,
  knownKeys: ({ channel: given }) => knownSettings(given),
});
const deckId = uuid({ description: 'Only events of this deck; null for all events.' });
const isActive = flag({ description: 'Whether events are delivered.' });

const signingSecret: Rule = {
  ...text({ max: 100, description: 'whsec_ followed by 24 to 64 bytes in base64. Default: a random secret.' }),
  check: (secret: string, pointer: string) =>
    isSigningSecret(secret)
      ? []
      : [{ pointer, code: 'format', detail: 'secret must be whsec_ followed by 24 to 64 bytes in base64.' }],
};
const overlapSeconds = integer({
  min: 0,
  max: 31_536_000,
  description: 'Seconds for which the old secret also signs. Default: SECRET_OVERLAP_SECONDS.',
});

/** Body of `POST .../subscriptions` and input of `createSubscription`. */
@InputObject('A new notification subscription.', configByChannel)
export class CreateSubscriptionInput {
  @Input(name)
  name!: string;

  @Input(eventType)
  eventType!: string;

  @Input(channel)
  channel!: ChannelKind;

  @Input(channelConfig)
  channelConfig!: Record<string, unknown>;

  @Input(deckId, { presence: 'optional' })
  deckId?: string | null;

  @Input(isActive, { default: true })
  isActive!: boolean;

  @Input(filter, { presence: 'optional' })
  filter?: Filter | null;
}

/** Body of `PUT .../subscriptions/{id}` and input of `updateSubscription`. */
@InputObject(
  'Changes to a notification subscription. An absent field stays unchanged. A null deckId selects all decks, a null filter all events; any other null changes nothing.',
)
export class UpdateSubscriptionInput {
  @Input(name, { presence: 'kept' })
  name?: string;

  @Input(eventType, { presence: 'kept' })
  eventType?: string;

  @Input(channel, { presence: 'kept' })
  channel?: ChannelKind;

  @Input(channelConfig, { presence: 'kept' })
  channelConfig?: Record<string, unknown>;

  @Input(deckId, { presence: 'optional' })
  deckId?: string | null;

  @Input(isActive, { presence: 'kept' })
  isActive?: boolean;

  @Input(filter, { presence: 'optional' })
  filter?: Filter | null;
}

/** Body of `POST .../secret/rotate` and input of `rotateSubscriptionSecret`. */
@InputObject('The new secret of a notification subscription, and the overlap with the old one.')
export class RotateSecretInput {
  @Input(signingSecret, { presence: 'optional' })
  secret?: string | null;

  @Input(overlapSeconds, { presence: 'optional' })
  overlapSeconds?: number | null;
}

/** Accepts canonical base64 only, because receivers' libraries differ in what else they accept. */
function isSigningSecret(secret: string): boolean {
  const [, base64 = ''] = /^whsec_(.+)$/.exec(secret) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64;
}
