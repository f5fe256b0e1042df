import { text } from '../../kit/data/index.ts';
import {
  changeDepth,
  type DeclaredResponse,
  etag,
  listResponse,
  noContent,
  pageQuery,
  pageRequest,
  type Route,
  route,
  versioned,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import { apiKeyView, type IssuedKey } from './api-key.entity.ts';
import { CreateApiKeyInput, RotateApiKeyInput, UpdateApiKeyInput } from './api-key.inputs.ts';
import { listApiKeys, readApiKey } from './api-key.reader.ts';
import type { ApiKeyService } from './api-key.service.ts';

const base = '/api/keys';
const one = `${base}/{keyId}`;
const shared = { tag: 'Keys', extension: true } as const;

/** An answer with the value of a key. The store of idempotent requests does not keep it. */
const issued = (description: string, ...headers: 'Location'[]): DeclaredResponse => ({
  ...wrapped('apiKey', apiKeyView, description, { token: text }),
  headers: ['ETag', ...headers],
});
const bodyOf = ({ apiKey, token }: IssuedKey): Record<string, unknown> => ({ apiKey: apiKeyView.write(apiKey), token });

export function apiKeyRoutes(keys: ApiKeyService): Route[] {
  return [...issuingRoutes(keys), ...readRoutes(), ...changeRoutes(keys)];
}

/** The routes whose answers have the value of a key. */
function issuingRoutes(keys: ApiKeyService): Route[] {
  return [
    route({
      ...shared,
      method: 'POST',
      path: base,
      operationId: 'createApiKey',
      summary: 'Create a key',
      description:
        'The answer has its value, which nothing shows again and which is never stored, so it takes no Idempotency-Key.',
      isStored: false,
      body: CreateApiKeyInput,
      responses: { 201: issued('The new key and its value.', 'Location') },
      handle: async ({ scope, body }) => {
        const made = await keys.create(scope, body);
        return {
          status: 201,
          body: bodyOf(made),
          headers: { Location: `${base}/${made.apiKey.id}`, ...etag(made.apiKey) },
        };
      },
    }),
    route({
      ...shared,
      method: 'POST',
      path: `${one}/rotate`,
      operationId: 'rotateApiKey',
      summary: 'Give a key a new value',
      description:
        'The old value stays valid for overlapSeconds; 0 ends it at once. The answer has the new value, which nothing shows again and which is never stored, so it takes no Idempotency-Key.',
      isStored: false,
      body: RotateApiKeyInput,
      isBodyOptional: true,
      responses: { 200: issued('The key and its new value.') },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const rotated = await keys.rotate(scope, path('keyId'), body, ifVersion);
        return { body: bodyOf(rotated), headers: etag(rotated.apiKey) };
      },
    }),
  ];
}

function readRoutes(): Route[] {
  return [
    route({
      ...shared,
      method: 'GET',
      path: base,
      operationId: 'listApiKeys',
      summary: 'List the keys, oldest first',
      description: 'Expired and revoked ones too. No answer has the value of a key. Pages follow the Link header.',
      query: pageQuery,
      responses: { 200: wrappedList('apiKeys', apiKeyView, 'A page of keys.') },
      handle: async (request) =>
        listResponse('apiKeys', apiKeyView, await listApiKeys(request.scope, pageRequest(request))),
    }),
    route({
      ...shared,
      method: 'GET',
      path: one,
      operationId: 'getApiKey',
      summary: 'Read a key',
      description: 'The ETag is its version; a use does not raise it.',
      responses: { 200: versioned(wrapped('apiKey', apiKeyView, 'The key.')) },
      errors: ['NOT_FOUND'],
      handle: async ({ scope, path }) => {
        const apiKey = await readApiKey(scope, path('keyId'));
        return { body: { apiKey: apiKeyView.write(apiKey) }, headers: etag(apiKey) };
      },
    }),
  ];
}

function changeRoutes(keys: ApiKeyService): Route[] {
  return [
    route({
      ...shared,
      method: 'PUT',
      path: one,
      operationId: 'updateApiKey',
      summary: 'Change a key',
      description: `${changeDepth} It takes effect with the next request.`,
      body: UpdateApiKeyInput,
      responses: { 200: versioned(wrapped('apiKey', apiKeyView, 'The key after the change.')) },
      errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, body, ifVersion }) => {
        const apiKey = await keys.update(scope, path('keyId'), body, ifVersion);
        return { body: { apiKey: apiKeyView.write(apiKey) }, headers: etag(apiKey) };
      },
    }),
    route({
      ...shared,
      method: 'DELETE',
      path: one,
      operationId: 'revokeApiKey',
      summary: 'Revoke a key',
      description: 'It is never valid again. It is still listed, with revokedAt.',
      responses: { 204: noContent },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) => {
        await keys.revoke(scope, path('keyId'), ifVersion);
        return { status: 204 };
      },
    }),
  ];
}
