import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import SMTPTransport from 'nodemailer/lib/smtp-transport';
import type { Logger } from 'pino';
import type { Fault } from '../../platform/kernel/errors.ts';
import { mailboxOf, needsSmtpUtf8 } from '../../platform/input/email-address.ts';
import { schemaCheck } from '../../platform/input/validate.ts';
import { channelConfigs } from '../subscriptions/channel-config.ts';
import { AttemptPhase } from '../deliveries/delivery.entity.ts';
import type { AttemptLimits, AttemptResult, Channel, EventPayload, Message } from './channel.ts';
import { judgeConversation, type MailProgress, unsettled } from './mail-outcome.ts';
import { secretSpellings } from './secret-spellings.ts';
import { converse, type Conversation, type Mail } from './smtp-conversation.ts';

interface EmailConfig {
  toEmails: string[];
  fromEmail?: string | null;
}

const configFaults = schemaCheck(channelConfigs.email);

export interface EmailOptions {
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Where mails are kept as `.eml` files while there is no SMTP server. */
  readonly outbox: string;
  readonly log: Logger;
}

/** Most of one reply of the server that is read, in bytes. */
const maxReplyBytes = 16_384;

const composer = createTransport({ streamTransport: true, buffer: true });

/**
 * Sends the event as a mail to all addresses of a subscription. Each address is settled by its own answer: 5xx is final
 * for it, 4xx and silence ask for it again, alone. The mail is the same at each attempt; only its envelope shrinks.
 */
export class EmailChannel implements Channel {
  readonly kind = 'email';
  readonly configFaults: (config: Readonly<Record<string, unknown>>, pointer: string) => readonly Fault[] =
    configFaults;
  /** SMTP_URL as nodemailer reads it. */
  readonly #server: SMTPTransport | null;
  readonly #secrets: readonly string[];

  constructor(private readonly options: EmailOptions) {
    const { smtpUrl } = options;
    this.#server = smtpUrl === null ? null : new SMTPTransport({ url: smtpUrl, maxResponseSize: maxReplyBytes });
    const { user = '', pass = '' } = this.#server?.options.auth ?? {};
    // AUTH PLAIN sends them as one text, which a server may repeat.
    this.#secrets = secretSpellings(pass === '' ? [] : [pass, `\0${user}\0${pass}`]);
  }

  async send(message: Message, limits: AttemptLimits): Promise<AttemptResult> {
    const { toEmails, fromEmail } = message.subscription.channelConfig as unknown as EmailConfig;
    const mail = await compose(message, toEmails, fromEmail ?? this.options.from);
    if (this.#server === null) return this.#keep(mail.content, message.deliveryId);
    const addresses = [...new Set(toEmails)];
    const before = readProgress(message);
    const to = unsettled(addresses, before);
    const conversation = to.length === 0 ? nothingToSay : await converse(this.#server, { ...mail, to }, limits);
    return judgeConversation(addresses, before, conversation, this.#secrets);
  }

  async #keep(content: Buffer, deliveryId: string): Promise<AttemptResult> {
    await mkdir(this.options.outbox, { recursive: true });
    const file = path.join(this.options.outbox, `${deliveryId}.eml`);
    await writeFile(file, content);
    this.options.log.info({ file }, 'no SMTP_URL is set: the mail was kept as a file');
    return { verdict: 'delivered', phase: AttemptPhase.AFTER };
  }
}

/** All addresses that were left have been taken out of the subscription. */
const nothingToSay: Conversation = { phase: AttemptPhase.AFTER, replies: new Map(), breakdown: null };

/** Whoever has the mail does not get it twice; whoever refused it is asked again when a person sends it again. */
function readProgress({ progress, startsRound }: Message): MailProgress {
  const { accepted = [], refused = [] } = (progress ?? {}) as Partial<MailProgress>;
  return { accepted, refused: startsRound ? [] : refused };
}

async function compose(
  { deliveryId, payload, subscription }: Message,
  toEmails: readonly string[],
  from: string,
): Promise<Omit<Mail, 'to'>> {
  const { envelope, message } = await composer.sendMail({
    messageId: `<${deliveryId}@deckcast>`,
    // The event's time: a mail that is put off stays the same to the byte.
    date: new Date(payload.timestamp),
    from,
    // Addresses as objects: nodemailer reads a text as a list and obeys line breaks in it.
    to: namedIn(toEmails).map((address) => ({ name: '', address })),
    subject: `${payload.type} (${subscription.name})`,
    text: textOf(payload),
  });
  return { from: envelope.from || '', content: message as Buffer };
}

/**
 * Whom the head of the mail names. A single international address in it would keep the whole mail from all whose server
 * takes only ASCII, so that such addresses get it as blind copies, unless there are no others.
 */
function namedIn(toEmails: readonly string[]): readonly string[] {
  const plain = toEmails.filter((address) => !needsSmtpUtf8(mailboxOf(address)));
  return plain.length === 0 ? toEmails : plain;
}

function textOf({ type, timestamp, deckId, id, data }: EventPayload): string {
  return [
    `Event:   ${type}`,
    `Time:    ${timestamp}`,
    ...(deckId === null ? [] : [`Deck:    ${deckId}`]),
    `Id:      ${id}`,
    '',
    JSON.stringify(data, null, 2),
    '',
  ].join('\n');
}
