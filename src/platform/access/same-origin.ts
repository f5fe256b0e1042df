import type { IncomingHttpHeaders } from 'node:http';
import { isLoopback } from './network.ts';

/**
 * Whether a request may come from where it says it does. A browser lets any page open a socket to this machine, and
 * a rebound name lets it send requests: pages of other origins are refused, and while no key is asked for, so are
 * requests for any host but this machine. What a page of another site embeds or links to comes without an Origin;
 * there `Sec-Fetch-Site` tells.
 *
 * @param mayBeLinked whether pages of other sites may link to it: a person then reads the answer, and no page does
 */
export function isFromHere(headers: IncomingHttpHeaders, isOpen: boolean, mayBeLinked = false): boolean {
  const { host = '', origin } = headers;
  if (isOpen && !isLoopback(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''))) return false;
  if (origin !== undefined) return URL.canParse(origin) && new URL(origin).host === host;
  return headers['sec-fetch-site'] !== 'cross-site' || (mayBeLinked && isFollowedLink(headers));
}

function isFollowedLink(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}
