import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { Node } from '../../kit/data/index.ts';

/** A job that failed its last try. It is kept for 90 days, and can be retried. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A background job that failed ten times. It is kept for 90 days.',
})
export class DeadJob {
  /** The id of the job, as in the log. A retry keeps it. */
  @Field(() => ID, { description: 'The id of the job, as in the log. A retry keeps it.' })
  id!: string;

  @Field(() => String, { description: 'Kind of job, such as narrate-presentation.' })
  kind!: string;

  @Field(() => GraphQLJSONObject, { description: 'Input of the job: ids and log positions.' })
  data!: object;

  @Field(() => Int, { description: 'How often it was tried.' })
  tries!: number;

  @Field(() => String, { description: 'Why the last try failed.' })
  reason!: string;

  @Field(() => Date, { description: 'When it was enqueued.' })
  enqueuedAt!: Date;

  @Field(() => Date, { description: 'When its last try failed.' })
  createdAt!: Date;

  /** The group that limits how many such jobs run at a time. */
  group!: string | null;
}
