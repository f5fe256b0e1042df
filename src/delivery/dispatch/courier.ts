import { AppError, Semaphore, type Tracing } from '../../kit/core/index.ts';
import { cursorOf } from '../../kit/live/index.ts';
import type { RequestScope } from '../../kit/data/index.ts';
import { type EventLog, hasLargeData } from '../events/event-log.ts';
import { eventsById } from '../events/event.service.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import type { SubscriptionSecrets } from '../subscriptions/subscription.secrets.ts';
import type { AttemptLog } from './attempt-log.ts';
import { type AttemptLimits, type AttemptResult, type Message, payloadOf } from '../channels/channel.ts';
import type { ChannelRegistry } from '../channels/registry.ts';
import { AttemptPhase } from '../deliveries/delivery.entity.ts';
import { testPing } from '../deliveries/delivery.events.ts';
import { type Attempted, type DueDelivery, readDue } from './due-delivery.ts';
import { DueReads, type UpcomingAttempts } from './due-reads.ts';
import type { Spending } from './spending.ts';

/** Most bytes of large events in memory, over all attempts of the process. A single event may be larger. */
const largeEventsBytes = 8_388_608;

/** What attempts need from the process. */
export interface CourierOptions {
  readonly newScope: () => RequestScope;
  readonly events: EventLog;
  readonly channels: ChannelRegistry;
  readonly attempts: AttemptLog;
  readonly secrets: SubscriptionSecrets;
  readonly spending: Spending;
  /** Time limit of an attempt in milliseconds, unless the subscription's policy sets its own. */
  readonly timeoutMs: number;
  readonly tracing: Tracing | null;
}

/** Makes single attempts and records them. Callers limit the concurrency. */
export class Courier {
  readonly #due: DueReads;
  readonly #largeEvents = new Semaphore(largeEventsBytes);

  constructor(private readonly options: CourierOptions) {
    this.#due = new DueReads((ids) => readDue(options.newScope(), options.events, ids));
  }

  /** Reads a delivery with its event and subscription; null when it is over. Call it before each attempt. */
  async find(deliveryId: string, upcoming: UpcomingAttempts): Promise<DueDelivery | null> {
    return this.#due.find(deliveryId, upcoming);
  }

  /** Whether the delivery was put off, because the quota of its key has no room for an attempt today. */
  async isPutOff(due: DueDelivery): Promise<boolean> {
    return this.options.spending.putsOff(due);
  }

  /** Makes one attempt. @param signal aborts it when the process has no time left to stop */
  async attempt(due: DueDelivery, signal: AbortSignal): Promise<Attempted> {
    if (!hasLargeData(due.event)) return this.#attempt(due, signal);
    return this.#largeEvents.run(
      async () => {
        const [event] = await eventsById(this.options.newScope().em, [due.event.id]);
        // Null after retention has deleted the event and its deliveries: then nothing is recorded.
        const attempted = await this.#attempt(
          { ...due, event: { ...due.event, data: event?.data ?? due.event.data } },
          signal,
        );
        return { ...attempted, event: due.event };
      },
      signal,
      due.event.size,
    );
  }

  async #attempt(due: DueDelivery, signal: AbortSignal): Promise<Attempted> {
    const { event, subscription } = due;
    const startedAt = new Date();
    if (!subscription.isActive && event.type !== testPing.name) {
      return { ...due, startedAt, durationMs: 0, result: null };
    }
    const timeoutMs = subscription.policy?.timeoutMs ?? this.options.timeoutMs;
    const started = performance.now();
    const result = await this.#traced(due, { signal, timeoutMs });
    return { ...due, startedAt, durationMs: Math.round(performance.now() - started), result };
  }

  /** An attempt continues the trace of the request that recorded its event, however much later it is made. */
  async #traced(due: DueDelivery, limits: AttemptLimits): Promise<AttemptResult> {
    const { tracing } = this.options;
    if (tracing === null) return this.#send(due, limits);
    const { delivery, event, subscription } = due;
    const attributes = {
      'deckcast.event.id': event.id,
      'deckcast.delivery.id': delivery.id,
      'deckcast.subscription.id': subscription.id,
      'deckcast.attempt.number': delivery.attemptCount + 1,
    };
    const root = {
      name: `attempt ${subscription.channel}`,
      kind: 'client',
      parent: event.traceparent,
      attributes,
    } as const;
    return tracing.begin(root, async (span) => {
      const result = await this.#send(due, limits);
      const { verdict, phase, statusCode } = result;
      if (verdict !== 'delivered') span.fail();
      span.set({
        'deckcast.attempt.verdict': verdict,
        'deckcast.attempt.phase': phase,
        ...(statusCode === undefined ? {} : { 'deckcast.attempt.status_code': statusCode }),
      });
      return result;
    });
  }

  /** Records an attempt and its consequences. @throws the reason of the signal when it is aborted */
  async record(attempted: Attempted, signal: AbortSignal): Promise<void> {
    await this.options.attempts.record(attempted, signal);
  }

  /** Sends through the channel, with the secrets decrypted. */
  async #send({ delivery, event, subscription }: DueDelivery, limits: AttemptLimits): Promise<AttemptResult> {
    const { channels, secrets } = this.options;
    let opened: NotificationSubscription;
    try {
      opened = secrets.open(subscription, new Date());
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      // A webhook is never sent unsigned. SECRET_KEY may hold the missing key at the next attempt.
      return { verdict: 'retry', phase: AttemptPhase.NOT_SENT, error: error.message };
    }
    const message: Message = {
      deliveryId: delivery.id,
      payload: payloadOf(event),
      cursor: cursorOf(event),
      subscription: opened,
      progress: delivery.progress,
      startsRound: delivery.attemptsInRound === 0,
    };
    return channels.get(subscription.channel).send(message, limits);
  }
}

/** Whether the attempt was made and failed. */
export function isFailedAttempt({ result }: Attempted): boolean {
  return result !== null && result.verdict !== 'delivered';
}
