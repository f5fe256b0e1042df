import { Field, Int, ObjectType } from 'type-graphql';

/** What homeowners ask of a deck and no FAQ answers. */
@ObjectType({ simpleResolvers: true, description: 'A question of homeowners that no FAQ of a deck answers.' })
export class MissedQuestion {
  @Field(() => String, { description: 'As it was asked last; up to 200 characters.' })
  question!: string;

  @Field(() => Int, { description: 'In how many presentations it was asked, in the same words.' })
  count!: number;

  @Field(() => Date, { description: 'When it was last asked.' })
  lastAskedAt!: Date;
}
