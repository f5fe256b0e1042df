import type { SchemaObject } from 'ajv';
import { componentRef } from '../../platform/input/rules.ts';
import { ChannelKind } from './subscription.entity.ts';

const orNull = (schema: SchemaObject): SchemaObject => ({ anyOf: [schema, { type: 'null' }] });
const email = { type: 'string', maxLength: 254, format: 'idn-email' };

/** What `channelConfig` holds for each channel: the channel checks it, and OpenAPI prints it. */
export const channelConfigs: Readonly<Record<ChannelKind, SchemaObject>> = {
  webhook: {
    type: 'object',
    required: ['url'],
    properties: {
      url: { type: 'string', maxLength: 2_048, format: 'http-url' },
      headers: {
        description: 'Sent with each request, beside those of the signature.',
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
      fromEmail: { description: 'MAIL_FROM unless given.', ...orNull(email) },
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

/** The settings that a channel does not need: answered as null unless set. */
const optionalSettings: Readonly<Record<ChannelKind, readonly string[]>> = {
  webhook: ['headers'],
  email: ['fromEmail'],
  console: [],
};

/** What is answered of them. */
export const shownConfigs: Readonly<Record<ChannelKind, SchemaObject>> = {
  webhook: { ...channelConfigs.webhook, required: ['url', ...optionalSettings.webhook] },
  email: { ...channelConfigs.email, required: ['toEmails', ...optionalSettings.email] },
  console: channelConfigs.console,
};

/** Settings in the one shape that clients see, of a row from before there was one as well. */
export function wholeConfig(channel: ChannelKind, config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const missing = optionalSettings[channel].filter((name) => !Object.hasOwn(config, name));
  return { ...config, ...Object.fromEntries(missing.map((name) => [name, null])) };
}

/** The settings of a channel by their name in the OpenAPI document. */
export function configName(channel: ChannelKind): string {
  return `${channel.charAt(0).toUpperCase()}${channel.slice(1)}Config`;
}

/** What is answered of them, where that says more. */
export function shownConfigName(channel: ChannelKind): string {
  return optionalSettings[channel].length === 0 ? configName(channel) : `Shown${configName(channel)}`;
}

const channels = Object.values(ChannelKind);

/** The settings that a channel reads; undefined without one, as in a change that is for the stored channel. */
export function knownSettings(channel: unknown): readonly string[] | undefined {
  const known = channels.find((it) => it === channel);
  return known && Object.keys(channelConfigs[known]['properties'] as object);
}

export const anyChannelConfig: SchemaObject = { anyOf: channels.map((channel) => componentRef(configName(channel))) };

/** Tells which settings go with which channel, for whatever has both. */
function byChannel(nameOf: (channel: ChannelKind) => string): SchemaObject {
  return {
    oneOf: channels.map((channel) => ({
      type: 'object',
      properties: { channel: { type: 'string', const: channel }, channelConfig: componentRef(nameOf(channel)) },
      required: ['channel', 'channelConfig'],
    })),
  };
}

export const configByChannel = byChannel(configName);
export const shownConfigByChannel = byChannel(shownConfigName);
