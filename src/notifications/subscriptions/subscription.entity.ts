import { randomBytes } from 'node:crypto';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Float, ID, Int, ObjectType, registerEnumType } from 'type-graphql';
import { EditableEntity } from '../../platform/database/base.entity.ts';
import { Node } from '../../platform/database/node.ts';
import type { Filter } from './subscription.filter.ts';

export const ChannelKind = { WEBHOOK: 'webhook', EMAIL: 'email', CONSOLE: 'console' } as const;
export type ChannelKind = (typeof ChannelKind)[keyof typeof ChannelKind];
registerEnumType(ChannelKind, { name: 'Channel', description: 'A way to deliver.' });

/** What a subscription asks for beyond the defaults; absent members follow the configuration. */
@ObjectType({ simpleResolvers: true, description: 'How deliveries differ from the configured defaults.' })
export class DeliveryPolicy {
  @Field(() => [Float], { nullable: true, description: 'Seconds between one attempt and the next.' })
  retryDelays?: number[] | null;

  @Field(() => Int, { nullable: true, description: 'Longest time one attempt may take, in milliseconds.' })
  timeoutMs?: number | null;

  @Field(() => Boolean, {
    description: 'Whether it is probed after it was switched off for its failures, and switched on once it answers.',
  })
  autoRecover?: boolean;
}

/** The stored wish to be told of events. `deckId` is not a foreign key: a deck's own `deck.deleted` still arrives. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'The stored wish to be told of events.' })
@Entity({ tableName: 'notification_subscription' })
@Index({ properties: ['createdAt', 'id'] })
@Index({ properties: ['eventType'] })
@Index({ properties: ['deckId'] })
export class NotificationSubscription extends EditableEntity {
  @Field(() => String)
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { description: 'An event type, or a pattern such as contract.* or *.' })
  @Property({ type: 'text' })
  eventType!: string;

  @Field(() => ChannelKind)
  @Property({ type: 'text' })
  channel!: ChannelKind;

  @Field(() => GraphQLJSONObject, {
    description:
      'webhook: { url, headers }; email: { toEmails, fromEmail }; console: as given. headers and fromEmail are null unless set.',
  })
  @Property({ type: 'json' })
  channelConfig!: Record<string, unknown>;

  @Field(() => ID, { nullable: true, description: 'Limits the subscription to one deck; null hears all.' })
  @Property({ type: 'uuid', nullable: true })
  deckId: string | null = null;

  @Field(() => Boolean)
  @Property({ type: 'boolean' })
  isActive: boolean = true;

  /** Why the product itself switched the subscription off; null while it is on, or was switched off by hand. */
  @Field(() => String, { nullable: true, description: 'Why it was switched off by itself; null otherwise.' })
  @Property({ type: 'text', nullable: true })
  disabledReason: string | null = null;

  /** When the attempts that have all failed since began; null after any success. */
  @Property({ type: 'Date', length: 3, nullable: true })
  failingSince: Date | null = null;

  /** The `test.ping` that asks, while it is switched off for its failures, whether its receiver is back. */
  @Property({ type: 'uuid', nullable: true })
  probeId: string | null = null;

  /** Since when deliveries may be missing that are to be replayed; null when none are. */
  @Property({ type: 'Date', length: 3, nullable: true })
  gapSince: Date | null = null;

  @Field(() => GraphQLJSONObject, {
    nullable: true,
    description: 'Which events are wanted beyond their type and deck, as conditions on the event; null wants all.',
  })
  @Property({ type: 'json', nullable: true })
  filter: Filter | null = null;

  /** How deliveries to this subscription differ from the configured defaults. */
  @Property({ type: 'json', nullable: true })
  policy: DeliveryPolicy | null = null;

  /** Signs webhooks beside the current secret while a rotation overlaps. Sealed like it. */
  @Property({ type: 'text', nullable: true, hidden: true })
  previousSecret: string | null = null;

  /** When the overlap ends; the previous secret is forgotten from then on. */
  @Property({ type: 'Date', length: 3, nullable: true })
  previousSecretUntil: Date | null = null;

  /**
   * The transaction that created it: it is told of events that were recorded in later ones. Times would not do, as
   * processes have clocks of their own.
   */
  @Property({ type: 'string', columnType: 'xid8', defaultRaw: 'pg_current_xact_id()' })
  createdIn!: string;

  /** Signs webhooks (Standard Webhooks). Stored sealed, see `subscription.secrets.ts`; shown by no listing and no event. */
  @Property({ type: 'text', hidden: true })
  secret: string = newSigningSecret();
}

/** @returns `whsec_` and 32 random bytes in base64 */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

/** What its receiver needs in order to check signatures: the only place where secrets are shown. */
@ObjectType({
  simpleResolvers: true,
  description: 'The secrets that sign the webhooks of a notification subscription.',
})
export class SubscriptionSecret {
  @Field(() => String, { description: 'whsec_ and base64, as Standard Webhooks libraries take it.' })
  secret!: string;

  @Field(() => String, { nullable: true, description: 'Signs as well while a rotation overlaps; null otherwise.' })
  previousSecret!: string | null;

  @Field(() => Date, { nullable: true, description: 'When the overlap ends.' })
  previousSecretUntil!: Date | null;
}
