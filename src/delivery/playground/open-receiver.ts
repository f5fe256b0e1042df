import { setTimeout as delay } from 'node:timers/promises';
import type { Rates, SharedCounts } from '../../kit/data/index.ts';
import { AppError, notFound, type OpenReceiver, type OpenRequest } from '../../kit/core/index.ts';
import { ReceiverAnswer, statusOf } from './receiver.attributes.ts';
import { tokenIn } from './receiver-url.ts';
import type { RequestKeeper } from './request-keeper.ts';

/** Largest body that is kept, in bytes. */
const maxBodyBytes = 65_536;
/** Requests that one receiver takes in a minute. */
const perMinute = 60;
/** Requests of a process that wait because their receiver is slow. Each holds a connection and a timer. */
const mostWaiting = 100;

interface PlaygroundOptions {
  readonly keeper: RequestKeeper;
  readonly rates: Pick<Rates, 'account'>;
  readonly counts: SharedCounts;
  /** Aborted when the process stops: ends waits. */
  readonly stopping: AbortSignal;
}

/**
 * Takes what is sent to the URLs of playground receivers. Anyone may send who knows one, so it counts for itself. A
 * request causes a few rows and nothing else.
 */
export function openPlayground({ keeper, rates, counts, stopping }: PlaygroundOptions): OpenReceiver {
  const take = counts.open({ name: 'playground', points: perMinute, seconds: 60 });
  let waiting = 0;

  async function wait(seconds: number, left: AbortSignal): Promise<void> {
    if (waiting >= mostWaiting) throw new AppError('overloaded', 'Too many requests wait at slow receivers.');
    waiting += 1;
    try {
      await delay(seconds * 1_000, undefined, { signal: AbortSignal.any([left, stopping]) });
    } catch {
      // The sender has left, or the process stops: it is answered now.
    } finally {
      waiting -= 1;
    }
  }

  async function receive(token: string, { address, headers, readBody, left }: OpenRequest): Promise<number> {
    await rates.account().addAddress(address, 1);
    const receiver = await keeper.find(token);
    if (receiver === null) throw notFound('playground receiver', token);
    const { granted, resetMs } = await take(receiver.id, 1);
    if (granted === 0) throw tooMany(resetMs);
    const body = await readBody(maxBodyBytes);
    const { answer, delaySeconds } = receiver;
    const status = body === null ? 413 : statusOf[answer];
    await keeper.keep(receiver, { headers, body, status });
    if (body === null) throw new AppError('body_too_large', `The body must have at most ${maxBodyBytes} bytes.`);
    if (answer === ReceiverAnswer.SLOW) await wait(delaySeconds, left);
    return status;
  }

  return { nameIn: tokenIn, receive };
}

function tooMany(resetMs: number): AppError {
  return new AppError(
    'rate_limited',
    `A playground receiver takes ${perMinute} requests a minute: send it later.`,
    [],
    {
      members: { retryAfterSeconds: Math.ceil(resetMs / 1_000) },
    },
  );
}
