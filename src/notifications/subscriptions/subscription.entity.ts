import { randomBytes } from 'node:crypto';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { EditableEntity } from '../../platform/database/base.entity.ts';
import { Node } from '../../platform/database/node.ts';
import type { Filter } from './subscription.filter.ts';

/** Ways to deliver. `Channel` in `channels/channel.ts` is the code that sends. */
export const ChannelKind = { WEBHOOK: 'webhook', EMAIL: 'email', CONSOLE: 'console' } as const;
/** A value of `ChannelKind`, as stored. */
export type ChannelKind = (typeof ChannelKind)[keyof typeof ChannelKind];
registerEnumType(ChannelKind, {
  name: 'Channel',
  description: 'A way to deliver events.',
  valuesConfig: {
    WEBHOOK: { description: 'HTTP POST with a Standard Webhooks signature.' },
    EMAIL: { description: 'Mail to up to 50 addresses.' },
    CONSOLE: { description: 'A line on the standard output of the process.' },
  },
});

/** Delivery settings of one subscription; an absent or null member means the configured default. */
@ObjectType({
  simpleResolvers: true,
  description: 'Delivery settings of one subscription. Null is the configured default.',
})
export class DeliveryPolicy {
  @Field(() => [Float], { nullable: true, description: 'Seconds between attempts; null is the configured schedule.' })
  retryDelays?: number[] | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Time limit of one attempt in milliseconds; null is the configured limit.',
  })
  timeoutMs?: number | null;

  @Field(() => Boolean, {
    description:
      'Whether the receiver is probed after the subscription was switched off for failures; an answer switches it on.',
  })
  autoRecover?: boolean;
}

/** Which events go where. `deckId` is not a foreign key, so that the `deck.deleted` of the deck is still delivered. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'Delivers matching events to one receiver.' })
@Entity({ tableName: 'notification_subscription' })
@Index({ properties: ['createdAt', 'id'] })
@Index({ properties: ['eventType'] })
@Index({ properties: ['deckId'] })
export class NotificationSubscription extends EditableEntity {
  @Field(() => String, { description: 'Name for people; it need not be unique.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { description: 'Event type, or a pattern such as contract.* or *.' })
  @Property({ type: 'text' })
  eventType!: string;

  @Field(() => ChannelKind, { description: 'How events are delivered.' })
  @Property({ type: 'text' })
  channel!: ChannelKind;

  @Field(() => GraphQLJSONObject, {
    description:
      'Settings of the channel. webhook: { url, headers }; email: { toEmails, fromEmail }; console: as given. headers and fromEmail are null unless set.',
  })
  @Property({ type: 'json' })
  channelConfig!: Record<string, unknown>;

  @Field(() => ID, { nullable: true, description: 'Only events of this deck; null for all events.' })
  @Property({ type: 'uuid', nullable: true })
  deckId: string | null = null;

  @Field(() => Boolean, { description: 'Whether events are delivered.' })
  @Property({ type: 'boolean' })
  isActive: boolean = true;

  /** Why the service switched it off; null while it is on, or after a client switched it off. */
  @Field(() => String, {
    nullable: true,
    description: 'Why the service switched it off; null while it is active or after a client switched it off.',
  })
  @Property({ type: 'text', nullable: true })
  disabledReason: string | null = null;

  /** Time of the first failure since the last success; null after a success. */
  @Property({ type: 'Date', length: 3, nullable: true })
  failingSince: Date | null = null;

  /** Id of the `test.ping` delivery that probes the receiver while it is switched off for failures; null for none. */
  @Property({ type: 'uuid', nullable: true })
  probeId: string | null = null;

  /** Start of the gap to replay after recovery; null without a gap. */
  @Property({ type: 'Date', length: 3, nullable: true })
  gapSince: Date | null = null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Conditions on events beyond type and deck; null passes all.',
  })
  @Property({ type: 'json', nullable: true })
  filter: Filter | null = null;

  /** Delivery settings; null means configured defaults. */
  @Property({ type: 'json', nullable: true })
  policy: DeliveryPolicy | null = null;

  /** Signs webhooks in addition to `secret` during the overlap of a rotation; encrypted like it. Null for none. */
  @Property({ type: 'text', nullable: true, hidden: true })
  previousSecret: string | null = null;

  /** End of the overlap: the previous secret is not used from then on. */
  @Property({ type: 'Date', length: 3, nullable: true })
  previousSecretUntil: Date | null = null;

  /**
   * Id of the transaction that created it. It gets the events of later transactions. Timestamps do not work for this,
   * because the clocks of processes differ.
   */
  @Property({ type: 'string', columnType: 'xid8', defaultRaw: 'pg_current_xact_id()' })
  createdIn!: string;

  /** Signs webhooks. Stored encrypted, see `subscription.secrets.ts`; lists and events do not contain it. */
  @Property({ type: 'text', hidden: true })
  secret: string = newSigningSecret();
}

/** Makes a Standard Webhooks secret: `whsec_` and 32 random bytes in base64. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** The secrets that a receiver needs to verify signatures. Clients get them in this type only. */
@ObjectType({
  simpleResolvers: true,
  description: 'The secrets that sign the webhooks of a notification subscription.',
})
export class SubscriptionSecret {
  @Field(() => String, { description: 'Current secret: whsec_ and base64, as Standard Webhooks libraries expect it.' })
  secret!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Previous secret, which also signs during the overlap of a rotation; null otherwise.',
  })
  previousSecret!: string | null;

  @Field(() => Date, { nullable: true, description: 'End of the overlap; null without one.' })
  previousSecretUntil!: Date | null;
}
