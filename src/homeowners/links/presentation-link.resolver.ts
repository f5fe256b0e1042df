import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root, ArgsType, Field } from 'type-graphql';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  IfVersion,
  NotStored,
  NeedsColumns,
  toConnection,
  PayloadMutation,
  deepPage,
  DeepPageArgs,
  deepPagePrice,
  PageArgs,
} from '../../kit/graphql/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { Presentation } from '../../presentations/presentations/presentation.entity.ts';
import { type LinkAddress, linkUrl } from './link-url.ts';
import { type IssuedLink, PresentationLink } from './presentation-link.entity.ts';
import { CreatePresentationLinkInput, UpdatePresentationLinkInput } from './presentation-link.inputs.ts';
import { linksById, listLinks, linkPages } from './presentation-link.reader.ts';
import { type PresentationLinkService } from './presentation-link.service.ts';

const PresentationLinkConnection = connectionType(PresentationLink, 'PresentationLink');

@ArgsType()
class PresentationLinksArgs extends PageArgs {
  @Field(() => ID, { description: 'The id of the presentation.' })
  presentationId!: string;
}

@Resolver(() => PresentationLink)
export class PresentationLinkResolver {
  constructor(
    private readonly service: PresentationLinkService,
    private readonly address: LinkAddress,
  ) {}

  @Query(() => PresentationLink, { nullable: true, description: 'One link; null when there is none with this id.' })
  async presentationLink(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the link.' }) id: string,
  ): Promise<PresentationLink | null> {
    return context.load(linksById, requireUuid(id, 'id'));
  }

  @Query(() => PresentationLinkConnection, {
    description: 'The links of a presentation, newest first, expired and revoked ones too.',
  })
  async presentationLinks(
    @Ctx() context: GraphQLContext,
    @Args(() => PresentationLinksArgs) args: PresentationLinksArgs,
  ): Promise<Connection<PresentationLink>> {
    return toConnection(await listLinks(context.scope, args.presentationId, args), args);
  }

  @NotStored()
  @PayloadMutation(
    {
      link: [() => PresentationLink, 'The new link.'],
      url: [() => String, 'What the homeowner opens. Whoever has it has the rights of the link.'],
      token: [() => String, 'The end of the URL. Programs send Authorization: Link and this value.'],
    },
    { description: 'Makes a link to a presentation. Nothing shows its URL again.' },
  )
  async createPresentationLink(
    @Ctx() context: GraphQLContext,
    @Arg('presentationId', () => ID, { description: 'The id of the presentation.' }) presentationId: string,
    @Arg('input', () => CreatePresentationLinkInput, { description: 'The new link.' })
    input: CreatePresentationLinkInput,
  ): Promise<IssuedLink> {
    const made = await this.service.create(context.change(), presentationId, input);
    return { ...made, url: linkUrl(this.address, context.client, made.token) };
  }

  @PayloadMutation(
    { link: [() => PresentationLink, 'The link as it is now.'] },
    {
      description:
        'Changes the given fields of a link, within a second also for what is open by it. Its URL stays. Fails with CONFLICT for a revoked one.',
    },
  )
  async updatePresentationLink(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the link.' }) id: string,
    @Arg('input', () => UpdatePresentationLinkInput, { description: 'The fields to change.' })
    input: UpdatePresentationLinkInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<PresentationLink> {
    return this.service.update(context.change(), id, input, ifVersion);
  }

  @PayloadMutation(
    { link: [() => PresentationLink, 'The revoked link.'] },
    { description: 'Revokes a link permanently. It is still listed.' },
  )
  async revokePresentationLink(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the link.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<PresentationLink> {
    return this.service.revoke(context.change(), id, ifVersion);
  }
}

@Resolver(() => Presentation)
export class PresentationLinksResolver {
  @NeedsColumns()
  @FieldResolver(() => PresentationLinkConnection, {
    complexity: deepPagePrice(),
    description: 'Its links, newest first, expired and revoked ones too.',
  })
  async links(
    @Ctx() context: GraphQLContext,
    @Root() { id }: Pick<Presentation, 'id'>,
    @Args(() => DeepPageArgs) args: DeepPageArgs,
  ): Promise<Connection<PresentationLink>> {
    return toConnection(await context.load(linkPages, { of: id, page: deepPage(args) }), args);
  }
}
