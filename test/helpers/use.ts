import { afterAll, beforeAll } from '@jest/globals';

type Close = () => Promise<unknown>;

const opened: Close[] = [];

/**
 * Opens something for all tests of a file or block. What was opened last is closed first, so that what talks to a server
 * ends before it; by itself Jest runs `afterAll` in the order in which it is written.
 */
export function use(open: () => Promise<Close>): void {
  beforeAll(async () => {
    opened.push(await open());
  }, 60_000);
  afterAll(async () => {
    await opened.pop()?.();
  });
}

/** A server of a test's own, for all tests of a file or block. */
export function useServer<Server extends { open(): Promise<unknown>; close(): Promise<unknown> }>(
  server: Server,
): Server {
  use(async () => {
    await server.open();
    return () => server.close();
  });
  return server;
}
