import { adminScope, needsAllDecks } from '../../kit/rights/index.ts';
import { tableNode } from '../../kit/graphql/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import type { Module } from '../../kit/module.ts';
import { AccessRevision, ApiKey } from './api-key.entity.ts';
import { apiKeysById } from './api-key.reader.ts';
import { ApiKeyResolver } from './api-key.resolver.ts';
import { apiKeyRoutes } from './api-key.routes.ts';
import type { ApiKeyService } from './api-key.service.ts';

export const apiKeyModule: Module<{ readonly apiKeys: ApiKeyService }> = {
  operations: {
    createApiKey: needsAllDecks(adminScope),
    listApiKeys: needsAllDecks(adminScope, 'Query.apiKeys'),
    getApiKey: needsAllDecks(adminScope, 'Query.apiKey'),
    updateApiKey: needsAllDecks(adminScope),
    rotateApiKey: needsAllDecks(adminScope),
    revokeApiKey: needsAllDecks(adminScope),
  },
  tags: { Keys: 'The API keys, each with its scopes.' },
  pathParameters: { keyId: uuidParameter('The id of the key.') },
  entities: [ApiKey, AccessRevision],
  nodes: { ApiKey: tableNode(ApiKey, apiKeysById, adminScope) },
  resolvers: [ApiKeyResolver],
  instances: ({ apiKeys }) => [new ApiKeyResolver(apiKeys)],
  routes: ({ apiKeys }) => apiKeyRoutes(apiKeys),
};
