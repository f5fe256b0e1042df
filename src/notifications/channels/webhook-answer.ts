import type { IncomingHttpHeaders } from 'node:http';
import { readRetryAfter } from '../../platform/kernel/retry-after.ts';
import { AttemptPhase } from '../deliveries/delivery.entity.ts';
import type { AttemptResult } from './channel.ts';

/** Longest that a receiver may ask us to wait, in milliseconds. */
const maxRetryAfterMs = 3_600_000;

/** What a receiver's answer means: 2xx is success, 410 and `webhook-delivery: disable` want no more, the rest may pass. */
export function judgeAnswer(statusCode: number, headers: IncomingHttpHeaders, body: string, now: Date): AttemptResult {
  const shared = { phase: AttemptPhase.AFTER, statusCode, response: body };
  const disable = wantsNoMore(statusCode, headers);
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

/** An attempt that got no answer. Only the name or code of the error is told: its message may hold the address. */
export function judgeFailure(error: unknown, timeoutMs: number): AttemptResult {
  const { name, code } = error as { name?: unknown; code?: unknown };
  if (name === 'TimeoutError' || name === 'AbortError') {
    return { verdict: 'retry', phase: AttemptPhase.DURING, error: `There was no answer within ${timeoutMs} ms.` };
  }
  const label = String(typeof code === 'string' ? code : name);
  const phase = unreached.has(label) ? AttemptPhase.BEFORE : AttemptPhase.DURING;
  return { verdict: 'retry', phase, error: `The request failed (${label}).` };
}

/** Failures to connect: the receiver cannot have the event. */
const unreached = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function wantsNoMore(statusCode: number, headers: IncomingHttpHeaders): string | null {
  if (statusCode === 410) return 'The receiver answered 410 Gone.';
  const wish = headers['webhook-delivery'];
  return wish === 'disable' ? 'The receiver answered with "webhook-delivery: disable".' : null;
}
