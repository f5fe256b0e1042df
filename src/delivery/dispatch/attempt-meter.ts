import type { Count, Durations, Metrics } from '../../kit/core/index.ts';
import { DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { ChannelKind } from '../subscriptions/channel-config.ts';
import { isProbe, type Settled } from './due-delivery.ts';

const channel = Object.values(ChannelKind);

/** Counts recorded attempts, and the deliveries that end with them. */
export class AttemptMeter {
  readonly #attempts: Durations<'channel' | 'outcome'>;
  readonly #waits: Durations<'channel'>;
  readonly #finished: Count<'channel' | 'outcome'>;

  constructor(metrics: Metrics) {
    this.#attempts = metrics.durations({
      name: 'deckcast_delivery_attempt_duration_seconds',
      help: 'Duration of attempts at deliveries, with tests and probes, by channel and outcome: delivered, retry, or refused for good.',
      labels: { channel, outcome: ['delivered', 'retry', 'refused'] },
      buckets: [0.05, 0.25, 1, 2.5, 5, 10, 30],
    });
    this.#waits = metrics.durations({
      name: 'deckcast_delivery_wait_seconds',
      help: 'Time that first attempts of deliveries have waited since they were due, by channel.',
      labels: { channel },
      buckets: [0.1, 0.5, 1, 5, 15, 60, 300],
    });
    this.#finished = metrics.count({
      name: 'deckcast_deliveries_finished_total',
      help: 'Deliveries that came to their end by an attempt, without probes, by channel and outcome: delivered, dead, or skipped because the subscription is switched off.',
      labels: { channel, outcome: [DeliveryStatus.DELIVERED, DeliveryStatus.DEAD, DeliveryStatus.SKIPPED] },
    });
  }

  note(recorded: readonly Settled[]): void {
    for (const one of recorded) this.#noteOne(one);
  }

  #noteOne(settled: Settled): void {
    const { delivery, subscription, result, status, startedAt, durationMs } = settled;
    const of = { channel: subscription.channel };
    if (result !== null) {
      this.#attempts.note({ ...of, outcome: result.verdict }, durationMs / 1_000);
      const { attemptsInRound, nextAttemptAt } = delivery;
      if (attemptsInRound === 0 && nextAttemptAt !== null) {
        // The clocks of process and database may differ a little.
        this.#waits.note(of, Math.max(0, startedAt.getTime() - nextAttemptAt.getTime()) / 1_000);
      }
    }
    const isOver = status !== DeliveryStatus.PENDING;
    if (isOver && !isProbe(settled)) this.#finished.add({ ...of, outcome: status });
  }
}
