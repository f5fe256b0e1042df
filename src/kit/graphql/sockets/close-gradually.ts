import { setTimeout as delay } from 'node:timers/promises';
import type { WebSocket } from 'ws';

/** A stop spreads the closing of all sockets over this time, in milliseconds, so that clients do not reconnect at once. */
const closingWindowMs = 4_000;
/** How many sockets are closed at a time; few sockets are closed at once. */
const closedAtOnce = 20;

/** Sends 1001 to some sockets at a time, so that their clients do not all reconnect at the same moment. */
export async function closeGradually(sockets: readonly WebSocket[]): Promise<void> {
  const steps = Math.ceil(sockets.length / closedAtOnce);
  for (let step = 0; step < steps; step += 1) {
    for (const socket of sockets.slice(step * closedAtOnce, (step + 1) * closedAtOnce)) {
      socket.close(1001, 'Going away');
    }
    if (step + 1 < steps) await delay(Math.min(50, closingWindowMs / steps));
  }
}
