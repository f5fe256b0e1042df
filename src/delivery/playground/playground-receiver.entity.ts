import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { Field, ObjectType } from 'type-graphql';
import { EditableEntity, id, Node, rowOf, text, time, view, viewOf } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import { receiverAttributes } from './receiver.attributes.ts';
import { newToken } from './receiver-url.ts';

/** How long a receiver is kept, in milliseconds. */
const keptMs = 86_400_000;

/** A webhook receiver of the server itself, for trying. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A webhook receiver of this server, which shows what it was sent. It is kept for a day.',
})
@Entity({ tableName: 'playground_receiver' })
@SeenBy('false')
@Index({ properties: ['createdAt', 'id'] })
@Index({ properties: ['createdBy'] })
@Index({ properties: ['expiresAt'] })
export class PlaygroundReceiver extends rowOf(receiverAttributes, EditableEntity) {
  /** The last part of its URL, by which anyone may send to it. */
  @Property({ type: 'text' })
  @Unique()
  token: string = newToken();

  /** The holder of the key that created it, as quotas name it; null without a key. */
  @Property({ type: 'text', nullable: true })
  createdBy: string | null = null;

  @Field(() => Date, { description: 'When it is deleted, with all that it was sent.' })
  @Property({ type: 'Date', length: 3 })
  expiresAt: Date = new Date(Date.now() + keptMs);
}

type Shown = PlaygroundReceiver & { readonly url: string };

/** As REST shows it. */
export const receiverView = view<Shown, 'createdBy' | 'token' | 'version'>('PlaygroundReceiver', {
  id,
  url: text,
  ...viewOf(receiverAttributes),
  expiresAt: time,
  createdAt: time,
  updatedAt: time,
});
