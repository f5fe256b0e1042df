import { CloseCode, GRAPHQL_TRANSPORT_WS_PROTOCOL } from 'graphql-ws';
import type { WebSocket } from 'ws';

/** The protocol of `subscriptions-transport-ws`, whose name misleads: the package graphql-ws does not speak it. */
const legacyProtocol = 'graphql-ws';

/** At most 123 bytes, as all reasons of WebSockets. */
const fix = `Speak ${GRAPHQL_TRANSPORT_WS_PROTOCOL} (npm package graphql-ws); subscriptions-transport-ws is not served.`;

/**
 * The protocol of a socket that offers some; false for none. The former one is taken as well, because a browser shows its
 * page no reason of a socket that was not opened.
 */
export function chooseProtocol(offered: ReadonlySet<string>): string | false {
  return [GRAPHQL_TRANSPORT_WS_PROTOCOL, legacyProtocol].find((protocol) => offered.has(protocol)) ?? false;
}

/** Closes a socket with another protocol, and names the one to use. @returns whether it did */
export function refuseProtocol(socket: WebSocket): boolean {
  if (socket.protocol === GRAPHQL_TRANSPORT_WS_PROTOCOL) return false;
  if (socket.protocol === legacyProtocol) {
    socket.send(JSON.stringify({ type: 'connection_error', payload: { message: fix } }));
  }
  socket.close(CloseCode.SubprotocolNotAcceptable, fix);
  return true;
}
