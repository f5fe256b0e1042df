import type { Logger } from 'pino';
import { RepeatedFaults } from '../../kit/core/index.ts';
import { DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { isProbe, type Settled } from './due-delivery.ts';

/**
 * The lines of the log about recorded attempts: one for each delivery that is over, and one for each reason for which the
 * attempts at a receiver fail. They have reasons and ids, and nothing of the event's data, of addresses or of answers.
 */
export class AttemptLines {
  readonly #failed: RepeatedFaults;

  constructor(private readonly log: Logger) {
    this.#failed = new RepeatedFaults(log);
  }

  note(recorded: readonly Settled[]): void {
    for (const one of recorded) this.#noteOne(one);
  }

  /** Logs what is still counted. */
  close(): void {
    this.#failed.close();
  }

  #noteOne(settled: Settled): void {
    const { delivery, subscription, result, status, number, delayMs, durationMs } = settled;
    const about = { subscription: subscription.id, delivery: delivery.id };
    if (result === null) {
      this.log.info(about, 'a delivery is skipped: its subscription is switched off');
      return;
    }
    const { phase, statusCode, error: reason } = result;
    const attempt = { ...about, channel: subscription.channel, attempt: number, ms: durationMs, statusCode };
    if (status === DeliveryStatus.DELIVERED) {
      // The reason says which of several recipients have refused.
      this.log.info({ ...attempt, reason }, isProbe(settled) ? 'a probe was answered' : 'a delivery is finished');
    } else if (status === DeliveryStatus.DEAD) {
      const fields = { ...attempt, phase, reason };
      this.log.warn(
        fields,
        isProbe(settled) ? 'a receiver refuses probes' : 'a delivery failed and is not tried again',
      );
    } else {
      const nextInSeconds = Math.round((delayMs ?? 0) / 1_000);
      const what = isProbe(settled) ? 'a probe of a receiver' : 'an attempt at a delivery';
      const fields = { ...attempt, phase, reason, nextInSeconds };
      this.#failed.note(`${subscription.id} ${reason}`, fields, `${what} failed and is made again`);
    }
  }
}
