import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { attributes, id, Node, rowOf, shown, shownOrNull, time, view, viewOf } from '../../kit/data/index.ts';
import { SeenBy } from '../../kit/rights/index.ts';
import { PlaygroundReceiver } from './playground-receiver.entity.ts';

export const SignatureVerdict = {
  VALID: 'valid',
  INVALID: 'invalid',
  EXPIRED: 'expired',
  MISSING: 'missing',
  UNCHECKED: 'unchecked',
} as const;
/** A value of `SignatureVerdict`, as stored. */
export type SignatureVerdict = (typeof SignatureVerdict)[keyof typeof SignatureVerdict];
registerEnumType(SignatureVerdict, {
  name: 'SignatureVerdict',
  description: 'What a check of a Standard Webhooks signature found.',
  valuesConfig: {
    VALID: { description: 'A secret of the subscription has signed it.' },
    INVALID: { description: 'No secret of the subscription has signed it as it is.' },
    EXPIRED: { description: 'Its timestamp is more than five minutes off.' },
    MISSING: { description: 'It lacks headers of a signature.' },
    UNCHECKED: { description: 'The receiver has no subscription, or the body is too large.' },
  },
});

const requestAttributes = attributes({
  headers: shown(GraphQLJSONObject, 'Headers by name in lower case; values that may be credentials are masked.'),
  body: shownOrNull(String, 'The body as text; null for one of more than 65,536 bytes.'),
  verdict: shown(SignatureVerdict, 'Whether its signature is right.'),
  status: shown(Int, 'The status that it was answered with.'),
});

/** A request that a playground receiver was sent. */
@ObjectType({ implements: Node, simpleResolvers: true, description: 'A request that a playground receiver was sent.' })
@Entity({ tableName: 'playground_request' })
@SeenBy('false')
@Index({ properties: ['receiverId', 'createdAt', 'id'] })
export class PlaygroundRequest extends rowOf(requestAttributes) {
  @PrimaryKey({ type: 'uuid' })
  id!: string;

  @Field(() => Date, { description: 'When it arrived.' })
  @Property({ type: 'Date', length: 3 })
  createdAt!: Date;

  @ManyToOne(() => PlaygroundReceiver, { mapToPk: true, fieldName: 'receiver_id', deleteRule: 'cascade' })
  receiverId!: string;
}

/** As REST shows it. */
export const requestView = view<PlaygroundRequest, 'receiverId'>('PlaygroundRequest', {
  id,
  createdAt: time,
  ...viewOf(requestAttributes),
});
