import { Webhook } from 'standardwebhooks';

/**
 * The headers by which a receiver knows who sends, and what it has had before (Standard Webhooks 1.0).
 *
 * @param payloadId stays the same over all attempts
 * @param body the very text that is sent
 * @param secrets `whsec_` each; one signature for each, in their order
 * @param now when it is sent: receivers refuse what is five minutes off their own clock
 * @throws when there is no secret or one is none: nothing is sent unsigned
 */
export function signatureHeaders(
  payloadId: string,
  body: string,
  secrets: readonly string[],
  now: Date,
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  if (secrets.length === 0) throw new Error('there is no secret to sign with');
  return {
    'webhook-id': payloadId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(payloadId, now, body)).join(' '),
  };
}
