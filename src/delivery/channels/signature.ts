import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';

/** Makes a Standard Webhooks secret: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/**
 * The headers by which a receiver verifies the sender and detects repetitions (Standard Webhooks 1.0).
 *
 * @param payloadId the same at all attempts
 * @param body the text that is sent, unchanged
 * @param secrets in the form `whsec_...`; each gives one signature, in this order
 * @param now time of sending: receivers reject a timestamp that is five minutes off their clock
 * @throws Error without a secret or for an invalid one, so that nothing is sent unsigned
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

/** What sends webhooks; a subscription may set another name. */
export const webhookAgent = 'Deckcast-Webhooks/1';

/**
 * The headers of a webhook that no subscription can change. The arguments are those of `signatureHeaders`.
 *
 * @param cursor the event's position in the log
 */
export function deliveryHeaders(
  payloadId: string,
  { body, cursor }: { readonly body: string; readonly cursor: string },
  secrets: readonly string[],
  now: Date,
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'deckcast-cursor': cursor,
    ...signatureHeaders(payloadId, body, secrets, now),
  };
}
