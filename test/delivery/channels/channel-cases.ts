import type { Channel } from '../../../src/delivery/channels/channel.ts';
import { EmailChannel } from '../../../src/delivery/channels/email.channel.ts';
import { noFacts } from '../../../src/delivery/mails/mail-facts.ts';
import { MailWriter } from '../../../src/delivery/mails/mail-writer.ts';
import { WebhookChannel } from '../../../src/delivery/channels/webhook.channel.ts';
import { createLogger } from '../../../src/kit/core/logging.ts';
import { MailServer } from '../../helpers/mail-server.ts';
import type { TestApp } from '../../helpers/test-app.ts';
import { WebhookReceiver } from '../../helpers/webhook-receiver.ts';

/** What the channel contract has to know of a channel: settings that reach a named inbox, and what lies in it. */
export interface ChannelCase {
  readonly channel: string;
  readonly config: (inbox: string) => Record<string, unknown>;
  /** The payloads that an inbox has received. */
  readonly received: (inbox: string) => unknown[];
  /** Settings that are not its own, with the pointers of their faults. */
  readonly refused: readonly (readonly [config: Record<string, unknown>, pointers: string[]])[];
  /** For a channel that connects: one by itself, and settings that make it connect to a port. */
  readonly connecting?: (port: number) => { channel: Channel; config: Record<string, unknown> };
}

export const receiver = new WebhookReceiver();
export const mailServer = new MailServer();

/** Every channel of the registry; a new one joins with its line here. */
export const channelCases = (app: TestApp): ChannelCase[] => [webhook, email, consoleLines(app)];

const webhook: ChannelCase = {
  channel: 'webhook',
  config: (inbox) => ({ url: `${receiver.url}/${inbox}` }),
  received: (inbox) => receiver.at(`/${inbox}`).map(({ body }) => JSON.parse(body) as unknown),
  refused: [
    [{}, ['/channelConfig/url']],
    [{ url: 5 }, ['/channelConfig/url']],
    [{ url: '/relative' }, ['/channelConfig/url']],
    [{ url: 'ftp://example.com/' }, ['/channelConfig/url']],
    [{ url: 'https://user:word@example.com/' }, ['/channelConfig/url']],
    [{ url: 'https://example.com/a\r\nb' }, ['/channelConfig/url']],
    [{ url: 'https://exam\tple.com/' }, ['/channelConfig/url']],
    [{ url: ' https://example.com/' }, ['/channelConfig/url']],
    [{ url: 'https://example.com/', headers: [] }, ['/channelConfig/headers']],
    [{ url: 'https://example.com/', headers: { 'x-a': 1 } }, ['/channelConfig/headers/x-a']],
    [{ url: 'https://example.com/', headers: { 'x-a': 'a\r\nb: c' } }, ['/channelConfig/headers/x-a']],
    [{ url: 'https://example.com/', headers: { 'x a': 'b' } }, ['/channelConfig/headers/x a']],
    [
      { url: 'https://example.com/', headers: { Host: 'a', 'Webhook-Id': 'b' } },
      ['/channelConfig/headers/Host', '/channelConfig/headers/Webhook-Id'],
    ],
    [{ toEmails: ['ann@example.com'] }, ['/channelConfig/url']],
    [{ url: 'https://example.com/', format: 'xml' }, ['/channelConfig/format']],
    [
      { url: 'https://example.com/', format: 'cloudevents', headers: { 'CE-Id': 'a' } },
      ['/channelConfig/headers/CE-Id'],
    ],
  ],
  connecting: (port) => ({
    channel: new WebhookChannel(
      {
        allowsLoopback: () => true,
        refresh: async () => undefined,
        isOwnReceiver: () => false,
        allowNetworks: [],
        allowHttp: false,
      },
      { source: '/api/events', schemaUrlOf: () => null },
    ),
    config: { url: `http://127.0.0.1:${port}` },
  }),
};

const email: ChannelCase = {
  channel: 'email',
  config: (inbox) => ({ toEmails: [`${inbox}@example.com`] }),
  received: (inbox) =>
    mailServer.received.filter(({ to }) => to.includes(`${inbox}@example.com`)).map(({ mail }) => payloadIn(mail.text)),
  refused: [
    [{}, ['/channelConfig/toEmails']],
    [{ toEmails: 'ann@example.com' }, ['/channelConfig/toEmails']],
    [{ toEmails: [] }, ['/channelConfig/toEmails']],
    [{ toEmails: ['ann@example.com', 'nobody'] }, ['/channelConfig/toEmails/1']],
    [{ toEmails: ['ann@example.com\r\nBcc: eve@example.com'] }, ['/channelConfig/toEmails/0']],
    [{ toEmails: ['ann@example.com, eve@example.com'] }, ['/channelConfig/toEmails/0']],
    [{ toEmails: ['Ann <ann@example.com>'] }, ['/channelConfig/toEmails/0']],
    [{ toEmails: ['ann@example.com'], fromEmail: 'Deckcast' }, ['/channelConfig/fromEmail']],
    [{ toEmails: ['ann@example.com'], template: 'Sold' }, ['/channelConfig/template']],
    [{ toEmails: ['ann@example.com'], template: { body: '' } }, ['/channelConfig/template/body']],
    [{ url: 'https://example.com/' }, ['/channelConfig/toEmails']],
  ],
  connecting: (port) => ({
    channel: new EmailChannel({
      smtpUrl: `smtp://127.0.0.1:${port}`,
      from: 'deckcast@example.com',
      senders: [],
      outbox: 'unused',
      log: createLogger('silent'),
      writer: new MailWriter({ eventTypes: [], timeZone: 'UTC', publicUrl: null }),
      findFacts: async () => noFacts,
    }),
    config: { toEmails: ['ann@example.com'] },
  }),
};

const consoleLines = (app: TestApp): ChannelCase => ({
  channel: 'console',
  config: (inbox) => ({ prefix: inbox }),
  received: (inbox) =>
    app.console
      .map((line) => JSON.parse(line) as { prefix?: string; event: unknown })
      .filter(({ prefix }) => prefix === inbox)
      .map(({ event }) => event),
  refused: [
    [{ level: 'loud' }, ['/channelConfig/level']],
    [{ format: 'xml', prefix: 1 }, ['/channelConfig/format', '/channelConfig/prefix']],
  ],
});

/** A mail says in words what the others send as JSON. */
function payloadIn(text = ''): unknown {
  const [head = '', ...data] = text.slice(text.search(/^Event: {3}/m)).split('\n\n');
  const said = Object.fromEntries(head.split('\n').map((line) => line.split(/: +/, 2))) as Record<string, string>;
  return {
    id: said['Id'],
    type: said['Event'],
    timestamp: said['Time'],
    deckId: said['Deck'] ?? null,
    data: JSON.parse(data.join('\n\n')) as unknown,
  };
}
