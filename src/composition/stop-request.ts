/**
 * Requests the stop of a process of a cluster. Not a signal: it may have come already, to all processes of the group.
 */
export const stopMessage = 'stop';

/** SIGHUP comes when the terminal of the process is closed. */
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** npm repeats Ctrl-C to its child, which the terminal has sent it as well: both are one request, in milliseconds. */
const repeatedMs = 500;

/**
 * Is aborted by the first signal or message that requests a stop, with its name as the reason. A later one ends the
 * process at once.
 */
export function stopRequest(): AbortSignal {
  const request = new AbortController();
  let requestedAt = 0;
  const receive = (name: NodeJS.Signals): void => {
    if (!request.signal.aborted) {
      requestedAt = performance.now();
      request.abort(name);
    } else if (performance.now() - requestedAt > repeatedMs) {
      process.exit(1);
    }
  };
  for (const name of stopSignals) process.on(name, receive);
  process.on('message', (message) => {
    if (message === stopMessage && !request.signal.aborted) receive('SIGTERM');
  });
  return request.signal;
}
