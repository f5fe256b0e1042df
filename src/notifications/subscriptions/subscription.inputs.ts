import { Input, InputObject } from '../../platform/input/input.ts';
import { flag, integer, json, oneOf, type Rule, text, uuid } from '../../platform/input/rules.ts';
import { anyChannelConfig, configByChannel, knownSettings } from './channel-config.ts';
import { ChannelKind } from './subscription.entity.ts';
import { type Filter, filter } from './subscription.filter.ts';

const name = text({ max: 200, examples: ['Signed contracts to the office'] });
export const eventType = text({
  max: 100,
  format: 'event-pattern',
  description: 'An event type, to the letter, or a pattern such as contract.* or *.',
  examples: ['contract.signed'],
});
const channel = oneOf(ChannelKind);
const channelConfig = json({
  description:
    'webhook: { url, headers }; email: { toEmails, fromEmail }; console: {} or { level, format, prefix }. headers and fromEmail may be null.',
  details: anyChannelConfig,
  knownKeys: ({ channel: given }) => knownSettings(given),
});
const deckId = uuid({ description: 'Limits the subscription to one deck; null hears all.' });
const isActive = flag();

const signingSecret: Rule = {
  ...text({ max: 100, description: 'whsec_ followed by 24 to 64 bytes in base64; made here unless given.' }),
  check: (secret: string, pointer: string) =>
    isSigningSecret(secret)
      ? []
      : [{ pointer, code: 'format', detail: 'secret must be whsec_ followed by 24 to 64 bytes in base64.' }],
};
const overlapSeconds = integer({
  min: 0,
  max: 31_536_000,
  description: 'How long the old secret signs as well; SECRET_OVERLAP_SECONDS unless given.',
});

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

@InputObject(
  'Changes to a notification subscription. What is absent stays as it is; a null deckId hears all decks, a null filter all events, any other null leaves the field as it is.',
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

@InputObject('What replaces the secret of a notification subscription, and how long the old one signs as well.')
export class RotateSecretInput {
  @Input(signingSecret, { presence: 'optional' })
  secret?: string | null;

  @Input(overlapSeconds, { presence: 'optional' })
  overlapSeconds?: number | null;
}

/** Only the one way to write the bytes is taken: receivers' libraries differ in what else they forgive. */
function isSigningSecret(secret: string): boolean {
  const [, base64 = ''] = /^whsec_(.+)$/.exec(secret) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  return bytes.toString('base64') === base64 && bytes.length >= 24 && bytes.length <= 64;
}
