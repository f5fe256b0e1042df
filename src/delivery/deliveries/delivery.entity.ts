import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';
import {
  attributes,
  BaseEntity,
  id,
  list,
  nested,
  Node,
  rowOf,
  shown,
  shownOrNull,
  time,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { ReadFrom, SeenBy } from '../../kit/rights/index.ts';
import { Event } from '../events/event.entity.ts';

/** States of a delivery. PENDING is the only one with a further attempt. */
export const DeliveryStatus = {
  PENDING: 'pending',
  DELIVERED: 'delivered',
  DEAD: 'dead',
  SKIPPED: 'skipped',
} as const;
/** A value of `DeliveryStatus`, as stored. */
export type DeliveryStatus = (typeof DeliveryStatus)[keyof typeof DeliveryStatus];
registerEnumType(DeliveryStatus, {
  name: 'DeliveryStatus',
  description: 'State of a delivery.',
  valuesConfig: {
    PENDING: { description: 'An attempt is due at nextAttemptAt.' },
    DELIVERED: { description: 'The receiver accepted it.' },
    DEAD: { description: 'Given up after the last attempt, or because the receiver rejected it permanently.' },
    SKIPPED: {
      description: 'Not delivered, because the subscription was switched off or for the reason in skipReason.',
    },
  },
});

export const AttemptOutcome = { DELIVERED: 'delivered', FAILED: 'failed' } as const;
/** A value of `AttemptOutcome`, as stored. */
export type AttemptOutcome = (typeof AttemptOutcome)[keyof typeof AttemptOutcome];
registerEnumType(AttemptOutcome, {
  name: 'AttemptOutcome',
  description: 'Result of a delivery attempt.',
  valuesConfig: {
    DELIVERED: { description: 'The receiver accepted it.' },
    FAILED: { description: 'The receiver did not accept it; error has the reason.' },
  },
});

/** How far an attempt came. It shows whether the receiver may have the message. */
export const AttemptPhase = { NOT_SENT: 'not_sent', INTERRUPTED: 'interrupted', ANSWERED: 'answered' } as const;
/** A value of `AttemptPhase`, as stored. */
export type AttemptPhase = (typeof AttemptPhase)[keyof typeof AttemptPhase];
registerEnumType(AttemptPhase, {
  name: 'AttemptPhase',
  description: 'How far a delivery attempt came.',
  valuesConfig: {
    NOT_SENT: { description: 'Nothing was sent: the target is not allowed or not reachable.' },
    INTERRUPTED: {
      description: 'It ended while sending or waiting for the answer: the receiver may have the message.',
    },
    ANSWERED: { description: 'The receiver answered.' },
  },
});

/** Both its event and its subscription are seen: a subscription may have been of another deck before. */
const seenFromBothEnds = `event_id in (select id from event where deck_id = any($decks))
  and subscription_id in (select id from notification_subscription where deck_id = any($decks))`;

const deliveryAttributes = attributes({
  /** No foreign key: a job removes the deliveries of a deleted subscription, which may be millions. */
  subscriptionId: shown(ID, 'Id of the notification subscription, which may be deleted.'),
  status: shown(DeliveryStatus, 'Current state.', { default: DeliveryStatus.PENDING }),
  attemptCount: shown(Int, 'Attempts made so far, including those before a resend.', { default: 0 }),
  nextAttemptAt: shownOrNull(Date, 'When the next attempt is due; null unless PENDING.'),
  /** Contains no values of the event, and neither does `waitReason`. */
  skipReason: shownOrNull(
    String,
    'Why it was created as SKIPPED; null otherwise, also when the subscription was switched off.',
  ),
  waitReason: shownOrNull(
    String,
    'Why it is delayed although its attempt was due, such as for a quota that is used up; null otherwise.',
  ),
});

/** One event for one notification subscription. Unique, so that a repeated fan-out creates nothing. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'The delivery of one event to one notification subscription.',
})
@Entity({ tableName: 'delivery' })
@SeenBy(seenFromBothEnds)
@Unique({ properties: ['eventId', 'subscriptionId'], name: 'delivery_event_id_subscription_id_unique' })
@Index({ properties: ['subscriptionId', 'nextAttemptAt', 'id'], where: { status: DeliveryStatus.PENDING } })
@Index({ properties: ['subscriptionId', 'createdAt', 'id'] })
@Index({ properties: ['createdAt', 'id'] })
export class Delivery extends rowOf(deliveryAttributes, BaseEntity) {
  @Field(() => ID, { description: 'Id of the event.' })
  @ManyToOne(() => Event, { mapToPk: true, fieldName: 'event_id', deleteRule: 'cascade' })
  eventId!: string;

  /** Attempts since it was created or last resent: the index in the retry schedule. */
  @Property({ type: 'integer' })
  attemptsInRound: number = 0;

  /** State that the channel keeps between attempts, such as the addresses that have the mail; null after a success. */
  @Property({ type: 'json', nullable: true })
  progress: Record<string, unknown> | null = null;
}

const attemptAttributes = attributes({
  number: shown(Int, 'Number of the attempt, from 1.'),
  startedAt: shown(Date, 'When the attempt started, by the clock of the process.'),
  durationMs: shown(Int, 'Duration in milliseconds.'),
  outcome: shown(AttemptOutcome, 'Whether the receiver accepted it.'),
  phase: shown(AttemptPhase, 'How far the attempt came.'),
  statusCode: shownOrNull(Int, 'HTTP status or SMTP reply code; null without an answer.'),
  error: shownOrNull(String, 'Why it failed; null after a success for all recipients.'),
  response: shownOrNull(
    String,
    'First 2,048 characters of the answer, without control characters and secrets; null for none.',
  ),
});

/** One attempt at a delivery, written once. */
@ObjectType('DeliveryAttempt', { implements: Node, simpleResolvers: true, description: 'One attempt at a delivery.' })
@Entity({ tableName: 'delivery_attempt' })
@SeenBy(`delivery_id in (select id from delivery where ${seenFromBothEnds})`)
@ReadFrom(
  'select delivery_attempt.*, position, epoch from delivery_attempt left join attempt_position on attempt_id = delivery_attempt.id',
)
@Unique({ properties: ['deliveryId', 'number'] })
export class Attempt extends rowOf(attemptAttributes) {
  @PrimaryKey({ type: 'uuid' })
  id: string = uuidv7();

  @ManyToOne(() => Delivery, { mapToPk: true, fieldName: 'delivery_id', deleteRule: 'cascade' })
  deliveryId!: string;

  /** Whether it made the delivery dead. */
  @Property({ type: 'boolean', default: false })
  gaveUp: boolean = false;

  /** Its position in the log of attempts, as for events; null until it has one. */
  @Property({ type: 'string', columnType: 'bigint', nullable: true, persist: false })
  position: string | null = null;

  @Property({ type: 'integer', columnType: 'integer', nullable: true, persist: false })
  epoch: number | null = null;
}

const deliveryFields = { id, eventId: id, ...viewOf(deliveryAttributes), createdAt: time, updatedAt: time };
type HiddenOfDelivery = 'attemptsInRound' | 'progress';
/** As REST shows a delivery. */
export const deliveryView = view<Delivery, HiddenOfDelivery>('Delivery', deliveryFields);

const attemptView = view<Attempt, 'id' | 'deliveryId' | 'epoch' | 'gaveUp' | 'position'>(
  'DeliveryAttempt',
  viewOf(attemptAttributes),
);
export const deliveryLogView = view<Delivery & { readonly attempts: readonly Attempt[] }, HiddenOfDelivery>(
  'DeliveryWithAttempts',
  { ...deliveryFields, attempts: list(nested(attemptView)) },
);
