import { Field, ID, ObjectType } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';

/** A signed contract that must be kept for a while. */
@ObjectType({ simpleResolvers: true, description: 'A signed contract that is held for a while.' })
export class HeldContract {
  @Field(() => ID, { description: 'The id of the contract.' })
  contractId!: string;

  @Field(() => Date, { description: 'When it is pseudonymised.' })
  heldUntil!: Date;
}

/** What an erasure did. What is said about the homeowner elsewhere goes right after it. */
@ObjectType({
  simpleResolvers: true,
  description:
    'What was erased, and what is held. Events, recorded answers, stored results, mails in the outbox and audio follow within seconds.',
})
export class Erasure {
  @Field(() => [ID], { description: 'The presentations that were erased, with their slides and FAQs.' })
  presentationIds!: string[];

  @Field(() => [ID], { description: 'The contracts that were erased: none of them was signed.' })
  contractIds!: string[];

  @Field(() => [ID], { description: 'The signed contracts that were pseudonymised, because their hold was over.' })
  pseudonymisedContractIds!: string[];

  @Field(() => [HeldContract], {
    complexity: listOf(1),
    description: 'The signed contracts that are held, and until when.',
  })
  heldContracts!: HeldContract[];

  @Field(() => Boolean, { description: 'False when there were too many for one request: send it again.' })
  isComplete!: boolean;
}
