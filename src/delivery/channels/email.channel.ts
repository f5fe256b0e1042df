import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import type { Address } from 'nodemailer/lib/mailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import type { Logger } from 'pino';
import type { Fault } from '../../kit/core/index.ts';
import { schemaCheck } from '../../kit/input/index.ts';
import { configSchema } from '../subscriptions/channel-config.ts';
import { AttemptPhase } from '../deliveries/delivery.entity.ts';
import type { FindMailFacts } from '../mails/mail-facts.ts';
import type { EmailTemplate } from '../mails/mail-template.ts';
import type { MailWriter } from '../mails/mail-writer.ts';
import type { AttemptLimits, AttemptResult, Channel, Message } from './channel.ts';
import { judgeConversation, type MailProgress, unsettled } from './mail-outcome.ts';
import { MailSenders, refusedSender } from './mail-senders.ts';
import { secretSpellings } from './secret-spellings.ts';
import { converse, type Conversation, type Mail } from './smtp-conversation.ts';

interface EmailConfig {
  toEmails: string[];
  fromEmail?: string | null;
  template?: EmailTemplate | null;
}

const shapeFaults = schemaCheck(configSchema('email'));

/** Settings from the configuration. */
export interface EmailOptions {
  /** SMTP_URL; null writes mails to `outbox`. */
  readonly smtpUrl: string | null;
  /** Sender unless the subscription sets `fromEmail`. */
  readonly from: string;
  /** Further senders that a subscription may name, as `parseMailboxes` returns them. */
  readonly senders: readonly string[];
  /** Folder for `.eml` files while no SMTP server is configured. */
  readonly outbox: string;
  readonly log: Logger;
  readonly writer: MailWriter;
  readonly findFacts: FindMailFacts;
}

/** Most bytes that are read of one reply of the server. */
const maxReplyBytes = 16_384;

const composer = createTransport({ streamTransport: true, buffer: true });

/**
 * Sends the event as a mail to all addresses of a subscription. Each address has its own result: 5xx is final, 4xx and
 * silence are retried for that address alone. The envelope names those that do not have the mail yet.
 */
export class EmailChannel implements Channel {
  readonly kind = 'email';
  /** SMTP_URL as nodemailer reads it. */
  readonly #server: SMTPTransport | null;
  readonly #secrets: readonly string[];
  readonly #senders: MailSenders;

  constructor(private readonly options: EmailOptions) {
    const { smtpUrl, senders, from } = options;
    this.#senders = new MailSenders(senders, from, smtpUrl !== null);
    this.#server = smtpUrl === null ? null : new SMTPTransport({ url: smtpUrl, maxResponseSize: maxReplyBytes });
    const { user = '', pass = '' } = this.#server?.options.auth ?? {};
    // AUTH PLAIN sends user and password as one text, which a server may repeat in its reply.
    this.#secrets = secretSpellings(pass === '' ? [] : [pass, `\0${user}\0${pass}`]);
  }

  configFaults(config: Readonly<Record<string, unknown>>, pointer: string, eventType: string): readonly Fault[] {
    const faults = shapeFaults(config, pointer);
    if (faults.length > 0) return faults;
    const { template, ...sender } = config as unknown as EmailConfig;
    return [
      ...(this.#allows(sender)
        ? []
        : [{ pointer: `${pointer}/fromEmail`, code: 'unsafe' as const, detail: refusedSender }]),
      ...this.options.writer.templateFaults(template ?? {}, eventType, `${pointer}/template`),
    ];
  }

  async send(message: Message, limits: AttemptLimits): Promise<AttemptResult> {
    const config = message.subscription.channelConfig as unknown as EmailConfig;
    if (!this.#allows(config)) return notAttempted;
    const addresses = [...new Set(config.toEmails)];
    if (this.#server === null) return this.#keep((await this.#compose(message, config)).content, message.deliveryId);
    const before = readProgress(message);
    const to = unsettled(addresses, before);
    const conversation =
      to.length === 0
        ? nothingToSay
        : await converse(this.#server, { ...(await this.#compose(message, config)), to }, limits);
    return judgeConversation(addresses, before, conversation, this.#secrets);
  }

  recipientsOf(message: Pick<Message, 'subscription' | 'progress' | 'startsRound'>): number {
    const { toEmails } = message.subscription.channelConfig as unknown as EmailConfig;
    return unsettled([...new Set(toEmails)], readProgress(message)).length;
  }

  #allows({ fromEmail }: EmailConfig): boolean {
    return fromEmail === undefined || fromEmail === null || this.#senders.allows(fromEmail);
  }

  /** Mails that a server took cannot be recalled: this removes files of the outbox. */
  async forget(deliveryIds: readonly string[]): Promise<void> {
    for (const deliveryId of deliveryIds) await rm(this.#fileOf(deliveryId), { force: true });
  }

  #fileOf(deliveryId: string): string {
    return path.join(this.options.outbox, `${deliveryId}.eml`);
  }

  /** The mail is the same to the byte at each attempt, unless its deck, homeowner or subscription has changed. */
  async #compose(
    { deliveryId, payload, subscription }: Message,
    { toEmails, fromEmail, template = null }: EmailConfig,
  ): Promise<Omit<Mail, 'to'>> {
    const facts = await this.options.findFacts(payload, subscription.isHomeownerNamed);
    const logo = facts.deck?.logo ?? null;
    const written = this.options.writer.write({
      payload,
      facts,
      subscription: subscription.name,
      template,
      logo: logo === null ? null : `cid:${logoId}`,
    });
    const settings = this.options.writer.recipientsLink(subscription.id);
    const { envelope, message } = await composer.sendMail({
      messageId: `<${deliveryId}@deckcast>`,
      // The event's timestamp, which is the same at each attempt.
      date: new Date(payload.timestamp),
      from: fromEmail ?? this.options.from,
      to: namedIn(toEmails),
      ...written,
      ...(logo === null ? {} : { attachments: [{ ...logoPart, content: logo.png }] }),
      headers: {
        // No vacation notice answers it: RFC 3834, and what Exchange reads in its place.
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        // RFC 2369. Not by one click (RFC 8058): whoever gets a forwarded mail would take out all recipients.
        ...(settings === null ? {} : { 'List-Unsubscribe': `<${settings}>` }),
        // For rules of mailboxes, which the words of a subject are not made for.
        'Deckcast-Event-ID': payload.id,
        'Deckcast-Event-Type': payload.type,
      },
      // In place of random bytes.
      baseBoundary: deliveryId,
    });
    return { from: envelope.from || '', content: message as Buffer };
  }

  async #keep(content: Buffer, deliveryId: string): Promise<AttemptResult> {
    await mkdir(this.options.outbox, { recursive: true });
    const file = this.#fileOf(deliveryId);
    await writeFile(file, content);
    this.options.log.info({ file }, 'no SMTP_URL is set: the mail was written to a file');
    return { verdict: 'delivered', phase: AttemptPhase.ANSWERED };
  }
}

/** Retried: an operator may still list the sender, and nothing is lost then. */
const notAttempted: AttemptResult = { verdict: 'retry', phase: AttemptPhase.NOT_SENT, error: refusedSender };

/** All remaining addresses were removed from the subscription. */
const nothingToSay: Conversation = { phase: AttemptPhase.ANSWERED, replies: new Map(), breakdown: null };

/** Addresses that have the mail do not get it twice. Those that rejected it are tried again after a resend. */
function readProgress({ progress, startsRound }: Pick<Message, 'progress' | 'startsRound'>): MailProgress {
  const { accepted = [], refused = [] } = (progress ?? {}) as Partial<MailProgress>;
  return { accepted, refused: startsRound ? [] : refused };
}

/** The name of the logo within a mail. */
const logoId = 'logo@deckcast';
const logoPart = { cid: logoId, filename: 'logo.png', contentType: 'image/png', contentDisposition: 'inline' } as const;

/**
 * The `To` header: recipients do not see each other. All of them are in the envelope of one conversation, in which each
 * is settled by itself, so that a retry is for those alone that do not have the mail.
 */
function namedIn(toEmails: readonly string[]): Address | string {
  const [only = '', ...others] = new Set(toEmails);
  // Addresses as objects: nodemailer parses a text as a list and interprets line breaks in it.
  return others.length === 0 ? { name: '', address: only } : 'undisclosed-recipients:;';
}
