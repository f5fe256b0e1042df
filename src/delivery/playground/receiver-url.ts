import { randomBytes } from 'node:crypto';
import type { Client } from '../../kit/rights/index.ts';

/** The path of a receiver: its token alone, so that nothing else of the server can be meant. */
const receiverPath = /^\/play\/([\w-]{32})$/;

/** Makes what nobody can guess. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}

/** The token in a path as it was sent; null for any other path. */
export function tokenIn(path: string): string | null {
  return receiverPath.exec(path)?.[1] ?? null;
}

/** Where anyone sends to. @param origin the server, as its clients reach it */
export function receiverUrl(token: string, origin: string): string {
  return new URL(`/play/${token}`, origin).href;
}

/**
 * Whether a URL is that of a receiver of this server, as `receiverUrl` writes it: the configured origin and the path of a
 * receiver, with nothing before, behind or between.
 */
export function isOwnReceiver(url: URL, publicUrl: string | null): boolean {
  const token = tokenIn(url.pathname);
  return publicUrl !== null && token !== null && url.href === receiverUrl(token, publicUrl);
}

/** Where clients reach the server; null for the host of their requests, over plain HTTP. */
export interface ServerAddress {
  readonly publicUrl: string | null;
}

/** The origin by which a client reaches the server. */
export function originOf({ publicUrl }: ServerAddress, { host }: Client): string {
  return publicUrl ?? `http://${host}`;
}
