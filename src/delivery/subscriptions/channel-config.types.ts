import { createUnionType, ObjectType } from 'type-graphql';
import { isJsonObject, listOf } from '../../kit/core/index.ts';
import { answerOf, attributes, shown, shownOrNull, shownTypedOrNull } from '../../kit/data/index.ts';
import { type ChannelKind, configName } from './channel-config.ts';

@ObjectType({ simpleResolvers: true, description: 'A header that is sent with each request to a webhook.' })
class WebhookHeader extends answerOf(
  attributes({
    name: shown(String, 'Its name.'),
    value: shown(String, 'Its value, or ******** without the scope secrets:read.'),
  }),
) {}

@ObjectType({ simpleResolvers: true, description: 'The settings of a webhook.' })
class WebhookConfig extends answerOf(
  attributes({
    url: shown(String, 'Where events are sent.'),
    headers: shownTypedOrNull(
      [WebhookHeader],
      'Sent with each request, in addition to the signature headers, in the order of their names; null without any.',
      listOf(3),
    ),
    format: shownOrNull(String, 'deckcast or cloudevents; null for deckcast.'),
  }),
) {}

@ObjectType({
  simpleResolvers: true,
  description: 'Texts of mails in place of those of the product, with placeholders.',
})
class EmailTemplate extends answerOf(
  attributes({
    subject: shownOrNull(String, 'The subject; null for that of the product.'),
    body: shownOrNull(String, 'The text; null for that of the product.'),
  }),
) {}

@ObjectType({ simpleResolvers: true, description: 'The settings of mails.' })
class EmailConfig extends answerOf(
  attributes({
    toEmails: shown([String], 'The addresses.'),
    fromEmail: shownOrNull(String, 'The sender; null for that of MAIL_FROM.'),
    template: shownTypedOrNull(EmailTemplate, 'Its own texts; null for those of the product.'),
  }),
) {}

@ObjectType({ simpleResolvers: true, description: 'The settings of lines on the standard output.' })
class ConsoleConfig extends answerOf(
  attributes({
    level: shownOrNull(String, 'debug, info, warn or error; null for the default.'),
    format: shownOrNull(String, 'json or pretty; null for the default.'),
    prefix: shownOrNull(String, 'What each line begins with; null without one.'),
  }),
) {}

/** GraphQL type of `channelConfig`: each channel has settings of its own. */
export const ChannelConfig = createUnionType({
  name: 'ChannelConfig',
  description: 'The settings of a channel.',
  types: () => [WebhookConfig, EmailConfig, ConsoleConfig] as const,
  resolveType: (config: object) => (config as ShownConfig).__typename,
});

/** Settings as GraphQL shows them. */
export interface ShownConfig {
  readonly __typename: string;
}

/** @param config the settings as REST shows them */
export function shownConfig(
  channel: ChannelKind,
  { headers, ...config }: Readonly<Record<string, unknown>>,
): ShownConfig {
  const list = isJsonObject(headers)
    ? Object.entries(headers)
        .map(([name, value]) => ({ name, value }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    : null;
  return Object.assign({ __typename: configName(channel) }, config, { headers: list });
}
