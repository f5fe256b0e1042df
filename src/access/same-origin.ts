import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from '../config.ts';

/**
 * Whether a request may come from where it says it does. A browser lets any page open a socket to this machine, and
 * a rebound name lets it send requests: pages of other origins are refused, and while no key is asked for, so are
 * requests for any host but this machine.
 */
export function isFromHere({ host = '', origin }: IncomingHttpHeaders, isOpen: boolean): boolean {
  if (isOpen && !isLoopback(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''))) return false;
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host);
}
