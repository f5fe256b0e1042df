import type { Fault } from '../../platform/kernel/errors.ts';
import type { AttemptPhase } from '../deliveries/delivery.entity.ts';
import type { Event } from '../../events/event.entity.ts';
import type { ChannelKind, NotificationSubscription } from '../subscriptions/subscription.entity.ts';

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
  /** The event's place in the log. */
  readonly cursor: string;
  readonly subscription: NotificationSubscription;
  /** What the channel gave with its last result; null at first, and once the delivery has arrived. */
  readonly progress: Readonly<Record<string, unknown>> | null;
  /** Whether this is the first attempt since the delivery was sent, or sent again. */
  readonly startsRound: boolean;
}

export interface AttemptLimits {
  /** Raised when the process stops: the attempt is then thrown away and made again later. */
  readonly signal: AbortSignal;
  /** Longest the whole attempt may take, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * How an attempt ended. A value, not an exception: what a receiver answers is no error of ours.
 * `retry`: it may work later. `refused`: it never will.
 */
export interface AttemptResult {
  readonly verdict: 'delivered' | 'retry' | 'refused';
  /** How far it came: before anything was sent, while sending or waiting, or after the receiver's answer. */
  readonly phase: AttemptPhase;
  /** HTTP status or SMTP reply code. */
  readonly statusCode?: number;
  /** Why it was not delivered, or not to all, in words that may be shown; no secret, address or homeowner's data. */
  readonly error?: string;
  /** Beginning of what the receiver answered, as safe text. */
  readonly response?: string;
  /** The receiver's own wish for the next attempt, in milliseconds from now. */
  readonly retryAfterMs?: number;
  /** The receiver wants nothing more: why, in words. Switches the subscription off. */
  readonly disable?: string;
  /** What the channel has to know at the next attempt. Without it, it knows what it knew at this one. */
  readonly progress?: Readonly<Record<string, unknown>>;
}

/**
 * A way to deliver. A new one is one file that implements this, one line in the registry, one line in the channel
 * contract test, its name in the `ChannelKind` enum and its settings in `channel-config.ts`.
 */
export interface Channel {
  readonly kind: ChannelKind;
  /** Faults of the settings in a subscription's channelConfig, with pointers below `pointer`. */
  configFaults(config: Readonly<Record<string, unknown>>, pointer: string): readonly Fault[];
  /** Makes one attempt. Throws only for a fault of our own, which is tried again without counting. */
  send(message: Message, limits: AttemptLimits): Promise<AttemptResult>;
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
