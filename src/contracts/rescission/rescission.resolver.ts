import { Arg, Ctx, ID, Resolver } from 'type-graphql';
import { type GraphQLContext, PayloadMutation, IfVersion } from '../../kit/graphql/index.ts';
import { Contract } from '../contracts/contract.entity.ts';
import { RescindContractInput } from './rescission.inputs.ts';
import { type RescissionService } from './rescission.service.ts';

@Resolver(() => Contract)
export class RescissionResolver {
  constructor(private readonly service: RescissionService) {}

  @PayloadMutation(
    { contract: [() => Contract, 'The contract as it is now.'] },
    {
      description: 'Records that the homeowner canceled a signed contract within the time of their right to cancel.',
    },
  )
  async rescindContract(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
    @Arg('input', () => RescindContractInput, {
      nullable: true,
      description: 'When the homeowner gave notice; now by default.',
    })
    input: RescindContractInput | null,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Contract> {
    return this.service.rescind(context.change(), id, input ?? {}, ifVersion);
  }
}
