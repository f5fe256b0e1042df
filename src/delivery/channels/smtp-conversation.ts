import { addAbortListener } from 'node:events';
import { promisify } from 'node:util';
import type { NodemailerError } from 'nodemailer';
import SMTPConnection, {
  type SMTPConnectionEnvelope,
  type SMTPConnectionSendInfo,
} from 'nodemailer/lib/smtp-connection';
import type SMTPTransport from 'nodemailer/lib/smtp-transport';
import { AttemptPhase } from '../delivery.entity.ts';
import type { AttemptLimits, AttemptResult } from './channel.ts';

export interface Mail {
  readonly from: string;
  /** Whom this conversation is to serve; the mail's own head may name more. */
  readonly to: readonly string[];
  readonly content: Buffer;
}

/** The server's answer about one recipient. */
export interface Reply {
  readonly verdict: AttemptResult['verdict'];
  readonly code: number;
  /** The whole reply, code included. */
  readonly text: string;
}

/** Why a conversation ended before all recipients had their answer. */
export interface Breakdown {
  /** In words that may be shown: names no address. */
  readonly error: string;
  /** What the server said last, if that was why. */
  readonly reply: Reply | null;
}

export interface Conversation {
  readonly phase: AttemptPhase;
  /** By address. */
  readonly replies: ReadonlyMap<string, Reply>;
  readonly breakdown: Breakdown | null;
}

/**
 * Hands one mail to the server, over a connection of its own.
 *
 * @throws what ended it, when `signal` was raised
 */
export async function converse(
  server: SMTPTransport,
  { from, to, content }: Mail,
  { signal, timeoutMs }: AttemptLimits,
): Promise<Conversation> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const connection = new SMTPConnection(server.options);
  // nodemailer writes the recipients' answers into it: the only way to them when the mail is not taken in the end.
  const envelope: SMTPConnectionEnvelope = {
    from,
    to: [...to],
    rcptQueue: [],
    accepted: [],
    rejected: [],
    rejectedErrors: [],
  };
  let phase: AttemptPhase = AttemptPhase.BEFORE;
  const talk = async (): Promise<SMTPConnectionSendInfo> => {
    await promisify(connection.connect.bind(connection))();
    if (server.auth && (connection.allowsAuth || server.options.forceAuth)) {
      await promisify(connection.login.bind(connection))(server.auth);
    }
    phase = AttemptPhase.DURING;
    return promisify(connection.send.bind(connection))(envelope, content);
  };
  const ended = Promise.withResolvers<never>();
  connection.on('error', ended.reject);
  addAbortListener(limit, () => ended.reject(limit.reason));
  try {
    const { response, rejectedErrors } = await Promise.race([talk(), ended.promise]);
    return answered(to, rejectedErrors ?? [], { verdict: 'delivered', code: 250, text: response });
  } catch (error) {
    if (signal.aborted) throw error;
    const { rejectedErrors } = envelope;
    if (!limit.aborted) return judgeFailure(to, rejectedErrors, phase, error as NodemailerError);
    return brokenOff(rejectedErrors, phase, `The mail server was not done within ${timeoutMs} ms.`);
  } finally {
    connection.close();
  }
}

function judgeFailure(
  to: readonly string[],
  rejected: readonly NodemailerError[],
  phase: AttemptPhase,
  error: NodemailerError,
): Conversation {
  const reply = error.responseCode === undefined ? null : replyOf(error);
  const label = reply?.code ?? error.originalCode ?? error.code ?? error.name;
  if (phase === AttemptPhase.BEFORE) return brokenOff([], phase, whyNotBegun(error, label), reply);
  if (reply === null) return brokenOff(rejected, phase, `The connection to the mail server broke off (${label}).`);
  // What is said of recipients counts only after the sender was accepted.
  return answered(to, error.command === 'MAIL FROM' ? [] : rejected, reply);
}

function whyNotBegun({ code }: NodemailerError, label: string | number): string {
  if (code === 'EAUTH') return `The mail server refused the login (${label}): check the user and password of SMTP_URL.`;
  return typeof label === 'number'
    ? `The mail server refused to talk (${label}).`
    : `The mail server could not be reached (${label}).`;
}

/** @param others the answer for all that RCPT did not refuse */
function answered(to: readonly string[], rejected: readonly NodemailerError[], others: Reply): Conversation {
  const refusals = refusalsOf(rejected);
  const replies = new Map(to.map((address) => [address, refusals.get(address) ?? others]));
  return { phase: AttemptPhase.AFTER, replies, breakdown: null };
}

function brokenOff(
  rejected: readonly NodemailerError[],
  phase: AttemptPhase,
  error: string,
  reply: Reply | null = null,
): Conversation {
  return { phase, replies: refusalsOf(rejected), breakdown: { error, reply } };
}

function refusalsOf(rejected: readonly NodemailerError[]): Map<string, Reply> {
  return new Map(rejected.map((error) => [error.recipient ?? '', replyOf(error)]));
}

function replyOf({ responseCode: code = 0, response: text = '' }: NodemailerError): Reply {
  return { verdict: isFinal(code) ? 'refused' : 'retry', code, text };
}

/** About our session, not about the mail or its recipients: bad sequence of commands, and log in first (RFC 4954). */
const aboutSession = new Set([503, 530]);

/** 5xx means "do not send this again" (RFC 5321, 4.2.1). */
function isFinal(code: number): boolean {
  return code >= 500 && !aboutSession.has(code);
}
