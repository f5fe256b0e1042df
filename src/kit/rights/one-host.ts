import type { IncomingMessage } from 'node:http';

/**
 * Whether a request has one Host line at most. Of several, Node reads the first and a proxy in front perhaps another: it
 * could be sent by one for another host than the other checks (RFC 9112, 3.2).
 */
export function hasOneHost({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  return rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length <= 1;
}
