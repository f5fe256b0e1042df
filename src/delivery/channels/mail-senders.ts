import addressparser from 'nodemailer/lib/addressparser';
import { canonicalMailbox } from '../../kit/core/index.ts';

/** Why a sender is refused, with the fix. */
export const refusedSender =
  'fromEmail is not a sender of this server: leave it out for MAIL_FROM, or have its address or @domain added to EMAIL_SENDERS.';

/** From whom mails may come. A mail server often lets whoever signs in send as anyone. */
export class MailSenders {
  readonly #allowed: ReadonlySet<string> | null;

  /**
   * @param listed EMAIL_SENDERS, as `parseMailboxes` returns them
   * @param from MAIL_FROM, which is always a sender
   * @param reachesPeople whether mails leave the machine; without a list all senders are allowed as long as none does
   */
  constructor(listed: readonly string[], from: string, reachesPeople: boolean) {
    const own = addressparser(from, { flatten: true }).map(({ address }) => canonicalMailbox(address));
    this.#allowed = listed.length === 0 && !reachesPeople ? null : new Set([...listed, ...own]);
  }

  allows(address: string): boolean {
    if (this.#allowed === null) return true;
    const sender = canonicalMailbox(address);
    return this.#allowed.has(sender) || this.#allowed.has(sender.slice(sender.lastIndexOf('@')));
  }
}
