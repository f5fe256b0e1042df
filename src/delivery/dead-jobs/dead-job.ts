import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, Int, ObjectType } from 'type-graphql';
import { answerOf, attributes, id, Node, shown, view, viewOf } from '../../kit/data/index.ts';

const deadJobAttributes = attributes({
  kind: shown(String, 'Kind of job, such as narrate-presentation.'),
  data: shown(GraphQLJSONObject, 'Input of the job: ids and log positions.'),
  attemptCount: shown(Int, 'How often it was tried.'),
  reason: shown(String, 'Why the last try failed.'),
  enqueuedAt: shown(Date, 'When it was enqueued.'),
  createdAt: shown(Date, 'When its last try failed.'),
});

/** A job that failed its last try. It is kept for 90 days, and can be retried. */
@ObjectType({
  implements: Node,
  simpleResolvers: true,
  description: 'A background job that failed ten times. It is kept for 90 days.',
})
export class DeadJob extends answerOf(deadJobAttributes) {
  @Field(() => ID, { description: 'The id of the job, as in the log. A retry keeps it.' })
  id!: string;

  /** The group that limits how many such jobs run at a time. */
  group!: string | null;
}

/** As REST shows it. */
export const deadJobView = view<DeadJob, 'group'>('DeadJob', { id, ...viewOf(deadJobAttributes) });
