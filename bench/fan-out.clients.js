// Subscribers in a process of their own: they speak graphql-transport-ws with as little work as counting needs.
// Told { open: { url, count, queries } } they connect and subscribe, told { expect } they report when so many frames came.
import { once } from 'node:events';
import { WebSocket } from 'ws';

const sockets = [];
let frames = 0;
let failures = 0;
let expected = Infinity;
let first = 0;

function count(frame) {
  if (!frame.subarray(0, 120).includes('"next"')) {
    if (frame.includes('"error"')) failures += 1;
    return;
  }
  if (frames === 0) first = performance.now();
  frames += 1;
  if (frames === expected) process.send({ done: { ms: performance.now() - first, failures } });
}

async function open(url, query) {
  const socket = new WebSocket(url, 'graphql-transport-ws', { perMessageDeflate: false });
  socket.on('close', () => (failures += 1));
  await once(socket, 'open');
  const acknowledged = once(socket, 'message');
  socket.send('{"type":"connection_init"}');
  await acknowledged;
  socket.on('message', count);
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query } }));
  sockets.push(socket);
}

async function openAll({ url, count: wanted, queries }) {
  let next = 0;
  const lane = async () => {
    while (next < wanted) {
      const at = next++;
      await open(url, queries[at % queries.length]);
    }
  };
  await Promise.all(Array.from({ length: 50 }, lane));
}

process.on('message', async (message) => {
  if (message.open !== undefined) {
    await openAll(message.open);
    process.send({ opened: sockets.length });
  }
  if (message.expect !== undefined) {
    frames = 0;
    expected = message.expect;
    process.send({ ready: true });
  }
  if (message.close) process.exit();
});
process.send({ started: true });
