import type { SchemaObject } from 'ajv';
import { registerEnumType } from 'type-graphql';
import { componentRef, orNull } from '../../kit/input/index.ts';
import { headerMask } from './masked-headers.ts';

/** Ways to deliver. `Channel` in `channels/channel.ts` is the code that sends. */
export const ChannelKind = { WEBHOOK: 'webhook', EMAIL: 'email', CONSOLE: 'console' } as const;
/** A value of `ChannelKind`, as stored. */
export type ChannelKind = (typeof ChannelKind)[keyof typeof ChannelKind];
registerEnumType(ChannelKind, {
  name: 'Channel',
  description: 'A way to deliver events.',
  valuesConfig: {
    WEBHOOK: { description: 'HTTP POST with a Standard Webhooks signature.' },
    EMAIL: { description: 'Mail to up to 50 addresses.' },
    CONSOLE: { description: 'A line on the standard output of the process.' },
  },
});

const email = { type: 'string', maxLength: 254, format: 'idn-email' };

/** JSON Schema of `channelConfig` for each channel. The channel checks with it, and OpenAPI contains it. */
export const channelConfigs: Readonly<Record<ChannelKind, SchemaObject>> = {
  webhook: {
    type: 'object',
    required: ['url'],
    properties: {
      url: { type: 'string', maxLength: 2_048, format: 'http-url' },
      headers: {
        description: `Sent with each request, in addition to the signature headers. Values are shown as ${headerMask} without the scope secrets:read; that text keeps the stored value when it is sent back for the same host.`,
        ...orNull({
          type: 'object',
          maxProperties: 20,
          additionalProperties: { type: 'string', maxLength: 4_096 },
        }),
      },
    },
  },
  email: {
    type: 'object',
    required: ['toEmails'],
    properties: {
      toEmails: { type: 'array', minItems: 1, maxItems: 50, items: email },
      fromEmail: {
        description: 'Sender address: that of MAIL_FROM, which is the default, or one that EMAIL_SENDERS allows.',
        ...orNull(email),
      },
    },
  },
  console: {
    type: 'object',
    properties: {
      level: orNull({ type: 'string', enum: ['debug', 'info', 'warn', 'error'] }),
      format: orNull({ type: 'string', enum: ['json', 'pretty'] }),
      prefix: orNull({ type: 'string', maxLength: 100 }),
    },
  },
};

/** Optional settings of each channel: responses have null for those that are not set. */
const optionalSettings: Readonly<Record<ChannelKind, readonly string[]>> = {
  webhook: ['headers'],
  email: ['fromEmail'],
  console: [],
};

/** JSON Schema of `channelConfig` in responses. */
export const shownConfigs: Readonly<Record<ChannelKind, SchemaObject>> = {
  webhook: { ...channelConfigs.webhook, required: ['url', ...optionalSettings.webhook] },
  email: { ...channelConfigs.email, required: ['toEmails', ...optionalSettings.email] },
  console: channelConfigs.console,
};

/** Adds null for optional settings that are missing, as responses show them. */
export function wholeConfig(channel: ChannelKind, config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const missing = optionalSettings[channel].filter((name) => !Object.hasOwn(config, name));
  return { ...config, ...Object.fromEntries(missing.map((name) => [name, null])) };
}

/** Name of the input schema of a channel in the OpenAPI document. */
export function configName(channel: ChannelKind): string {
  return `${channel.charAt(0).toUpperCase()}${channel.slice(1)}Config`;
}

/** Name of the response schema of a channel, which is the input schema where they do not differ. */
export function shownConfigName(channel: ChannelKind): string {
  return optionalSettings[channel].length === 0 ? configName(channel) : `Shown${configName(channel)}`;
}

const channels = Object.values(ChannelKind);

/** Names of the settings of a channel; undefined without a known channel, as in an update without `channel`. */
export function knownSettings(channel: unknown): readonly string[] | undefined {
  const known = channels.find((it) => it === channel);
  return known && Object.keys(channelConfigs[known]['properties'] as object);
}

/** The names of the settings of every channel, for the documentation of `channelConfig`. */
export const settingsByChannel = channels
  .map((channel) => `${channel}: { ${knownSettings(channel)?.join(', ')} }`)
  .join('; ');

/** Settings that may be null. */
export const nullableSettings = channels.flatMap((channel) => optionalSettings[channel]).join(' and ');

/** JSON Schema for the settings of any channel, by reference. */
export const anyChannelConfig: SchemaObject = { anyOf: channels.map((channel) => componentRef(configName(channel))) };

/** JSON Schema that ties `channelConfig` to `channel` in an object that has both. */
function byChannel(nameOf: (channel: ChannelKind) => string): SchemaObject {
  return {
    oneOf: channels.map((channel) => ({
      type: 'object',
      properties: { channel: { type: 'string', const: channel }, channelConfig: componentRef(nameOf(channel)) },
      required: ['channel', 'channelConfig'],
    })),
  };
}

/** For inputs. */
export const configByChannel = byChannel(configName);
/** For responses. */
export const shownConfigByChannel = byChannel(shownConfigName);
