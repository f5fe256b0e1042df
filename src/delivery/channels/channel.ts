import type { Fault } from '../../kit/core/index.ts';
import type { AttemptPhase } from '../deliveries/delivery.entity.ts';
import type { Event } from '../events/event.entity.ts';
import type { ChannelKind } from '../subscriptions/channel-config.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';

/** The event as channels send it: body of a webhook, content of a mail, line on the console. */
export interface EventPayload {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly deckId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** One delivery as a channel gets it. */
export interface Message {
  /** The same at all attempts, so that a mail keeps its Message-ID. */
  readonly deliveryId: string;
  readonly payload: EventPayload;
  /** The event's position in the log. */
  readonly cursor: string;
  /** With its secrets decrypted. */
  readonly subscription: NotificationSubscription;
  /** `progress` of the channel's last result; null at first and after a success. */
  readonly progress: Readonly<Record<string, unknown>> | null;
  /** Whether this is the first attempt since the delivery was created or resent. */
  readonly startsRound: boolean;
}

/** When a channel must end an attempt. */
export interface AttemptLimits {
  /** Aborted when the process stops: the attempt is not recorded and is made again later. */
  readonly signal: AbortSignal;
  /** Time limit of the whole attempt, in milliseconds. */
  readonly timeoutMs: number;
}

/**
 * How an attempt ended. A value, because a failure of the receiver is not an exception here.
 * `retry`: a later attempt may succeed. `refused`: none will.
 */
export interface AttemptResult {
  readonly verdict: 'delivered' | 'retry' | 'refused';
  /** How far the attempt came. */
  readonly phase: AttemptPhase;
  /** HTTP status or SMTP reply code. */
  readonly statusCode?: number;
  /** Why it was not delivered, or not to all. Clients see it: no secret, address or homeowner data. */
  readonly error?: string;
  /** Beginning of the receiver's answer, cleaned by `safeText`. */
  readonly response?: string;
  /** Shortest time until the next attempt by request of the receiver, in milliseconds. */
  readonly retryAfterMs?: number;
  /** Set when the receiver requests a stop: the reason. Switches the subscription off. */
  readonly disable?: string;
  /** State for the next attempt. Absent: the state of this attempt is kept. */
  readonly progress?: Readonly<Record<string, unknown>>;
}

/**
 * Sends deliveries in one way. To add a channel: declare it in `channel-config.ts`, implement this in one file, create
 * it in `composition/core.ts`, and add a case to the channel contract test.
 */
export interface Channel {
  readonly kind: ChannelKind;
  /** Faults of a `channelConfig` for events of a type or pattern, with JSON pointers below `pointer`. */
  configFaults(config: Readonly<Record<string, unknown>>, pointer: string, eventType: string): readonly Fault[];
  /** Makes one attempt. Throws only for an internal error, after which the attempt is repeated and not counted. */
  send(message: Message, limits: AttemptLimits): Promise<AttemptResult>;
  /** How many recipients the next attempt addresses; absent for a channel with one receiver. */
  recipientsOf?(message: Pick<Message, 'subscription' | 'progress' | 'startsRound'>): number;
  /** Removes what this channel has kept of deliveries. */
  forget?(deliveryIds: readonly string[]): Promise<void>;
  /** Closes connections when the process stops. */
  close?(): Promise<void>;
}

/** The payload of an event, the same for all channels and filters. */
export function payloadOf(event: Event): EventPayload {
  return {
    id: event.id,
    type: event.type,
    timestamp: event.timestamp.toISOString(),
    deckId: event.deckId,
    data: event.data,
  };
}
