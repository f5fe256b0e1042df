// One peer of the fan-out in a process of its own, named by the first argument: bare (the same frames with ws alone, the
// limit), graphql-ws (stock, default executor) or mercurius. Told a number, it has so many events happen at once.
import { createServer } from 'node:http';
import Fastify from 'fastify';
import { buildSchema } from 'graphql';
import { useServer } from 'graphql-ws/use/ws';
import mercurius from 'mercurius';
import { WebSocketServer } from 'ws';

const typeDefs = `
  type Query { nothing: String }
  type Event { id: ID! type: String! deckId: ID payload: String cursor: String! }
  type Subscription { events: Event! }`;

const eventAt = (at) => ({
  id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
  type: 'bench.fan_out',
  deckId: null,
  payload: JSON.stringify({ at, note: 'what a dashboard shows of a signed contract' }),
  cursor: Buffer.from(`e1:123456:${at}`).toString('base64url'),
});

/** Each subscriber of a peer waits in a queue of its own, as with any pub/sub in the process. */
class Queue {
  #waiting = [];
  #wake = null;
  push(value) {
    this.#waiting.push(value);
    this.#wake?.();
  }
  async *[Symbol.asyncIterator]() {
    for (;;) {
      while (this.#waiting.length > 0) yield this.#waiting.shift();
      await new Promise((resolve) => (this.#wake = resolve));
    }
  }
}

async function bare() {
  const server = createServer();
  const sockets = new WebSocketServer({
    server,
    perMessageDeflate: false,
    handleProtocols: () => 'graphql-transport-ws',
  });
  sockets.on('connection', (socket) => {
    socket.on('message', (message) => {
      if (message.includes('connection_init')) socket.send('{"type":"connection_ack"}');
    });
  });
  const happen = async (count) => {
    for (let at = 0; at < count; at += 1) {
      const frame = JSON.stringify({ id: '1', type: 'next', payload: { data: { events: eventAt(at) } } });
      for (const socket of sockets.clients) socket.send(frame);
      await new Promise(setImmediate);
    }
  };
  return { server, happen };
}

async function stock() {
  const queues = new Set();
  const schema = buildSchema(typeDefs);
  schema.getSubscriptionType().getFields().events.subscribe = async function* () {
    const queue = new Queue();
    queues.add(queue);
    for await (const event of queue) yield { events: event };
  };
  const server = createServer();
  useServer({ schema }, new WebSocketServer({ server, path: '/graphql', perMessageDeflate: false }));
  const happen = async (count) => {
    for (let at = 0; at < count; at += 1) {
      for (const queue of queues) queue.push(eventAt(at));
      await new Promise(setImmediate);
    }
  };
  return { server, happen };
}

async function mercury() {
  const app = Fastify();
  app.register(mercurius, {
    schema: typeDefs,
    subscription: { fullWsTransport: true },
    resolvers: { Subscription: { events: { subscribe: (_root, _args, { pubsub }) => pubsub.subscribe('events') } } },
  });
  await app.ready();
  const happen = async (count) => {
    for (let at = 0; at < count; at += 1) {
      app.graphql.pubsub.publish({ topic: 'events', payload: { events: eventAt(at) } });
      await new Promise(setImmediate);
    }
  };
  return { server: app.server, happen };
}

const { server, happen } = await { bare, 'graphql-ws': stock, mercurius: mercury }[process.argv[2]]();
process.on('message', happen);
server.listen(0, '127.0.0.1', () => process.send({ url: `ws://127.0.0.1:${server.address().port}/graphql` }));
