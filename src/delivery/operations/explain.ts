import { sql } from 'kysely';
import { ObjectType, registerEnumType } from 'type-graphql';
import {
  answerOf,
  attributes,
  type RequestScope,
  selectOne,
  shown,
  shownPartOrNull,
  view,
  viewOf,
  readOne,
} from '../../kit/data/index.ts';
import type { Event } from '../events/event.entity.ts';
import { isFannedOut } from '../events/event-audience.ts';
import { FanOut } from '../events/fan-out.entity.ts';
import { eventsById } from '../events/event.service.ts';
import { matchesType } from '../events/type-pattern.ts';
import type { NotificationSubscription } from '../subscriptions/subscription.entity.ts';
import { readSubscription } from '../subscriptions/subscription.reader.ts';
import { Attempt, AttemptOutcome, Delivery, DeliveryStatus } from '../deliveries/delivery.entity.ts';
import { deliveryView } from '../deliveries/delivery.entity.ts';
import { deliveryDead, testPing } from '../deliveries/delivery.events.ts';
import { unmetCondition } from '../filters/event-filter.ts';
import { deliveriesById } from '../deliveries/delivery.reader.ts';
import { isRecordedAfter } from '../fan-out/listeners.ts';

/** The deciding reasons of an explanation. */
const DeliveryVerdict = {
  DELIVERED: 'delivered',
  PENDING: 'pending',
  DEAD: 'dead',
  SKIPPED: 'skipped',
  OTHER_TYPE: 'other_type',
  OTHER_DECK: 'other_deck',
  FILTERED: 'filtered',
  PREDATES_SUBSCRIPTION: 'predates_subscription',
  INACTIVE: 'inactive',
  FAN_OUT_PENDING: 'fan_out_pending',
  FAN_OUT_DEAD: 'fan_out_dead',
  MATCHED_TOO_LATE: 'matched_too_late',
} as const;
/** A value of `DeliveryVerdict`, as REST returns it. */
type DeliveryVerdict = (typeof DeliveryVerdict)[keyof typeof DeliveryVerdict];
registerEnumType(DeliveryVerdict, {
  name: 'DeliveryVerdict',
  description: 'Why a subscription received an event or did not.',
  valuesConfig: {
    DELIVERED: { description: 'The receiver accepted it.' },
    PENDING: { description: 'The next attempt is due now or later.' },
    DEAD: { description: 'The delivery was given up.' },
    SKIPPED: {
      description: 'The subscription was switched off before the delivery, or its filter cannot be evaluated.',
    },
    OTHER_TYPE: { description: 'The subscription selects another event type.' },
    OTHER_DECK: { description: 'The subscription is limited to another deck.' },
    FILTERED: { description: "The event does not meet the subscription's filter." },
    PREDATES_SUBSCRIPTION: { description: 'The event is older than the subscription.' },
    INACTIVE: { description: 'The subscription is switched off.' },
    FAN_OUT_PENDING: { description: 'The fan-out of the event is not finished.' },
    FAN_OUT_DEAD: { description: 'The fan-out of the event was given up. A client can retry it.' },
    MATCHED_TOO_LATE: { description: 'The subscription matches now, but did not match or exist when the fan-out ran.' },
  },
});

const explanationAttributes = attributes({
  verdict: shown(DeliveryVerdict, 'The deciding reason.'),
  detail: shown(String, 'All reasons as text, with the deciding values.'),
  delivery: shownPartOrNull(Delivery, deliveryView, 'The delivery; null when there is none.'),
});

/** The answer of `explainDelivery`. */
@ObjectType('DeliveryExplanation', {
  simpleResolvers: true,
  description: 'Why a subscription received an event or did not.',
})
export class Explanation extends answerOf(explanationAttributes) {}

/** As REST shows it. */
export const explanationView = view<Explanation>('DeliveryExplanation', viewOf(explanationAttributes));

type Reason = readonly [verdict: DeliveryVerdict, sentence: string];

/**
 * Explains why an event was or was not delivered to a subscription. An existing delivery takes precedence over the
 * subscription's current settings.
 *
 * @throws AppError `NOT_FOUND`, or `INVALID_INPUT` when an id is not a UUID
 */
export async function explainDelivery(
  scope: RequestScope,
  eventId: string,
  subscriptionId: string,
): Promise<Explanation> {
  const event = await readOne(scope.em, eventsById, eventId, { noun: 'event', parameter: 'eventId' });
  const subscription = await readSubscription(scope, subscriptionId);
  const delivery = await selectOne(
    scope.em,
    Delivery,
    sql`where event_id = ${event.id} and subscription_id = ${subscription.id}`,
  );
  const [verdict, detail] = await reasonOf(scope, event, subscription, delivery);
  const more = verdict === DeliveryVerdict.DELIVERED ? '' : await probing(scope, subscription);
  return { verdict, detail: detail + more, delivery };
}

async function reasonOf(
  scope: RequestScope,
  event: Event,
  subscription: NotificationSubscription,
  delivery: Delivery | null,
): Promise<Reason> {
  if (delivery !== null) {
    const lastAttempt = sql`where delivery_id = ${delivery.id} order by number desc limit 1`;
    return progress(scope, delivery, subscription, await selectOne(scope.em, Attempt, lastAttempt));
  }
  const reasons = obstacles(event, subscription);
  const [first] = reasons;
  if (first === undefined) return unexpected(scope, event, subscription);
  return [first[0], reasons.map(([, sentence]) => sentence).join(' ')];
}

/** A sentence about the probe of a subscription that is switched off; empty for others. */
async function probing(scope: RequestScope, { probeId }: NotificationSubscription): Promise<string> {
  const [probe] = probeId === null ? [] : await deliveriesById(scope.em, [probeId]);
  if (!probe) return '';
  return ` Its receiver is probed, next ${dueAt(scope, probe)}; once it answers, what it has missed is delivered in order.`;
}

function dueAt({ now }: RequestScope, { nextAttemptAt }: Delivery): string {
  return nextAttemptAt !== null && nextAttemptAt > now() ? `at ${nextAttemptAt.toISOString()}` : 'now';
}

function progress(
  scope: RequestScope,
  delivery: Delivery,
  { isActive }: NotificationSubscription,
  last: Attempt | null,
): Reason {
  const { status, attemptCount } = delivery;
  const soFar = attemptCount === 1 ? '1 attempt' : `${attemptCount} attempts`;
  const lastOne = last === null ? 'none was made yet' : `the last, ${said(last)}`;
  switch (status) {
    case DeliveryStatus.DELIVERED:
      return [DeliveryVerdict.DELIVERED, `It was delivered after ${soFar}: ${lastOne}`];
    case DeliveryStatus.DEAD:
      return [DeliveryVerdict.DEAD, `It was given up after ${soFar}: ${lastOne} It can be sent again.`];
    case DeliveryStatus.SKIPPED:
      if (delivery.skipReason !== null) {
        return [DeliveryVerdict.SKIPPED, `It was skipped: ${delivery.skipReason}. It can be sent again.`];
      }
      return [
        DeliveryVerdict.SKIPPED,
        `The subscription was switched off before it was delivered. Attempts: ${attemptCount}${last === null ? '.' : `; ${lastOne}`} It can be sent again once the subscription is switched on.`,
      ];
    case DeliveryStatus.PENDING: {
      const before = last === null ? 'No attempt was made yet.' : `After ${soFar} it waits: ${lastOne}`;
      const inactive = isActive
        ? ''
        : ' The subscription is switched off by now: unless it is a test it is skipped then.';
      const waits = delivery.waitReason === null ? '' : ` It waits: ${delivery.waitReason}`;
      return [
        DeliveryVerdict.PENDING,
        `${before}${waits} The next attempt is due ${dueAt(scope, delivery)}.${inactive}`,
      ];
    }
  }
}

function said({ number, startedAt, outcome, statusCode, error }: Attempt): string {
  const which = `number ${number} at ${startedAt.toISOString()},`;
  if (outcome === AttemptOutcome.FAILED) return `${which} failed: ${error ?? 'no reason was given.'}`;
  return `${which} was accepted${statusCode === null ? '' : ` with ${statusCode}`}${error === null ? '.' : `: ${error}`}`;
}

/** All reasons that keep the event from the subscription, those that cannot be changed first. */
function obstacles(event: Event, subscription: NotificationSubscription) {
  const { eventType, deckId, filter, createdAt, isActive, disabledReason } = subscription;
  const reasons: Reason[] = [];
  if (!matchesType(eventType, event.type)) {
    const sentence = `The event is of the type ${event.type}, but the subscription selects ${eventType}.`;
    reasons.push([DeliveryVerdict.OTHER_TYPE, sentence]);
  }
  if (deckId !== null && deckId !== event.deckId) {
    const deck = event.deckId === null ? 'no deck' : `the deck ${event.deckId}`;
    const sentence = `The event belongs to ${deck}, but the subscription is limited to the deck ${deckId} only.`;
    reasons.push([DeliveryVerdict.OTHER_DECK, sentence]);
  }
  const unmet = unmetCondition(filter, event);
  if (unmet !== null) reasons.push([DeliveryVerdict.FILTERED, `The event does not pass the filter: ${unmet}.`]);
  if (!isRecordedAfter(event, subscription)) {
    const sentence = `The event happened at ${event.timestamp.toISOString()}, before the subscription was made at ${createdAt.toISOString()}.`;
    reasons.push([DeliveryVerdict.PREDATES_SUBSCRIPTION, sentence]);
  }
  if (!isActive) {
    reasons.push([DeliveryVerdict.INACTIVE, `The subscription is switched off: ${disabledReason ?? 'by hand.'}`]);
  }
  return reasons;
}

/** Why there is no delivery although the subscription matches now. */
async function unexpected({ em }: RequestScope, event: Event, subscription: NotificationSubscription): Promise<Reason> {
  const { id, type, timestamp } = event;
  const { eventType, failingSince, updatedAt } = subscription;
  const happened = `The event ${type} of ${timestamp.toISOString()} matches the subscription (${eventType})`;
  if (type === testPing.name) {
    return [
      DeliveryVerdict.MATCHED_TOO_LATE,
      `${happened}, but a ${type} goes to the subscription that it tests alone.`,
    ];
  }
  if (!isFannedOut(type))
    return [DeliveryVerdict.MATCHED_TOO_LATE, `${happened}, but a ${type} is for live views only.`];
  if (isAboutOwn(event, subscription)) {
    return [
      DeliveryVerdict.MATCHED_TOO_LATE,
      `${happened}, but no subscription receives the end of its own deliveries.`,
    ];
  }
  const pending = await selectOne(em, FanOut, sql`where event_id = ${id}`);
  if (pending !== null) {
    const { FAN_OUT_DEAD, FAN_OUT_PENDING } = DeliveryVerdict;
    return [pending.diedAt === null ? FAN_OUT_PENDING : FAN_OUT_DEAD, `${happened}. ${pendingInWords(pending)}`];
  }
  // One whose attempts have succeeded again since then was failing when the fan-out ran.
  if (type === deliveryDead.name && (failingSince !== null || updatedAt <= timestamp)) {
    const rule = `a subscription gets no ${type} while its own attempts fail`;
    return [DeliveryVerdict.MATCHED_TOO_LATE, `${happened}, but ${rule}. It can be recovered.`];
  }
  const why =
    updatedAt > timestamp
      ? `the subscription was changed after it, at ${updatedAt.toISOString()}`
      : 'it was not handed out, or the subscription was made while it was';
  return [DeliveryVerdict.MATCHED_TOO_LATE, `${happened}, but has no delivery: ${why}. It can be recovered.`];
}

function isAboutOwn({ type, data }: Event, { id }: NotificationSubscription): boolean {
  return type === deliveryDead.name && data['subscriptionId'] === id;
}

function pendingInWords(fanOut: FanOut): string {
  if (fanOut.attemptCount === 0) return 'Its fan-out is under way or about to begin.';
  const times = fanOut.attemptCount === 1 ? 'once' : `${fanOut.attemptCount} times`;
  if (fanOut.diedAt !== null) {
    return `Its fan-out was given up at ${fanOut.diedAt.toISOString()}, after it had failed ${times} (${fanOut.error}). It can be tried again.`;
  }
  return `Its fan-out has failed ${times} (${fanOut.error}) and is tried again at ${fanOut.dueAt.toISOString()}.`;
}
