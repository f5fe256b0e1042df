import type { Channel } from '../api/schema.graphql.ts';
import type { OneSubscriptionQuery } from './subscriptions.graphql.ts';

/** The channels, as people say them. */
export const channelNames: Readonly<Record<Channel, string>> = {
  WEBHOOK: 'Webhook',
  EMAIL: 'E-mail',
  CONSOLE: 'Log',
};

export const channels: readonly Channel[] = ['WEBHOOK', 'EMAIL', 'CONSOLE'];

/** What the form holds of the settings of all channels, as texts: a change of the channel loses nothing. */
export interface ChannelDraft {
  readonly url: string;
  readonly format: string;
  readonly headers: readonly HeaderDraft[];
  readonly toEmails: string;
  readonly fromEmail: string;
  readonly subject: string;
  readonly body: string;
  readonly level: string;
  readonly lineFormat: string;
  readonly prefix: string;
}

interface HeaderDraft {
  readonly name: string;
  readonly value: string;
}

export const emptyChannel: ChannelDraft = {
  url: '',
  format: '',
  headers: [],
  toEmails: '',
  fromEmail: '',
  subject: '',
  body: '',
  level: '',
  lineFormat: '',
  prefix: '',
};

type Config = NonNullable<OneSubscriptionQuery['subscription']>['channelConfig'];

export function channelDraftOf(config: Config): ChannelDraft {
  switch (config.__typename) {
    case 'WebhookConfig':
      return {
        ...emptyChannel,
        url: config.url,
        format: config.webhookFormat ?? '',
        headers: (config.headers ?? []).map(({ name, value }) => ({ name, value })),
      };
    case 'EmailConfig':
      return {
        ...emptyChannel,
        toEmails: config.toEmails.join('\n'),
        fromEmail: config.fromEmail ?? '',
        subject: config.template?.subject ?? '',
        body: config.template?.body ?? '',
      };
    case 'ConsoleConfig':
      return {
        ...emptyChannel,
        level: config.level ?? '',
        lineFormat: config.lineFormat ?? '',
        prefix: config.prefix ?? '',
      };
  }
}

/** The settings of one channel as the API takes them; what is empty is the default. */
export function channelConfigOf(channel: Channel, draft: ChannelDraft): Record<string, unknown> {
  const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
  switch (channel) {
    case 'WEBHOOK': {
      const headers = draft.headers.filter(({ name }) => name.trim() !== '');
      return {
        url: draft.url.trim(),
        format: orNull(draft.format),
        headers:
          headers.length === 0 ? null : Object.fromEntries(headers.map(({ name, value }) => [name.trim(), value])),
      };
    }
    case 'EMAIL':
      return {
        toEmails: draft.toEmails.split(/[\s,;]+/).filter((address) => address !== ''),
        fromEmail: orNull(draft.fromEmail),
        template: templateOf(orNull(draft.subject), orNull(draft.body)),
      };
    case 'CONSOLE':
      return { level: orNull(draft.level), format: orNull(draft.lineFormat), prefix: orNull(draft.prefix) };
  }
}

/** Only what is set: the rest is that of the product. */
function templateOf(subject: string | null, body: string | null): object | null {
  if (subject === null && body === null) return null;
  return { ...(subject === null ? {} : { subject }), ...(body === null ? {} : { body }) };
}
