import type { AttemptResult } from './channel.ts';
import { safeText } from './safe-text.ts';
import { type Conversation, noSmtpUtf8, type Reply } from './smtp-conversation.ts';

/** Addresses with a final result from earlier attempts, as stored with the delivery. */
export type MailProgress = {
  readonly accepted: readonly string[];
  readonly refused: readonly Refusal[];
};

/** A final rejection. `code` is null when nothing was sent, because it does not offer what the address needs. */
interface Refusal {
  readonly address: string;
  readonly code: number | null;
}

/** Addresses that have neither accepted nor permanently rejected the mail. */
export function unsettled(addresses: readonly string[], { accepted, refused }: MailProgress): string[] {
  const settled = new Set([...accepted, ...refused.map(({ address }) => address)]);
  return addresses.filter((address) => !settled.has(address));
}

/**
 * The result of a conversation for the delivery. The delivery is over when every address has accepted or permanently
 * rejected the mail, and has failed only if all rejected it.
 *
 * @param addresses all recipients of the delivery
 * @param secrets texts to remove from the server's replies
 */
export function judgeConversation(
  addresses: readonly string[],
  before: MailProgress,
  { phase, replies, breakdown }: Conversation,
  secrets: readonly string[],
): AttemptResult {
  const answered = (verdict: Reply['verdict']): Refusal[] =>
    [...replies].flatMap(([address, reply]) => (reply.verdict === verdict ? [{ address, code: reply.code }] : []));
  const progress: MailProgress = {
    accepted: [...before.accepted, ...answered('delivered').map(({ address }) => address)],
    refused: [...before.refused, ...answered('refused')],
  };
  const refused = progress.refused.filter(({ address }) => addresses.includes(address));
  const putOff = answered('retry');
  const response = safeText(Buffer.from(linesOf(replies, breakdown)), secrets);
  const shared = { phase, progress, ...(response === '' ? {} : { response }) };
  const summary = summaryOf(addresses.length, refused, putOff);
  if (unsettled(addresses, progress).length > 0) {
    const error = breakdown?.error ?? summary;
    return { ...shared, verdict: 'retry', error, ...statusOf(breakdown?.reply ?? putOff[0]) };
  }
  if (refused.length === 0) return { ...shared, verdict: 'delivered', statusCode: 250 };
  return refused.length < addresses.length
    ? { ...shared, verdict: 'delivered', statusCode: 250, error: summary }
    : { ...shared, verdict: 'refused', ...statusOf(refused.find(({ code }) => code !== null)), error: summary };
}

function statusOf(reply: { readonly code: number | null } | undefined): { statusCode?: number } {
  return typeof reply?.code === 'number' ? { statusCode: reply.code } : {};
}

/** Names no address, because events may contain it. */
function summaryOf(count: number, settled: readonly Refusal[], putOff: readonly Refusal[]): string {
  const refused = settled.filter(({ code }) => code !== null);
  const unsendable = settled.length - refused.length;
  if (count === 1) {
    return unsendable === 1 ? `${noSmtpUtf8}.` : `The mail server answered ${codesOf([...refused, ...putOff])}.`;
  }
  return `Of ${count} addresses, the mail server ${[
    `took ${count - settled.length - putOff.length}`,
    ...(refused.length === 0 ? [] : [`refused ${refused.length} for good (${codesOf(refused)})`]),
    ...(putOff.length === 0 ? [] : [`put off ${putOff.length} (${codesOf(putOff)})`]),
    ...(unsendable === 0 ? [] : [`was not asked for ${unsendable}`]),
  ].join(', ')}.${unsendable === 0 ? '' : ` ${noSmtpUtf8}.`}`;
}

function codesOf(answers: readonly Refusal[]): string {
  return [...new Set(answers.map(({ code }) => code))].join(', ');
}

/** One line for each address, the worst first, because the text is cut at its end. */
function linesOf(replies: Conversation['replies'], breakdown: Conversation['breakdown']): string {
  const lines = [...replies]
    .toSorted(([, one], [, other]) => rankOf(other) - rankOf(one))
    .map(([address, { text }]) => `${address}: ${inOneLine(text)}`);
  return [...lines, ...(breakdown?.reply ? [inOneLine(breakdown.reply.text)] : [])].join('\n');
}

/** Addresses that were not sent come first. */
function rankOf({ code }: Reply): number {
  return code ?? 1_000;
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
