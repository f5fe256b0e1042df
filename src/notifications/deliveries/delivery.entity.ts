import { Entity, Index, ManyToOne, PrimaryKey, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';
import { BaseEntity } from '../../platform/database/base.entity.ts';
import { Event } from '../../events/event.entity.ts';
import { Node } from '../../platform/database/node.ts';

export const DeliveryStatus = {
  PENDING: 'pending',
  DELIVERED: 'delivered',
  DEAD: 'dead',
  SKIPPED: 'skipped',
} as const;
export type DeliveryStatus = (typeof DeliveryStatus)[keyof typeof DeliveryStatus];
registerEnumType(DeliveryStatus, {
  name: 'DeliveryStatus',
  valuesConfig: {
    PENDING: { description: 'An attempt is due, now or at nextAttemptAt.' },
    DELIVERED: { description: 'The receiver accepted it.' },
    DEAD: { description: 'Given up after the last attempt, or because the receiver refused it for good.' },
    SKIPPED: {
      description: 'Not delivered: its subscription was switched off before, or skipReason says why it could not be.',
    },
  },
});

export const AttemptOutcome = { DELIVERED: 'delivered', FAILED: 'failed' } as const;
export type AttemptOutcome = (typeof AttemptOutcome)[keyof typeof AttemptOutcome];
registerEnumType(AttemptOutcome, { name: 'AttemptOutcome' });

export const AttemptPhase = { BEFORE: 'before', DURING: 'during', AFTER: 'after' } as const;
export type AttemptPhase = (typeof AttemptPhase)[keyof typeof AttemptPhase];
registerEnumType(AttemptPhase, {
  name: 'AttemptPhase',
  valuesConfig: {
    BEFORE: { description: 'Nothing was sent: the target was refused or could not be reached.' },
    DURING: { description: 'It broke off while sending or waiting: the receiver may have it.' },
    AFTER: { description: 'The receiver answered.' },
  },
});

/** One event for one notification subscription. Unique, so that a repeated fan-out is harmless. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'One event on its way to one notification subscription.',
})
@Entity({ tableName: 'delivery' })
@Unique({ properties: ['eventId', 'subscriptionId'], name: 'delivery_event_id_subscription_id_unique' })
@Index({ properties: ['subscriptionId', 'nextAttemptAt', 'id'], where: { status: DeliveryStatus.PENDING } })
@Index({ properties: ['subscriptionId', 'createdAt', 'id'] })
@Index({ properties: ['createdAt', 'id'] })
export class Delivery extends BaseEntity {
  @Field(() => ID)
  @ManyToOne(() => Event, { mapToPk: true, fieldName: 'event_id', deleteRule: 'cascade' })
  eventId!: string;

  /** No foreign key: what a deleted subscription leaves, which may be millions, is removed after it, not with it. */
  @Field(() => ID)
  @Property({ type: 'uuid' })
  subscriptionId!: string;

  @Field(() => DeliveryStatus)
  @Property({ type: 'text' })
  status: DeliveryStatus = DeliveryStatus.PENDING;

  @Field(() => Int)
  @Property({ type: 'integer' })
  attemptCount: number = 0;

  /** Attempts since it was first sent or last sent again: the place in the retry schedule. */
  @Property({ type: 'integer' })
  attemptsInRound: number = 0;

  @Field(() => Date, { nullable: true })
  @Property({ type: 'Date', length: 3, nullable: true })
  nextAttemptAt: Date | null = null;

  /** In words without values of the event; null unless it was created as skipped. */
  @Field(() => String, {
    nullable: true,
    description: 'Why it was skipped at once; null otherwise, also when its subscription was switched off.',
  })
  @Property({ type: 'text', nullable: true })
  skipReason: string | null = null;

  /** What its channel has to know at the next attempt, such as which addresses have had the mail; null once it arrived. */
  @Property({ type: 'json', nullable: true })
  progress: Record<string, unknown> | null = null;
}

/** One try at a delivery. */
@ObjectType('DeliveryAttempt', { implements: Node, simpleResolvers: true, description: 'One try at a delivery.' })
@Entity({ tableName: 'delivery_attempt' })
@Unique({ properties: ['deliveryId', 'number'] })
@Index({ properties: ['transaction', 'sequence'] })
export class Attempt {
  @PrimaryKey({ type: 'uuid' })
  id: string = uuidv7();

  @ManyToOne(() => Delivery, { mapToPk: true, fieldName: 'delivery_id', deleteRule: 'cascade' })
  deliveryId!: string;

  @Field(() => Int, { description: 'Counts from 1.' })
  @Property({ type: 'integer' })
  number!: number;

  @Field(() => Date)
  @Property({ type: 'Date', length: 3 })
  startedAt!: Date;

  @Field(() => Int, { description: 'Milliseconds.' })
  @Property({ type: 'integer' })
  durationMs!: number;

  @Field(() => AttemptOutcome)
  @Property({ type: 'text' })
  outcome!: AttemptOutcome;

  @Field(() => AttemptPhase, { description: 'How far it came.' })
  @Property({ type: 'text' })
  phase!: AttemptPhase;

  @Field(() => Int, { nullable: true, description: 'HTTP status or SMTP reply code.' })
  @Property({ type: 'integer', nullable: true })
  statusCode: number | null = null;

  @Field(() => String, { nullable: true, description: 'Why it failed, in words.' })
  @Property({ type: 'text', nullable: true })
  error: string | null = null;

  /** With `sequence` the place in the log of attempts, as for events. */
  @Property({ type: 'string', columnType: 'xid8', defaultRaw: 'pg_current_xact_id()' })
  transaction!: string;

  @Property({
    type: 'string',
    columnType: 'bigint',
    generated: 'by default as identity',
    autoincrement: true,
  })
  sequence!: string;

  @Field(() => String, { nullable: true, description: 'Beginning of what the receiver answered, as safe text.' })
  @Property({ type: 'text', nullable: true })
  response: string | null = null;
}
