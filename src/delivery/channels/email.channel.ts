import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport, type SendMailOptions, type Transporter } from 'nodemailer';
import type { Logger } from 'pino';
import type { Fault } from '../../errors.ts';
import { schemaCheck } from '../../input/validate.ts';
import { AttemptPhase } from '../delivery.entity.ts';
import type { AttemptResult, Channel, EventPayload, Message } from './channel.ts';

interface EmailConfig {
  toEmails: string[];
  fromEmail?: string | null;
}

const configFaults = schemaCheck({
  type: 'object',
  required: ['toEmails'],
  properties: {
    toEmails: { type: 'array', minItems: 1, maxItems: 50, items: { type: 'string', maxLength: 254, format: 'email' } },
    fromEmail: { anyOf: [{ type: 'string', maxLength: 254, format: 'email' }, { type: 'null' }] },
  },
});

export interface EmailOptions {
  readonly smtpUrl: string | null;
  readonly from: string;
  /** Where mails are kept as `.eml` files while there is no SMTP server. */
  readonly outbox: string;
  readonly log: Logger;
}

/** Sends the event as a mail to all addresses of a subscription. */
export class EmailChannel implements Channel {
  readonly kind = 'email';
  readonly configFaults: (config: Readonly<Record<string, unknown>>, pointer: string) => readonly Fault[] =
    configFaults;
  readonly #smtp: Transporter | null;

  constructor(private readonly options: EmailOptions) {
    this.#smtp =
      options.smtpUrl === null
        ? null
        : createTransport({
            url: options.smtpUrl,
            connectionTimeout: 5_000,
            greetingTimeout: 5_000,
            socketTimeout: 15_000,
          });
  }

  async send({ deliveryId, payload, subscription }: Message): Promise<AttemptResult> {
    const { toEmails, fromEmail } = subscription.channelConfig as unknown as EmailConfig;
    const mail: SendMailOptions = {
      messageId: `<${deliveryId}@deckcast>`,
      date: payload.timestamp,
      from: fromEmail ?? this.options.from,
      // Addresses as objects: nodemailer reads a text as a list and obeys line breaks in it.
      to: toEmails.map((address) => ({ name: '', address })),
      subject: `${payload.type} (${subscription.name})`,
      text: textOf(payload),
    };
    return this.#smtp === null ? this.#keep(mail, deliveryId) : submit(this.#smtp, mail);
  }

  async #keep(mail: SendMailOptions, deliveryId: string): Promise<AttemptResult> {
    const composed = await createTransport({ streamTransport: true, buffer: true }).sendMail(mail);
    await mkdir(this.options.outbox, { recursive: true });
    const file = path.join(this.options.outbox, `${deliveryId}.eml`);
    await writeFile(file, composed.message as Buffer);
    this.options.log.info({ file }, 'no SMTP_URL is set: the mail was kept as a file');
    return { verdict: 'delivered', phase: AttemptPhase.AFTER };
  }

  async close(): Promise<void> {
    this.#smtp?.close();
  }
}

async function submit(smtp: Transporter, mail: SendMailOptions): Promise<AttemptResult> {
  try {
    const { accepted, rejectedErrors } = (await smtp.sendMail(mail)) as Submitted;
    return judge(accepted.length, rejectedErrors?.map(({ responseCode = 0 }) => responseCode) ?? []);
  } catch (error) {
    const { responseCode: reply } = error as { responseCode?: number };
    if (reply === undefined) {
      const detail = 'The mail server could not be reached or broke off.';
      return { verdict: 'retry', phase: AttemptPhase.DURING, error: detail };
    }
    return {
      verdict: verdictOf(reply),
      phase: AttemptPhase.AFTER,
      statusCode: reply,
      error: `The mail server answered ${reply}.`,
    };
  }
}

/** What nodemailer tells of a mail that at least one recipient was accepted for. */
interface Submitted {
  readonly accepted: readonly unknown[];
  readonly rejectedErrors?: readonly { readonly responseCode?: number }[];
}

/** While one address may be accepted later, all are tried again: copies of one mail share their Message-ID. */
function judge(accepted: number, refusals: readonly number[]): AttemptResult {
  const phase = AttemptPhase.AFTER;
  if (refusals.length === 0) return { verdict: 'delivered', phase, statusCode: 250 };
  const reply = refusals.find((code) => verdictOf(code) === 'retry');
  const error = `The mail server took ${accepted} of ${accepted + refusals.length} addresses (${reply ?? refusals[0]}).`;
  return reply === undefined
    ? { verdict: 'delivered', phase, statusCode: 250, error }
    : { verdict: 'retry', phase, statusCode: reply, error };
}

/** 5xx means "do not send this again" (RFC 5321, 4.2.1). */
function verdictOf(reply: number): 'refused' | 'retry' {
  return reply >= 500 ? 'refused' : 'retry';
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
