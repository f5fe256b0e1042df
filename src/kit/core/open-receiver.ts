import type { IncomingHttpHeaders } from 'node:http';

/** A request that needs no credential. */
export interface OpenRequest {
  readonly address: string | null;
  readonly headers: IncomingHttpHeaders;
  /** Reads the body; null for one with more bytes, of which the rest is left unread. */
  readonly readBody: (maxBytes: number) => Promise<Buffer | null>;
  /** Aborted when the sender is gone. */
  readonly left: AbortSignal;
}

/** Takes requests of any body at paths of its own, where anyone may send. It limits them by itself. */
export interface OpenReceiver {
  /** What a path names there; null for any other path. */
  readonly nameIn: (path: string) => string | null;
  /** @returns the status of the answer, which has no body */
  readonly receive: (name: string, request: OpenRequest) => Promise<number>;
}
