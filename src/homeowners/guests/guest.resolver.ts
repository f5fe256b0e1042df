import { Arg, Args, Ctx, ID, Query, Resolver, type SubscribeResolverData, Subscription } from 'type-graphql';
import { listOf } from '../../kit/core/index.ts';
import { type GraphQLContext, IfVersion, PayloadMutation, NotStored } from '../../kit/graphql/index.ts';
import { readInput } from '../../kit/input/index.ts';
import { SelectAddOnsInput } from '../../contracts/add-ons/add-on.inputs.ts';
import { DeclineContractInput, SignContractInput } from '../../contracts/contracts/contract.inputs.ts';
import { presentationOf } from '../links/guest-link.ts';
import { type PresentationLinkService } from '../links/presentation-link.service.ts';
import { GuestVisit } from '../links/visit.ts';
import { presentationStream } from '../../presentations/presentation-streams/presentation.stream.ts';
import { presenterStream } from '../presenting/presenter-position.stream.ts';
import { PresenterPosition } from '../presenting/presenter-position.ts';
import { SelectTierInput } from '../../presentations/presentations/presentation.inputs.ts';
import { GuestContract } from './guest.contract.ts';
import { GuestPresentation } from './guest.presentation.ts';
import { guestContract, readGuestContracts, readGuestPresentation } from './guest.reader.ts';
import { type GuestService } from './guest.service.ts';

@Resolver()
export class GuestResolver {
  constructor(
    private readonly service: GuestService,
    private readonly links: PresentationLinkService,
  ) {}

  @Query(() => GuestPresentation, { nullable: true, complexity: 50, description: 'The presentation of the link.' })
  guestPresentation(@Ctx() context: GraphQLContext): Promise<GuestPresentation> {
    return readGuestPresentation(context.scope);
  }

  @Query(() => [GuestContract], {
    complexity: listOf(5, 10),
    description: 'The contracts of the link that may be signed or are, newest first. Needs VIEW_AND_SIGN.',
  })
  guestContracts(@Ctx() context: GraphQLContext): Promise<GuestContract[]> {
    return readGuestContracts(context.scope);
  }

  @Subscription(() => GuestPresentation, {
    nullable: true,
    complexity: 50,
    description: 'The presentation of the link, at once and after each change.',
    subscribe: ({ context }: SubscribeResolverData<unknown, object, GraphQLContext>) =>
      context.streams.of(presentationStream)(context.scope, presentationOf(context.scope)),
  })
  guestPresentationChanged(@Ctx() context: GraphQLContext): Promise<GuestPresentation> {
    return readGuestPresentation(context.scope);
  }

  @Subscription(() => PresenterPosition, {
    nullable: true,
    description: 'Where the presenter of the presentation of the link is, at once and after each change.',
    subscribe: ({ context }: SubscribeResolverData<unknown, object, GraphQLContext>) =>
      context.streams.of(presenterStream).follow(context.scope, presentationOf(context.scope)),
  })
  guestPresenterPositionChanged(@Ctx() context: GraphQLContext): PresenterPosition {
    return context.streams.of(presenterStream).now(presentationOf(context.scope));
  }

  @NotStored()
  @PayloadMutation(
    { visit: [() => GuestVisit, 'The visit.'] },
    {
      description: 'Counts an opening of the link. The first one of a one-time link gives another token.',
    },
  )
  async createGuestVisit(@Ctx() context: GraphQLContext): Promise<GuestVisit> {
    return this.links.visit(context.change());
  }

  @PayloadMutation(
    { presentation: [() => GuestPresentation, 'The presentation with the selected tier.'] },
    { description: 'Stores the tier that the guest selected; it must have a price.' },
  )
  async selectGuestTier(
    @Ctx() context: GraphQLContext,
    @Args(() => SelectTierInput) input: SelectTierInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<GuestPresentation> {
    return this.service.selectTier(context.change(), input, ifVersion);
  }

  @PayloadMutation(
    { presentation: [() => GuestPresentation, 'The presentation with its new prices.'] },
    {
      description: 'Stores which add-ons the guest selected, in place of those before, and prices the tiers again.',
    },
  )
  async selectGuestAddOns(
    @Ctx() context: GraphQLContext,
    @Arg('addOns', () => [String], { description: 'The keys of all that are selected.' }) addOns: string[],
    @Arg('sourceSlideId', () => ID, {
      nullable: true,
      description: 'The id of the pricing slide; by default the first one.',
    })
    sourceSlideId: string | null,
    @IfVersion() ifVersion?: number | null,
  ): Promise<GuestPresentation> {
    const input = readInput(SelectAddOnsInput, { addOns, sourceSlideId }, 'graphql');
    return this.service.selectAddOns(context.change(), input, ifVersion);
  }

  @PayloadMutation(
    { contract: [() => GuestContract, 'The contract as it is now.'] },
    {
      description: 'Signs a contract. A repeated signature returns the signed contract. Needs VIEW_AND_SIGN.',
    },
  )
  async signGuestContract(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
    @Arg('input', () => SignContractInput, { description: 'Tier, name, consent and hash of the document.' })
    input: SignContractInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<GuestContract> {
    const scope = context.change();
    return guestContract(scope, await this.service.sign(scope, id, input, context.client, ifVersion));
  }

  @PayloadMutation(
    { contract: [() => GuestContract, 'The contract as it is now.'] },
    {
      description: 'Declines a contract, with a reason if there is one. Needs VIEW_AND_SIGN.',
    },
  )
  async declineGuestContract(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
    @Arg('input', () => DeclineContractInput, {
      nullable: true,
      description: 'The reason, if the homeowner gives one.',
    })
    input: DeclineContractInput | null,
    @IfVersion() ifVersion?: number | null,
  ): Promise<GuestContract> {
    const scope = context.change();
    return guestContract(scope, await this.service.decline(scope, id, input ?? {}, ifVersion));
  }

  @PayloadMutation(
    { contract: [() => GuestContract, 'The contract as it is now.'] },
    {
      description: 'Cancels a signed contract within the time of the right to cancel. Needs VIEW_AND_SIGN.',
    },
  )
  async rescindGuestContract(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the contract.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<GuestContract> {
    const scope = context.change();
    return guestContract(scope, await this.service.rescind(scope, id, ifVersion));
  }
}
