import { domainToASCII } from 'node:url';

/** Most bytes of an address (RFC 5321, 4.5.3.1.3). */
const maxBytes = 254;

// Letters, marks and digits of any script, but nothing invisible and no second way to write "@" or ".".
const atom = String.raw`[\p{L}\p{M}\p{N}!#$%&'*+/=?^_\x60{|}~\x2d]+`;
const label = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}\x2d]*[\p{L}\p{M}\p{N}])?`;
const form = new RegExp(String.raw`^${atom}(?:\.${atom})*@${label}(?:\.${label})+$`, 'u');

const asciiLabel = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const asciiDomain = new RegExp(String.raw`@(?:${asciiLabel}\.)+${asciiLabel}$`, 'i');

const beyondAscii = /[^\0-\x7f]/;

/** Whether a text is one plain address, perhaps an international one (RFC 6531): no name, comment, quotes or route. */
export function isEmailAddress(text: string): boolean {
  // The length comes first: it bounds what the expressions cost.
  if (text.length > maxBytes || !form.test(text)) return false;
  const mailbox = mailboxOf(text);
  return asciiDomain.test(mailbox) && Buffer.byteLength(mailbox) <= maxBytes;
}

/** The address as it is sent to a mail server: the domain in ASCII (IDNA), the local part unchanged. */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@') + 1;
  const domain = address.slice(at);
  return beyondAscii.test(domain) ? address.slice(0, at) + domainToASCII(domain) : address;
}

/** One form for each mailbox, to compare: no mail server in use distinguishes two by case. */
export function canonicalMailbox(address: string): string {
  return mailboxOf(address).toLowerCase();
}

/** Reads an address, or `@` and a domain for all of its mailboxes, in canonical form. @returns null for anything else */
export function parseMailboxes(text: string): string | null {
  return isEmailAddress(text.startsWith('@') ? `any${text}` : text) ? canonicalMailbox(text) : null;
}

/** Whether a mailbox needs a mail server that offers SMTPUTF8: its local part is not ASCII. */
export function needsSmtpUtf8(mailbox: string): boolean {
  return beyondAscii.test(mailbox);
}
