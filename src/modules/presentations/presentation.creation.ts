import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, ObjectType } from 'type-graphql';
import type { Problem } from '../../errors.ts';

@ObjectType({
  simpleResolvers: true,
  description: 'What became of one of many: the presentation that was made, or why none was.',
})
export class PresentationCreation {
  /** Under another name at the doors: it is the id of the presentation, and this result has none. */
  @Field(() => ID, { name: 'presentationId', simple: false, nullable: true })
  id!: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: 'RFC 9457 problem details.' })
  problem!: Problem | null;
}
