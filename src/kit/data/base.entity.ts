import { PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, Int, ObjectType } from 'type-graphql';
import { v7 as uuidv7 } from 'uuid';

/**
 * The columns of every entity: an id made here (UUIDv7, so that ids sort by age) and its times (UTC, milliseconds).
 * GraphQL has the id from the interface `Node`, which each noun implements by itself.
 */
@ObjectType({ simpleResolvers: true })
export abstract class BaseEntity {
  @PrimaryKey({ type: 'uuid' })
  id: string = uuidv7();

  @Field(() => Date, { description: 'UTC, to the millisecond.' })
  @Property({ type: 'Date', length: 3 })
  createdAt: Date = new Date();

  @Field(() => Date, { description: 'The time of the last change; UTC, to the millisecond.' })
  @Property({ type: 'Date', length: 3 })
  updatedAt: Date = new Date();
}

/**
 * A noun that several people may edit: its version rises with each change (see `touch`) and is the ETag of its REST
 * answers. A change holds its row lock, or that of its deck.
 */
@ObjectType({ simpleResolvers: true })
export abstract class EditableEntity extends BaseEntity {
  @Field(() => Int, { description: 'Rises with each change. Mutations that take ifVersion compare it.' })
  @Property({ type: 'integer' })
  version: number = 1;
}
