import type { IncomingHttpHeaders } from 'node:http';
import { readRetryAfter } from '../../kit/core/index.ts';
import { AttemptPhase } from '../deliveries/delivery.entity.ts';
import type { AttemptResult } from './channel.ts';

/** Upper limit of the `Retry-After` of a receiver, in milliseconds. */
const maxRetryAfterMs = 3_600_000;

/**
 * The result of an answer: 2xx is a success, 410 and `webhook-delivery: disable` request a stop, the rest is retried.
 */
export function judgeResponse(
  statusCode: number,
  headers: IncomingHttpHeaders,
  body: string,
  now: Date,
): AttemptResult {
  const shared = { phase: AttemptPhase.ANSWERED, statusCode, response: body };
  const disable = stopRequest(statusCode, headers);
  if (statusCode >= 200 && statusCode < 300) {
    return { ...shared, verdict: 'delivered', ...(disable === null ? {} : { disable }) };
  }
  if (disable !== null) return { ...shared, verdict: 'refused', error: disable, disable };
  const retryAfterMs = readRetryAfter(headers['retry-after'], now, maxRetryAfterMs);
  return {
    ...shared,
    verdict: 'retry',
    error:
      statusCode >= 300 && statusCode < 400
        ? `The receiver answered with a redirect (${statusCode}), which is never followed.`
        : `The receiver answered ${statusCode}.`,
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  };
}

/** The result without an answer. It contains the error's name or code, not its message, which may contain the address. */
export function judgeFailure(error: unknown, timeoutMs: number): AttemptResult {
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') {
    return { verdict: 'retry', phase: AttemptPhase.INTERRUPTED, error: `There was no answer within ${timeoutMs} ms.` };
  }
  const label = String(typeof code === 'string' ? code : name);
  const phase = unreached.has(label) ? AttemptPhase.NOT_SENT : AttemptPhase.INTERRUPTED;
  return { verdict: 'retry', phase, error: `The request failed (${label}).` };
}

/** Errors before a connection exists: the receiver cannot have the event. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function stopRequest(statusCode: number, headers: IncomingHttpHeaders): string | null {
  if (statusCode === 410) return 'The receiver answered 410 Gone.';
  const request = headers['webhook-delivery'];
  return request === 'disable' ? 'The receiver answered with "webhook-delivery: disable".' : null;
}
