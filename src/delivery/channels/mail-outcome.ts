import type { AttemptResult } from './channel.ts';
import { safeText } from './safe-text.ts';
import type { Conversation, Reply } from './smtp-conversation.ts';

/** What earlier attempts have settled, as it is stored with the delivery. */
export type MailProgress = {
  readonly accepted: readonly string[];
  readonly refused: readonly { readonly address: string; readonly code: number }[];
};

/** Those that have neither had the mail nor refused it for good. */
export function unsettled(addresses: readonly string[], { accepted, refused }: MailProgress): string[] {
  const settled = new Set([...accepted, ...refused.map(({ address }) => address)]);
  return addresses.filter((address) => !settled.has(address));
}

/**
 * What a conversation means for the delivery: it is over once every address has had the mail or refused it for good,
 * and has failed only if all have refused it.
 *
 * @param addresses all that the mail is for
 * @param secrets what no answer may give back
 */
export function judgeConversation(
  addresses: readonly string[],
  before: MailProgress,
  { phase, replies, breakdown }: Conversation,
  secrets: readonly string[],
): AttemptResult {
  const answered = (verdict: Reply['verdict']): { address: string; code: number }[] =>
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
    const statusCode = breakdown?.reply?.code ?? putOff[0]?.code;
    const error = breakdown?.error ?? summary;
    return { ...shared, verdict: 'retry', error, ...(statusCode === undefined ? {} : { statusCode }) };
  }
  const [first] = refused;
  if (first === undefined) return { ...shared, verdict: 'delivered', statusCode: 250 };
  return refused.length < addresses.length
    ? { ...shared, verdict: 'delivered', statusCode: 250, error: summary }
    : { ...shared, verdict: 'refused', statusCode: first.code, error: summary };
}

/** Names no address: it may go out with an event. */
function summaryOf(count: number, refused: readonly { code: number }[], putOff: readonly { code: number }[]): string {
  const codes = (answers: readonly { code: number }[]): string =>
    [...new Set(answers.map(({ code }) => code))].join(', ');
  if (count === 1) return `The mail server answered ${codes([...refused, ...putOff])}.`;
  return `Of ${count} addresses, the mail server ${[
    `took ${count - refused.length - putOff.length}`,
    ...(refused.length === 0 ? [] : [`refused ${refused.length} for good (${codes(refused)})`]),
    ...(putOff.length === 0 ? [] : [`put off ${putOff.length} (${codes(putOff)})`]),
  ].join(', ')}.`;
}

/** A line for each address, the worst first, because the end may be cut off. */
function linesOf(replies: Conversation['replies'], breakdown: Conversation['breakdown']): string {
  const lines = [...replies]
    .toSorted(([, one], [, other]) => other.code - one.code)
    .map(([address, { text }]) => `${address}: ${inOneLine(text)}`);
  return [...lines, ...(breakdown?.reply ? [inOneLine(breakdown.reply.text)] : [])].join('\n');
}

function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
