import { attribute, attributes, json as jsonView, type NamedSchema } from '../../kit/data/index.ts';
import { flag, json, oneOf, text, uuid } from '../../kit/input/index.ts';
import {
  anyChannelConfig,
  ChannelKind,
  configName,
  configSchema,
  knownSettings,
  nullableSettings,
  settingsByChannel,
  shownConfigName,
  shownConfigSchema,
} from './channel-config.ts';
import { ChannelConfig } from './channel-config.types.ts';

/** Input rule of an event type or pattern. */
export const eventTypeRule = text({
  max: 100,
  format: 'event-pattern',
  description: 'Event type (case-sensitive), or a pattern such as contract.* or *.',
  examples: ['contract.signed'],
});

const configSchemas: readonly NamedSchema[] = Object.values(ChannelKind).flatMap((channel) => [
  { name: configName(channel), schema: configSchema(channel), parts: [] },
  { name: shownConfigName(channel), schema: shownConfigSchema(channel), parts: [] },
]);

/** Everything that a client sets of a subscription, but its filter, which has rules of its own. */
export const subscriptionAttributes = attributes({
  name: attribute(
    text({
      max: 200,
      description: 'Name for people; it need not be unique.',
      examples: ['Signed contracts to the office'],
    }),
  ),
  eventType: attribute(eventTypeRule),
  channel: attribute(oneOf(ChannelKind, { description: 'How events are delivered.' })),
  channelConfig: attribute(
    json({
      description: `Settings of the channel. ${settingsByChannel}. ${nullableSettings} may be null.`,
      details: anyChannelConfig,
      knownKeys: ({ channel: given }) => knownSettings(given),
    }),
    { output: { graphql: () => ChannelConfig, view: { ...jsonView, parts: configSchemas } } },
  ),
  deckId: attribute(uuid({ description: 'Only events of this deck; null for all events.' }), { nullable: true }),
  isActive: attribute(flag({ description: 'Whether events are delivered.' }), { default: true }),
});
