import type { SchemaObject } from 'ajv';
import { registerEnumType } from 'type-graphql';
import { componentName } from '../../kit/core/index.ts';
import { componentRef, orNull } from '../../kit/input/index.ts';
import { headerMask } from './masked-headers.ts';

const email = { type: 'string', maxLength: 254, format: 'idn-email' };

/** What subscriptions know of one way to deliver. `Channel` in `channels/channel.ts` is the code that sends. */
interface ChannelDeclaration {
  readonly description: string;
  /** The settings that a subscription must have. */
  readonly required: readonly string[];
  /** Settings for which responses have null when they are not set. */
  readonly optional: readonly string[];
  /** JSON Schema of each setting. */
  readonly settings: Readonly<Record<string, SchemaObject>>;
}

/** Every channel by its name, as stored. In upper case the name is the value of the GraphQL enum. */
const declarations = {
  webhook: {
    description: 'HTTP POST with a Standard Webhooks signature.',
    required: ['url'],
    optional: ['headers', 'format'],
    settings: {
      url: { type: 'string', maxLength: 2_048, format: 'http-url' },
      headers: {
        description: `Sent with each request, in addition to the signature headers. Values are shown as ${headerMask} without the scope secrets:read; that text keeps the stored value when it is sent back for the same host.`,
        ...orNull({
          type: 'object',
          maxProperties: 20,
          additionalProperties: { type: 'string', maxLength: 4_096 },
        }),
      },
      format: {
        description:
          'deckcast, the default, sends `{ id, type, timestamp, deckId, data }`. cloudevents sends the data alone, and the rest as headers: the binary mode of CloudEvents 1.0 over HTTP.',
        ...orNull({ type: 'string', enum: ['deckcast', 'cloudevents'] }),
      },
    },
  },
  email: {
    description: 'Mail to up to 50 addresses, which do not see each other.',
    required: ['toEmails'],
    optional: ['fromEmail', 'template'],
    settings: {
      toEmails: { type: 'array', minItems: 1, maxItems: 50, items: email },
      fromEmail: {
        description: 'Sender address: that of MAIL_FROM, which is the default, or one that EMAIL_SENDERS allows.',
        ...orNull(email),
      },
      template: {
        description:
          'Texts in place of those of the product, with placeholders such as {{ homeowner.full_name }} and {{ data.total }}; null, as a whole or as one of them, for those of the product.',
        ...orNull({
          type: 'object',
          properties: {
            subject: { description: 'One line.', ...orNull({ type: 'string', minLength: 1, maxLength: 200 }) },
            body: {
              description: 'Plain text; a blank line ends a paragraph.',
              ...orNull({ type: 'string', minLength: 1, maxLength: 10_000 }),
            },
          },
        }),
      },
    },
  },
  console: {
    description: 'A line on the standard output of the process.',
    required: [],
    optional: [],
    settings: {
      level: orNull({ type: 'string', enum: ['debug', 'info', 'warn', 'error'] }),
      format: orNull({ type: 'string', enum: ['json', 'pretty'] }),
      prefix: orNull({ type: 'string', maxLength: 100 }),
    },
  },
} satisfies Record<string, ChannelDeclaration>;

/** The name of a channel, as stored. */
export type ChannelKind = keyof typeof declarations;

function isChannel(name: unknown): name is ChannelKind {
  return typeof name === 'string' && Object.hasOwn(declarations, name);
}

const channels = Object.keys(declarations).filter(isChannel);

export const ChannelKind: Readonly<Record<string, ChannelKind>> = Object.fromEntries(
  channels.map((channel) => [channel.toUpperCase(), channel]),
);
registerEnumType(ChannelKind, {
  name: 'Channel',
  description: 'A way to deliver events.',
  valuesConfig: Object.fromEntries(
    channels.map((channel) => [channel.toUpperCase(), { description: declarations[channel].description }]),
  ),
});

/** JSON Schema of `channelConfig`. The channel checks with it, and OpenAPI contains it. */
export function configSchema(channel: ChannelKind): SchemaObject {
  const { required, settings } = declarations[channel];
  return { type: 'object', ...(required.length === 0 ? {} : { required }), properties: settings };
}

/** Its JSON Schema in responses. */
export function shownConfigSchema(channel: ChannelKind): SchemaObject {
  const { required, optional } = declarations[channel];
  const shown = [...required, ...optional];
  return { ...configSchema(channel), ...(shown.length === 0 ? {} : { required: shown }) };
}

/** Adds null for optional settings that are missing, as responses show them. */
export function wholeConfig(channel: ChannelKind, config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const missing = declarations[channel].optional.filter((name) => !Object.hasOwn(config, name));
  return { ...config, ...Object.fromEntries(missing.map((name) => [name, null])) };
}

/** Name of the input schema of a channel in the OpenAPI document. */
export function configName(channel: ChannelKind): string {
  return `${componentName(channel)}Config`;
}

/** Name of the response schema of a channel, which is the input schema where they do not differ. */
export function shownConfigName(channel: ChannelKind): string {
  return declarations[channel].optional.length === 0 ? configName(channel) : `Shown${configName(channel)}`;
}

/** Names of the settings of a channel; undefined without a known channel, as in an update without `channel`. */
export function knownSettings(channel: unknown): readonly string[] | undefined {
  return isChannel(channel) ? Object.keys(declarations[channel].settings) : undefined;
}

/** The names of the settings of every channel, for the documentation of `channelConfig`. */
export const settingsByChannel = channels
  .map((channel) => `${channel}: { ${knownSettings(channel)?.join(', ')} }`)
  .join('; ');

/** Settings that may be null. */
export const nullableSettings = new Intl.ListFormat('en-GB').format(
  channels.flatMap((channel) => declarations[channel].optional),
);

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
