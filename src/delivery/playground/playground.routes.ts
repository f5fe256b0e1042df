import {
  created,
  etag,
  listResponse,
  noContent,
  pageQuery,
  pageRequest,
  type Route,
  route,
  type RouteRequest,
  versioned,
  wrapped,
  wrappedList,
} from '../../kit/http/index.ts';
import type { Client } from '../../kit/rights/index.ts';
import { CreatePlaygroundReceiverInput, UpdatePlaygroundReceiverInput } from './playground.inputs.ts';
import { listReceivers, listRequests, readReceiver } from './playground.reader.ts';
import type { PlaygroundService } from './playground.service.ts';
import { type PlaygroundReceiver, receiverView } from './playground-receiver.entity.ts';
import { requestView } from './playground-request.entity.ts';
import { originOf, receiverUrl, type ServerAddress } from './receiver-url.ts';

const tag = 'Playground';
const base = '/api/playground/receivers';
const one = `${base}/{receiverId}`;

/** `/api/playground/receivers`: receivers for trying, and what they were sent. */
export function playgroundRoutes(receivers: PlaygroundService, address: ServerAddress): Route[] {
  const withUrl = (receiver: PlaygroundReceiver, client: Client) => ({
    ...receiver,
    url: receiverUrl(receiver.token, originOf(address, client)),
  });
  const shown = (receiver: PlaygroundReceiver, { client }: Pick<RouteRequest<never>, 'client'>) => ({
    body: { receiver: receiverView.write(withUrl(receiver, client)) },
    headers: etag(receiver),
  });
  return [
    route({
      tag,
      extension: true,
      method: 'POST',
      path: base,
      operationId: 'createPlaygroundReceiver',
      summary: 'Create a webhook receiver of this server',
      description:
        'Anyone may send to its `url` by POST, also the webhooks of this server. It keeps the last 100 requests of at most 65,536 bytes, takes 60 a minute, and is deleted after a day. A key has at most 5; 409 for more.',
      body: CreatePlaygroundReceiverInput,
      isBodyOptional: true,
      responses: { 201: created(wrapped('receiver', receiverView, 'The new receiver.')) },
      errors: ['NOT_FOUND', 'CONFLICT'],
      handle: async (request) => {
        const receiver = await receivers.create(request.scope, request.body);
        const { body, headers } = shown(receiver, request);
        return { status: 201, body, headers: { Location: `${base}/${receiver.id}`, ...headers } };
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: base,
      operationId: 'listPlaygroundReceivers',
      summary: 'List playground receivers, newest first',
      description: 'Pages follow the Link header.',
      query: pageQuery,
      responses: { 200: wrappedList('receivers', receiverView, 'A page of receivers.') },
      handle: async (request) => {
        const page = await listReceivers(request.scope, pageRequest(request));
        const edges = page.edges.map((edge) => edge.with(withUrl(edge.node, request.client)));
        return listResponse('receivers', receiverView, { ...page, edges });
      },
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: one,
      operationId: 'getPlaygroundReceiver',
      summary: 'Read a playground receiver',
      description: 'Its requests have a path of their own.',
      responses: { 200: versioned(wrapped('receiver', receiverView, 'The receiver.')) },
      errors: ['NOT_FOUND'],
      handle: async (request) => shown(await readReceiver(request.scope, request.path('receiverId')), request),
    }),
    route({
      tag,
      extension: true,
      method: 'GET',
      path: `${one}/requests`,
      operationId: 'listPlaygroundRequests',
      summary: 'List what a playground receiver was sent, newest first',
      description: 'Pages follow the Link header.',
      query: pageQuery,
      responses: { 200: wrappedList('requests', requestView, 'A page of requests.') },
      errors: ['NOT_FOUND'],
      handle: async (request) =>
        listResponse(
          'requests',
          requestView,
          await listRequests(request.scope, request.path('receiverId'), pageRequest(request)),
        ),
    }),
    route({
      tag,
      extension: true,
      method: 'PUT',
      path: one,
      operationId: 'updatePlaygroundReceiver',
      summary: 'Change how a playground receiver answers',
      description: 'Absent fields stay unchanged. A null subscriptionId verifies no signatures.',
      body: UpdatePlaygroundReceiverInput,
      responses: { 200: versioned(wrapped('receiver', receiverView, 'The receiver after the change.')) },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async (request) => {
        const { scope, path, body, ifVersion } = request;
        return shown(await receivers.update(scope, path('receiverId'), body, ifVersion), request);
      },
    }),
    route({
      tag,
      extension: true,
      method: 'DELETE',
      path: one,
      operationId: 'deletePlaygroundReceiver',
      summary: 'Delete a playground receiver with what it was sent',
      description: 'Its URL is unknown afterwards.',
      responses: { 204: noContent },
      errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
      handle: async ({ scope, path, ifVersion }) => {
        await receivers.delete(scope, path('receiverId'), ifVersion);
        return { status: 204 };
      },
    }),
  ];
}
