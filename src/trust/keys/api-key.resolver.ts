import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  IfVersion,
  PageArgs,
  toConnection,
} from '../../kit/graphql/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { ApiKey, IssuedKey } from './api-key.entity.ts';
import { CreateApiKeyInput, RotateApiKeyInput, UpdateApiKeyInput } from './api-key.inputs.ts';
import { apiKeysById, listApiKeys } from './api-key.reader.ts';
import { type ApiKeyService } from './api-key.service.ts';

const ApiKeyConnection = connectionType(ApiKey, 'ApiKey');

@Resolver(() => ApiKey)
export class ApiKeyResolver {
  constructor(private readonly service: ApiKeyService) {}

  @Query(() => ApiKeyConnection, { description: 'All keys, expired and revoked ones too, oldest first.' })
  async apiKeys(@Ctx() context: GraphQLContext, @Args(() => PageArgs) args: PageArgs): Promise<Connection<ApiKey>> {
    return toConnection(await listApiKeys(context.scope, args), args);
  }

  @Query(() => ApiKey, { nullable: true, description: 'One key; null when there is none with this id.' })
  async apiKey(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the key.' }) id: string,
  ): Promise<ApiKey | null> {
    return context.load(apiKeysById, requireUuid(id, 'id'));
  }

  @Mutation(() => IssuedKey, { description: 'Makes a key. Nothing shows its value again.' })
  async createApiKey(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => CreateApiKeyInput, { description: 'The new key.' }) input: CreateApiKeyInput,
  ): Promise<IssuedKey> {
    return this.service.create(context.change(), input);
  }

  @Mutation(() => ApiKey, { description: 'Changes the given fields of a key.' })
  async updateApiKey(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the key.' }) id: string,
    @Arg('input', () => UpdateApiKeyInput, { description: 'The fields to change.' }) input: UpdateApiKeyInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<ApiKey> {
    return this.service.update(context.change(), id, input, ifVersion);
  }

  @Mutation(() => IssuedKey, {
    description: 'Gives a key a new value, which nothing shows again. The old one stays valid during the overlap.',
  })
  async rotateApiKey(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the key.' }) id: string,
    @Arg('input', () => RotateApiKeyInput, { nullable: true, description: 'The overlap. Default: one day.' })
    input: RotateApiKeyInput | null,
    @IfVersion() ifVersion?: number | null,
  ): Promise<IssuedKey> {
    return this.service.rotate(context.change(), id, input ?? {}, ifVersion);
  }

  @Mutation(() => ApiKey, { description: 'Revokes a key permanently. It is still listed.' })
  async revokeApiKey(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the key.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<ApiKey> {
    return this.service.revoke(context.change(), id, ifVersion);
  }
}
