import { randomBytes } from 'node:crypto';
import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, ObjectType, registerEnumType } from 'type-graphql';
import { EditableEntity } from '../../database/base.entity.ts';

export const Channel = { WEBHOOK: 'webhook', EMAIL: 'email', CONSOLE: 'console' } as const;
export type Channel = (typeof Channel)[keyof typeof Channel];
registerEnumType(Channel, { name: 'Channel', description: 'A way to deliver.' });

/** The stored wish to be told of events. `deckId` is not a foreign key: a deck's own `deck.deleted` still arrives. */
@ObjectType({ simpleResolvers: true, description: 'The stored wish to be told of events.' })
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

  @Field(() => Channel)
  @Property({ type: 'text' })
  channel!: Channel;

  @Field(() => GraphQLJSONObject)
  @Property({ type: 'json' })
  channelConfig!: Record<string, unknown>;

  @Field(() => ID, { nullable: true, description: 'Limits the subscription to one deck; null hears all.' })
  @Property({ type: 'uuid', nullable: true })
  deckId: string | null = null;

  @Field(() => Boolean)
  @Property({ type: 'boolean' })
  isActive: boolean = true;

  /** Signs webhooks (Standard Webhooks). Shown by no listing and no event. */
  @Property({ type: 'text', hidden: true })
  secret: string = `whsec_${randomBytes(32).toString('base64')}`;
}
