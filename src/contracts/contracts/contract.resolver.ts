import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root, Args, ArgsType, Field } from 'type-graphql';
import { listOf, pageOf } from '../../kit/core/index.ts';
import { defaultPageSize, ListOrder, maxPageSize, orderByText } from '../../kit/data/index.ts';
import {
  type GraphQLContext,
  NeedsColumns,
  PayloadMutation,
  IfVersion,
  type Connection,
  connectionType,
  deepPage,
  DeepPageArgs,
  deepPagePrice,
  PageArgs,
  toConnection,
} from '../../kit/graphql/index.ts';
import { DateTimeISO, requireUuid } from '../../kit/input/index.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { ContractSignature, ContractSigner } from '../signatures/signature.attributes.ts';
import { Contract } from './contract.entity.ts';
import {
  CreateContractInput,
  DeclineContractInput,
  SendContractInput,
  SignContractInput,
  UpdateContractInput,
} from './contract.inputs.ts';
import { currentStates } from './contract.transitions.ts';
import { contractsById, contractsOfPresentations, type ShownContract } from './contract.reader.ts';
import { type ContractService } from './contract.service.ts';
import { ContractWarning } from './contract.warnings.ts';
import { contractPages, listAllContracts } from './contract.list.ts';
import { ContractStatus } from './contract-status.ts';

const ContractConnection = connectionType(Contract, 'Contract');

/** What building the document of one contract costs, in objects. */
export const documentPrice = 10;

@ArgsType()
class ContractsArgs extends PageArgs {
  @Field(() => ID, { nullable: true, description: 'Only contracts of this deck.' })
  deckId?: string | null;

  @Field(() => [ContractStatus], {
    nullable: true,
    description: 'Only contracts that are in one of these states now: an overdue one is EXPIRED.',
  })
  status?: ContractStatus[] | null;

  @Field(() => DateTimeISO, { nullable: true, description: 'Only contracts made at or after this time, in ISO 8601.' })
  since?: string | null;

  @Field(() => DateTimeISO, { nullable: true, description: 'Only contracts made before this time, in ISO 8601.' })
  until?: string | null;

  @Field(() => ListOrder, { nullable: true, description: orderByText('CREATED_DESC') })
  orderBy?: ListOrder | null;
}

@Resolver(() => Contract)
export class ContractResolver {
  constructor(private readonly service: ContractService) {}

  @Query(() => Contract, { nullable: true, description: 'One contract; null when there is none with this id.' })
  async contract(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
  ): Promise<Contract | null> {
    return context.load(contractsById, requireUuid(id, 'id'));
  }

  @Query(() => ContractConnection, {
    complexity: pageOf({ usual: defaultPageSize, most: maxPageSize, each: documentPrice }),
    description: 'Contracts of all decks, newest first by default.',
  })
  async contracts(
    @Ctx() context: GraphQLContext,
    @Args(() => ContractsArgs) args: ContractsArgs,
  ): Promise<Connection<ShownContract>> {
    return toConnection(await listAllContracts(context.scope, args), args);
  }

  @FieldResolver(() => [ContractSignature], {
    complexity: listOf(2),
    description: "The signatures of its document, the homeowner's first. Those of an earlier text are not valid.",
  })
  signatures(@Root() { signatures }: ShownContract): readonly ContractSignature[] {
    return signatures;
  }

  @FieldResolver(() => [ContractSigner], { description: 'Who has still to sign; empty once it is signed or over.' })
  missingSigners(@Root() { missingSigners }: ShownContract): readonly ContractSigner[] {
    return missingSigners;
  }

  @FieldResolver(() => [ContractWarning], {
    complexity: listOf(1),
    description: 'What the seller should know before it is signed; usually empty.',
  })
  warnings(@Root() { warnings }: ShownContract): readonly ContractWarning[] {
    return warnings;
  }

  @PayloadMutation(
    { contract: [() => Contract, 'The new draft.'] },
    { description: 'Drafts a contract for one offer of a presentation.' },
  )
  async createContract(
    @Ctx() context: GraphQLContext,
    @Arg('presentationId', () => ID, { description: 'The id of the presentation.' }) presentationId: string,
    @Arg('input', () => CreateContractInput, {
      nullable: true,
      description: 'Which offer it is for, the first one by default, and who signs it.',
    })
    input: CreateContractInput | null,
  ): Promise<Contract> {
    return this.service.create(context.change(), presentationId, input ?? {});
  }

  @PayloadMutation(
    { contract: [() => Contract, 'The draft as it is now.'] },
    { description: 'Changes the given fields of a draft. Fails with CONFLICT for a contract that is no draft.' },
  )
  async updateContract(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
    @Arg('input', () => UpdateContractInput, { description: 'The fields to change.' }) input: UpdateContractInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<ShownContract> {
    return this.service.update(context.change(), id, input, { ifVersion });
  }

  @PayloadMutation(
    { contract: [() => Contract, 'The contract as it is now.'] },
    { description: 'Sends a draft: it can be signed until it expires.' },
  )
  async sendContract(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
    @Arg('input', () => SendContractInput, {
      nullable: true,
      description: 'When it expires; after CONTRACT_VALID_DAYS by default.',
    })
    input: SendContractInput | null,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Contract> {
    return this.service.send(context.change(), id, input ?? {}, ifVersion);
  }

  @PayloadMutation(
    { contract: [() => Contract, 'The contract as it is now.'] },
    { description: 'Records the first view of a contract; later views change nothing.' },
  )
  async markContractViewed(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Contract> {
    return this.service.markViewed(context.change(), id, ifVersion);
  }

  @PayloadMutation(
    { contract: [() => Contract, 'The contract as it is now.'] },
    {
      description:
        'Signs one tier of the document that was read. A repeated signature returns the contract. With a coSigner it is signed once both have signed.',
    },
  )
  async signContract(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
    @Arg('input', () => SignContractInput, { description: 'Tier, name, consent and hash of the document.' })
    input: SignContractInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Contract> {
    return this.service.sign(context.change(), id, input, context.client, ifVersion);
  }

  @PayloadMutation(
    { contract: [() => Contract, 'The contract as it is now.'] },
    {
      description: 'Declines a contract on behalf of the homeowner. A new one may be drafted.',
    },
  )
  async declineContract(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
    @Arg('input', () => DeclineContractInput, {
      nullable: true,
      description: 'The reason, if the homeowner gives one.',
    })
    input: DeclineContractInput | null,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Contract> {
    return this.service.decline(context.change(), id, input ?? {}, ifVersion);
  }

  @PayloadMutation(
    { contract: [() => Contract, 'The contract as it is now.'] },
    { description: 'Withdraws a contract on behalf of the seller. A new one may be drafted.' },
  )
  async voidContract(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<Contract> {
    return this.service.void(context.change(), id, ifVersion);
  }
}

/** Adds `contracts` and the current `contract` to presentations. */
@Resolver(() => Presentation)
export class PresentationContractsResolver {
  @NeedsColumns()
  @FieldResolver(() => ContractConnection, {
    complexity: deepPagePrice(documentPrice),
    description: 'Its contracts, newest first.',
  })
  async contracts(
    @Ctx() context: GraphQLContext,
    @Root() { id }: Pick<Presentation, 'id'>,
    @Args(() => DeepPageArgs) args: DeepPageArgs,
  ): Promise<Connection<ShownContract>> {
    return toConnection(await context.load(contractPages, { of: id, page: deepPage(args) }), args);
  }

  @NeedsColumns()
  @FieldResolver(() => Contract, {
    complexity: 50,
    nullable: true,
    description: 'The newest open or signed contract; null without one.',
  })
  async contract(@Ctx() context: GraphQLContext, @Root() { id }: Pick<Presentation, 'id'>): Promise<Contract | null> {
    const contracts = await context.load(contractsOfPresentations, id);
    return contracts.find(({ status }) => currentStates.includes(status)) ?? null;
  }
}
