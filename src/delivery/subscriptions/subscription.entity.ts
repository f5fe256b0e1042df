import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import {
  answerOf,
  attributes,
  EditableEntity,
  Node,
  rowOf,
  shown,
  shownOrNull,
  view,
  viewOf,
} from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import { newSigningSecret } from '../channels/signature.ts';
import type { DeliveryPolicy } from './delivery-policy.attributes.ts';
import { subscriptionAttributes } from './subscription.attributes.ts';
import type { Filter } from './subscription.filter.ts';

/** Which events go where. `deckId` is not a foreign key, so that the `deck.deleted` of the deck is still delivered. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'Delivers matching events to one receiver.' })
@Entity({ tableName: 'notification_subscription' })
@SeenBy('deck_id = any($decks)')
@Index({ properties: ['createdAt', 'id'] })
@Index({ properties: ['eventType'] })
@Index({ properties: ['deckId'] })
@Index({ properties: ['createdBy'] })
export class NotificationSubscription extends rowOf(subscriptionAttributes, EditableEntity) {
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

  /** Position in the log up to which the replay of the gap keeps the order; null before the first replay. */
  @Property({ type: 'string', columnType: 'bigint', nullable: true })
  gapUntil: string | null = null;

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
   * The end of the log when it was created. It gets the events behind it. Timestamps do not work for this, because the
   * clocks of processes differ.
   */
  @Property({ type: 'string', columnType: 'bigint', defaultRaw: 'event_log_end()' })
  createdAfter!: string;

  /** The holder of the key that created it, as quotas name it; null without a key. Its attempts are charged to it. */
  @Property({ type: 'text', nullable: true })
  createdBy: string | null = null;

  /**
   * Whether its mails name homeowners, whom events do not name: whoever set where they go may read presentations. False
   * for subscriptions from before mails named anybody.
   */
  @Property({ type: 'boolean', default: false })
  isHomeownerNamed: boolean = false;

  /** Signs webhooks. Stored encrypted, see `subscription.secrets.ts`; lists and events do not contain it. */
  @Property({ type: 'text', hidden: true })
  secret: string = newSigningSecret();
}

const secretAttributes = attributes({
  secret: shown(String, 'Current secret: whsec_ and base64, as Standard Webhooks libraries expect it.'),
  previousSecret: shownOrNull(
    String,
    'Previous secret, which also signs during the overlap of a rotation; null otherwise.',
  ),
  previousSecretUntil: shownOrNull(Date, 'End of the overlap; null without one.'),
});

/** The secrets that a receiver needs to verify signatures. Clients get them in this type only. */
@ObjectType({
  simpleResolvers: true,
  description: 'The secrets that sign the webhooks of a notification subscription.',
})
export class SubscriptionSecret extends answerOf(secretAttributes) {}

/** As REST shows it. */
export const secretView = view<SubscriptionSecret>('SubscriptionSecret', viewOf(secretAttributes));
