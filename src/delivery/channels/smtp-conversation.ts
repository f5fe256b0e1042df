import { addAbortListener } from 'node:events';
import { promisify } from 'node:util';
import type { NodemailerError } from 'nodemailer';
import SMTPConnection, { type SMTPConnectionEnvelope } from 'nodemailer/lib/smtp-connection';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { AttemptPhase } from '../deliveries/delivery.entity.ts';
import type { AttemptLimits, AttemptResult } from './channel.ts';
import { mailboxOf, needsSmtpUtf8 } from '../../kit/core/index.ts';

export interface Mail {
  readonly from: string;
  /** Recipients of this conversation; the mail's header may name more. */
  readonly to: readonly string[];
  readonly content: Buffer;
}

/** The server's reply for one recipient. */
export interface Reply {
  readonly verdict: AttemptResult['verdict'];
  /** Null when nothing was sent. */
  readonly code: number | null;
  /** The whole reply, code included. */
  readonly text: string;
}

/** Why a conversation ended before all recipients had a reply. */
interface Breakdown {
  /** Clients see it: it names no address. */
  readonly error: string;
  /** The server's last reply, if it was the cause; null otherwise. */
  readonly reply: Reply | null;
}

/** The result of one SMTP session. */
export interface Conversation {
  readonly phase: AttemptPhase;
  /** By address. */
  readonly replies: ReadonlyMap<string, Reply>;
  readonly breakdown: Breakdown | null;
}

/** Final for the recipient, as 5xx is, because servers rarely add it. A sender that needs it concerns all recipients. */
export const noSmtpUtf8 =
  'The mail server does not offer SMTPUTF8, which an address with letters beyond ASCII before the @ needs';
const unsendable: Reply = { verdict: 'refused', code: null, text: `not sent: ${noSmtpUtf8}` };

/**
 * Sends one mail to the server, over a separate connection.
 *
 * @throws the error that ended it, when `signal` is aborted
 */
export async function converse(
  server: SMTPTransport,
  { from, to, content }: Mail,
  { signal, timeoutMs }: AttemptLimits,
): Promise<Conversation> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const connection = new SMTPConnection(server.options);
  let asked = [...new Set(to.map(mailboxOf))];
  // nodemailer writes the recipients' replies into it: the only access to them when the mail is rejected at the end.
  const envelope: SMTPConnectionEnvelope = {
    from,
    to: asked,
    rcptQueue: [],
    accepted: [],
    rejected: [],
    rejectedErrors: [],
  };
  let phase: AttemptPhase = AttemptPhase.NOT_SENT;
  const talk = async (): Promise<string> => {
    await promisify(connection.connect.bind(connection))();
    const takesAny = offersSmtpUtf8(connection);
    if (server.auth && (connection.allowsAuth || server.options.forceAuth)) {
      await promisify(connection.login.bind(connection))(server.auth);
    }
    phase = AttemptPhase.INTERRUPTED;
    if (!takesAny) asked = needsSmtpUtf8(from) ? [] : asked.filter((mailbox) => !needsSmtpUtf8(mailbox));
    if (asked.length === 0) return '';
    envelope.to = asked;
    return (await promisify(connection.send.bind(connection))(envelope, content)).response;
  };
  const ended = Promise.withResolvers<never>();
  connection.on('error', ended.reject);
  addAbortListener(limit, () => ended.reject(limit.reason));
  const place = (): ConversationState => ({ to, asked, rejected: envelope.rejectedErrors, phase });
  try {
    const text = await Promise.race([talk(), ended.promise]);
    return answered(place(), { verdict: 'delivered', code: 250, text });
  } catch (error) {
    if (signal.aborted) throw error;
    if (!limit.aborted) return judgeFailure(place(), error as NodemailerError);
    return interrupted(place(), `The mail server was not done within ${timeoutMs} ms.`);
  } finally {
    connection.close();
  }
}

/** The state of a conversation when it ends. */
interface ConversationState {
  readonly to: readonly string[];
  /** Mailboxes that are sent to the server: all but those that need SMTPUTF8 where it is missing. */
  readonly asked: readonly string[];
  /** Rejections of single recipients. */
  readonly rejected: readonly NodemailerError[];
  readonly phase: AttemptPhase;
}

/** Right after the greeting: the last reply is the one to EHLO, which lists what the server offers. */
function offersSmtpUtf8({ lastServerResponse }: SMTPConnection): boolean {
  return /^250[ -]SMTPUTF8\b/im.test(lastServerResponse || '');
}

function judgeFailure(place: ConversationState, error: NodemailerError): Conversation {
  const reply = error.responseCode === undefined ? null : replyOf(error);
  const label = reply?.code ?? error.originalCode ?? error.code ?? error.name;
  if (place.phase === AttemptPhase.NOT_SENT) return interrupted(place, whyNotBegun(error, label), reply);
  if (reply === null) return interrupted(place, `The connection to the mail server broke off (${label}).`);
  // Replies for recipients count only after the server has accepted the sender.
  return answered(error.command === 'MAIL FROM' ? { ...place, rejected: [] } : place, reply);
}

function whyNotBegun({ code }: NodemailerError, label: string | number): string {
  if (code === 'EAUTH') return `The mail server refused the login (${label}): check the user and password of SMTP_URL.`;
  return typeof label === 'number'
    ? `The mail server refused to talk (${label}).`
    : `The mail server could not be reached (${label}).`;
}

/** @param others the reply for all recipients that RCPT did not reject */
function answered(place: ConversationState, others: Reply): Conversation {
  return { phase: AttemptPhase.ANSWERED, replies: repliesOf(place, others), breakdown: null };
}

function interrupted(place: ConversationState, error: string, reply: Reply | null = null): Conversation {
  return { phase: place.phase, replies: repliesOf(place, null), breakdown: { error, reply } };
}

function repliesOf({ to, asked, rejected }: ConversationState, others: Reply | null): Map<string, Reply> {
  const refusals = new Map(rejected.map((error) => [error.recipient ?? '', replyOf(error)]));
  const replies = to.map((address) => {
    const mailbox = mailboxOf(address);
    return [address, asked.includes(mailbox) ? (refusals.get(mailbox) ?? others) : unsendable] as const;
  });
  return new Map(replies.flatMap(([address, reply]) => (reply === null ? [] : [[address, reply] as const])));
}

function replyOf({ responseCode: code = 0, response: text = '' }: NodemailerError): Reply {
  return { verdict: isFinal(code) ? 'refused' : 'retry', code, text };
}

/** Replies about the session, not the mail or its recipients: bad sequence, and authentication required (RFC 4954). */
const aboutSession = new Set([503, 530]);

/** 5xx means "do not send this again" (RFC 5321, 4.2.1). */
function isFinal(code: number): boolean {
  return code >= 500 && !aboutSession.has(code);
}
