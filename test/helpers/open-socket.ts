import { once } from 'node:events';
import { WebSocket } from 'ws';

/** A socket that has said hello, for what no well-behaved client does. */
export async function openSocket(base: string): Promise<WebSocket> {
  const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init' }));
  await once(socket, 'message');
  return socket;
}
