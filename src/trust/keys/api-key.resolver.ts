import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import {
  type Connection,
  connectionType,
  type GraphQLContext,
  IfVersion,
  NotStored,
  PageArgs,
  toConnection,
  PayloadMutation,
} from '../../kit/graphql/index.ts';
import { requireUuid } from '../../kit/input/index.ts';
import { ApiKey, type IssuedKey } from './api-key.entity.ts';
import { CreateApiKeyInput, RotateApiKeyInput, UpdateApiKeyInput } from './api-key.inputs.ts';
import { apiKeysById, listApiKeys } from './api-key.reader.ts';
import { type ApiKeyService } from './api-key.service.ts';

const ApiKeyConnection = connectionType(ApiKey, 'ApiKey');

/** What makes a token gives it this once. */
const issuedKey = {
  apiKey: [() => ApiKey, 'The key.'],
  token: [() => String, 'What its holder sends: Authorization: Bearer and this value. Keep it secret.'],
} as const;

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

  @NotStored()
  @PayloadMutation(issuedKey, { description: 'Makes a key. Nothing shows its value again.' })
  async createApiKey(
    @Ctx() context: GraphQLContext,
    @Arg('input', () => CreateApiKeyInput, { description: 'The new key.' }) input: CreateApiKeyInput,
  ): Promise<IssuedKey> {
    return this.service.create(context.change(), input);
  }

  @PayloadMutation(
    { apiKey: [() => ApiKey, 'The key as it is now.'] },
    { description: 'Changes the given fields of a key.' },
  )
  async updateApiKey(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the key.' }) id: string,
    @Arg('input', () => UpdateApiKeyInput, { description: 'The fields to change.' }) input: UpdateApiKeyInput,
    @IfVersion() ifVersion?: number | null,
  ): Promise<ApiKey> {
    return this.service.update(context.change(), id, input, ifVersion);
  }

  @NotStored()
  @PayloadMutation(issuedKey, {
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

  @PayloadMutation(
    { apiKey: [() => ApiKey, 'The revoked key.'] },
    { description: 'Revokes a key permanently. It is still listed.' },
  )
  async revokeApiKey(
    @Ctx() context: GraphQLContext,
    @Arg('id', () => ID, { description: 'The id of the key.' }) id: string,
    @IfVersion() ifVersion?: number | null,
  ): Promise<ApiKey> {
    return this.service.revoke(context.change(), id, ifVersion);
  }
}
