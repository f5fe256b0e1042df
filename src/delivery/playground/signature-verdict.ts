import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { SignatureVerdict } from './playground-request.entity.ts';

/** What of a request is signed. */
export interface Signed {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Names of the headers of a signature (Standard Webhooks 1.0). */
const signatureHeaders = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** How far a timestamp may be off, in seconds: the libraries of receivers take no more. */
const toleranceSeconds = 300;

/** Checks a signature as the libraries of receivers do, by each secret. @param secrets in the form `whsec_…` */
export function verdictOn({ headers, body }: Signed, secrets: readonly string[], now: Date): SignatureVerdict {
  if (signatureHeaders.some((name) => !headers[name])) return SignatureVerdict.MISSING;
  const offSeconds = Math.abs(now.getTime() / 1_000 - Number(headers['webhook-timestamp']));
  // One that is no number is none that anybody signs.
  if (offSeconds > toleranceSeconds) return SignatureVerdict.EXPIRED;
  const isSigned = secrets.some((secret) => verifies(new Webhook(secret), { headers, body }));
  return isSigned ? SignatureVerdict.VALID : SignatureVerdict.INVALID;
}

/** Whether the signature is right. A body that is no JSON is judged by its signature, too. */
function verifies(webhook: Webhook, { headers, body }: Signed): boolean {
  try {
    webhook.verify(body, { ...headers });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    if (error instanceof SyntaxError) return true;
    throw error;
  }
}
