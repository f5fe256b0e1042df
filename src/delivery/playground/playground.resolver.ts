import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  IfVersion,
  innerPage,
  InnerPageArgs,
  innerPagePrice,
  PageArgs,
  PayloadMutation,
  toConnection,
} from '../../kit/graphql/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { CreatePlaygroundReceiverInput, UpdatePlaygroundReceiverInput } from './playground.inputs.ts';
import { listReceivers, receiversById, requestPages } from './playground.reader.ts';
import type { PlaygroundService } from './playground.service.ts';
import { PlaygroundReceiver } from './playground-receiver.entity.ts';
import { PlaygroundRequest } from './playground-request.entity.ts';
import { originOf, type ServerAddress, receiverUrl } from './receiver-url.ts';

const PlaygroundReceiverConnection = connectionType(PlaygroundReceiver, 'PlaygroundReceiver');
const PlaygroundRequestConnection = connectionType(PlaygroundRequest, 'PlaygroundRequest');

/** Queries, mutations and computed fields of playground receivers. */
@Resolver(() => PlaygroundReceiver)
export class PlaygroundResolver {
  constructor(
    private readonly service: PlaygroundService,
    private readonly address: ServerAddress,
  ) {}

  @Query(() => PlaygroundReceiver, { nullable: true, description: 'One playground receiver; null for an unknown id.' })
  async playgroundReceiver(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the playground receiver.' }) id: string,
  ): Promise<PlaygroundReceiver | null> {
    return context.load(receiversById, requireUuid(id, 'id'));
  }

  @Query(() => PlaygroundReceiverConnection, { description: 'Playground receivers, newest first.' })
  async playgroundReceivers(
    @Ctx() context: GraphQLContext,
    @Args(() => PageArgs) args: PageArgs,
  ): Promise<Connection<PlaygroundReceiver>> {
    return toConnection(await listReceivers(context.scope, args), args);
  }

  @FieldResolver(() => String, { description: 'Where anyone sends to it, by POST. Webhooks of this server may.' })
  url(@Ctx() { client }: GraphQLContext, @Root() { token }: PlaygroundReceiver): string {
    return receiverUrl(token, originOf(this.address, client));
  }

  @FieldResolver(() => PlaygroundRequestConnection, {
    complexity: innerPagePrice,
    description: 'What it was sent, newest first; the last 100 requests are kept.',
  })
  async requests(
    @Ctx() context: GraphQLContext,
    @Root() { id }: PlaygroundReceiver,
    @Args(() => InnerPageArgs) args: InnerPageArgs,
  ): Promise<Connection<PlaygroundRequest>> {
    return toConnection(await context.load(requestPages, { of: id, page: innerPage(args) }), args);
  }

  @PayloadMutation(
    { receiver: [() => PlaygroundReceiver, 'The new playground receiver.'] },
    { description: 'Creates a webhook receiver of this server, which is kept for a day. A key has at most 5.' },
  )
  async createPlaygroundReceiver(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => CreatePlaygroundReceiverInput, { description: 'The playground receiver.' })
    input: CreatePlaygroundReceiverInput,
  ): Promise<PlaygroundReceiver> {
    return this.service.create(context.change(), input);
  }

  @PayloadMutation(
    { receiver: [() => PlaygroundReceiver, 'The playground receiver as it is now.'] },
    { description: 'Changes how a playground receiver answers, and whose signatures it verifies.' },
  )
  async updatePlaygroundReceiver(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the playground receiver.' }) id: string,
    @Arg('input', () => UpdatePlaygroundReceiverInput, { description: 'The changes.' })
    input: UpdatePlaygroundReceiverInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<PlaygroundReceiver> {
    return this.service.update(context.change(), id, input, ifVersion);
  }

  @PayloadMutation(
    { receiver: [() => PlaygroundReceiver, 'The playground receiver as it was.'] },
    { description: 'Deletes a playground receiver with what it was sent.' },
  )
  async deletePlaygroundReceiver(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'Id of the playground receiver.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<PlaygroundReceiver> {
    return this.service.delete(context.change(), id, ifVersion);
  }
}
