import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { EditableEntity } from '../../platform/database/base.entity.ts';
import { Node } from '../../platform/database/node.ts';

/** Default values for placeholders, by placeholder name. */
export type DeckVariables = Readonly<Record<string, string | number>>;

/**
 * A template: ordered slides with FAQs, from which presentations are made. Its version rises with every change to it,
 * its slides or its FAQs.
 */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'An ordered set of slides, from which presentations are made.',
})
@Entity({ tableName: 'deck' })
@Index({ properties: ['createdAt', 'id'] })
export class Deck extends EditableEntity {
  @Field(() => String, { description: 'Name of the deck.' })
  @Property({ type: 'text' })
  name!: string;

  @Field(() => String, { nullable: true, description: 'What the deck is for; null without one.' })
  @Property({ type: 'text', nullable: true })
  description: string | null = null;

  @Field(() => String, {
    nullable: true,
    description: 'The company that the deck speaks for, and the seller in contracts; null for the name of the deck.',
  })
  @Property({ type: 'text', nullable: true })
  brandName: string | null = null;

  @Field(() => String, { description: 'ISO 4217 code of all prices in the deck.' })
  @Property({ type: 'text' })
  currency: string = 'USD';

  @Field(() => String, { description: 'BCP 47 tag of the language that the deck is written in.' })
  @Property({ type: 'text' })
  defaultLanguage: string = 'en-US';

  @Field(() => String, {
    nullable: true,
    description: 'IANA time zone of the dates in presentations and contracts; null for TIME_ZONE of the server.',
  })
  @Property({ type: 'text', nullable: true })
  timeZone: string | null = null;

  @Field(() => GraphQLJSONObject, { description: 'Default values for placeholders, by placeholder name.' })
  @Property({ type: 'json' })
  variables: DeckVariables = {};
}
