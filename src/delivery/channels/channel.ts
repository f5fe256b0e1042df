import type { Fault } from '../../errors.ts';
import type { Event } from '../../events/event.entity.ts';
import type {
  Channel as ChannelKind,
  NotificationSubscription,
} from '../../modules/subscriptions/subscription.entity.ts';

/** What is delivered: the body of a webhook, the content of a mail, the line on the console. */
export interface EventPayload {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly deckId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One delivery as a channel sees it. */
export interface Message {
  /** Stable over all attempts, so that a mail keeps its Message-ID. */
  readonly deliveryId: string;
  readonly payload: EventPayload;
  readonly subscription: NotificationSubscription;
}

/**
 * How an attempt ended. A value, not an exception: what a receiver answers is no error of ours.
 * `retry`: it may work later. `refused`: it never will.
 */
export interface AttemptResult {
  readonly verdict: 'delivered' | 'retry' | 'refused';
  /** HTTP status or SMTP reply code. */
  readonly statusCode?: number;
  /** Why it was not delivered, in words that may be shown; no secret and no homeowner's data. */
  readonly error?: string;
}

/**
 * A way to deliver. A new one is one file that implements this, one line in the registry, one line in the channel
 * contract test, and its name in the `Channel` enum.
 */
export interface Channel {
  readonly kind: ChannelKind;
  /** Faults of the settings in a subscription's channelConfig, with pointers below `pointer`. */
  configFaults(config: Readonly<Record<string, unknown>>, pointer: string): readonly Fault[];
  /** Makes one attempt. Throws only for a fault of our own, which is tried again without counting. */
  send(message: Message, signal: AbortSignal): Promise<AttemptResult>;
  close?(): Promise<void>;
}

export function payloadOf(event: Event): EventPayload {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.timestamp.toISOString(),
    deckId: event.deckId,
    data: event.data,
  };
}
