import { Args, ArgsType, Ctx, Field, ID, Resolver, type SubscribeResolverData, Subscription } from 'type-graphql';
import type { GraphQLContext } from '../../kit/graphql/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { Contract } from '../contracts/contract.entity.ts';
import { contractsById } from '../contracts/contract.reader.ts';
import { documentPrice } from '../contracts/contract.resolver.ts';
import { contractStream } from './contract.stream.ts';

@ArgsType()
class ContractChangedArgs {
  @Field(() => ID, { description: 'The id of the contract.' })
  contractId!: string;
}

@Resolver()
export class LiveContractResolver {
  @Subscription(() => Contract, {
    nullable: true,
    complexity: documentPrice,
    description:
      'The current contract, at once and after each change of it, or of the choices and prices that the document of an unsigned one shows; null when it is deleted.',
    subscribe: ({ args, context }: SubscribeResolverData<unknown, ContractChangedArgs, GraphQLContext>) =>
      context.streams.of(contractStream)(context.scope, args.contractId),
  })
  contractChanged(
    @Ctx() context: GraphQLContext,
    @Args(() => ContractChangedArgs) { contractId }: ContractChangedArgs,
  ): Promise<Contract | null> {
    return context.load(contractsById, requireUuid(contractId, 'contractId'));
  }
}
