import { needsAllDecks } from '../../kit/rights/index.ts';
import { uuidParameter } from '../../kit/http/index.ts';
import { tableNode } from '../../kit/graphql/index.ts';
import type { Module } from '../../kit/module.ts';
import { receiversById, requestsById } from './playground.reader.ts';
import { PlaygroundResolver } from './playground.resolver.ts';
import { playgroundRoutes } from './playground.routes.ts';
import type { PlaygroundService } from './playground.service.ts';
import { PlaygroundReceiver } from './playground-receiver.entity.ts';
import { PlaygroundRequest } from './playground-request.entity.ts';
import type { ServerAddress } from './receiver-url.ts';

interface Dependencies {
  readonly playground: PlaygroundService;
  readonly address: ServerAddress;
}

/** What it was sent are events, of any deck. */
const reads = ['notifications:read', 'events:read'];

/** Webhook receivers of the server itself, for trying. */
export const playgroundModule: Module<Dependencies> = {
  operations: {
    createPlaygroundReceiver: needsAllDecks('notifications:write'),
    listPlaygroundReceivers: needsAllDecks(reads, 'Query.playgroundReceivers'),
    getPlaygroundReceiver: needsAllDecks(reads, 'Query.playgroundReceiver'),
    listPlaygroundRequests: needsAllDecks(reads),
    updatePlaygroundReceiver: needsAllDecks('notifications:write'),
    deletePlaygroundReceiver: needsAllDecks('notifications:write'),
  },
  tags: { Playground: 'Webhook receivers of this server, which show what they were sent.' },
  pathParameters: { receiverId: uuidParameter('The id of the playground receiver.') },
  entities: [PlaygroundReceiver, PlaygroundRequest],
  nodes: {
    PlaygroundReceiver: tableNode(PlaygroundReceiver, receiversById, 'events:read'),
    PlaygroundRequest: tableNode(PlaygroundRequest, requestsById, 'events:read'),
  },
  resolvers: [PlaygroundResolver],
  instances: ({ playground, address }) => [new PlaygroundResolver(playground, address)],
  routes: ({ playground, address }) => playgroundRoutes(playground, address),
};
