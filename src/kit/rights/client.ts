import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import parseForwarded from 'forwarded-parse';
import ipaddr from 'ipaddr.js';
import type { Network, ForwardedHeader } from '../core/index.ts';

/** Where a request came from. */
export interface Client {
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The host of its request. */
  readonly host: string;
  /** Whether its browser opts out of tracking: `DNT` or `Sec-GPC`. */
  readonly isPrivate: boolean;
}

/** What one proxy reports of the hop before it. */
interface Hop {
  readonly ip: string | null;
  readonly host: string | null;
}

type Request = Pick<IncomingMessage, 'socket' | 'headers'>;

/**
 * Reads who sent a request, through the proxies that may say so. Only one header is read: a proxy that maintains one of them
 * forwards the other as the client wrote it.
 */
export class Clients {
  /**
   * @param proxies the networks of the proxies whose header is read; that of anyone else is ignored
   * @param header the header that these proxies maintain
   */
  constructor(
    private readonly proxies: readonly Network[],
    private readonly header: ForwardedHeader,
  ) {}

  /** Reads the client of a request. The user agent is cut to 500 characters. */
  of(request: Request): Client {
    const { ip, host } = this.#sender(request);
    const { 'user-agent': userAgent, dnt, 'sec-gpc': gpc } = request.headers;
    const isPrivate = dnt === '1' || gpc === '1';
    return { ip, userAgent: userAgent?.slice(0, 500) ?? null, host: host ?? '', isPrivate };
  }

  /**
   * The host that the client requested, as the outermost trusted proxy received it if `Forwarded` is read; else `Host`.
   */
  hostOf(request: Request): string {
    return this.#sender(request).host ?? '';
  }

  /** The hop before the outermost trusted proxy. The headers of anyone else are not even read. */
  #sender({ socket, headers }: Request): Hop {
    let ip = plainAddress(socket.remoteAddress);
    if (!this.#isProxy(ip)) return { ip, host: headers.host ?? null };
    let host = headers.host ?? null;
    for (const hop of this.#hopsOf(headers)) {
      if (!this.#isProxy(ip)) break;
      host = hop.host ?? host;
      if (hop.ip === null) break;
      ip = hop.ip;
    }
    return { ip, host };
  }

  /** The hops that the header names, from the last proxy to the client. */
  #hopsOf(headers: IncomingHttpHeaders): Iterable<Hop> {
    const value = headers[this.header];
    // Node joins repeated lines of both headers into one value.
    if (typeof value !== 'string') return [];
    if (this.header === 'forwarded') return forwardedHops(value);
    const addresses = value.split(',').toReversed();
    return addresses.map((address) => ({ ip: validAddress(address.trim()), host: null }));
  }

  #isProxy(address: string | null): boolean {
    if (address === null || this.proxies.length === 0 || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return this.proxies.some(([base, length]) => parsed.kind() === base.kind() && parsed.match(base, length));
  }
}

/**
 * The hops of `Forwarded`, from the right: what proxies have appended stands behind all that the client wrote, and is read
 * whatever that is. Nothing is read before the first element that cannot be read.
 */
function* forwardedHops(header: string): Generator<Hop> {
  for (let end = header.length; end > 0;) {
    const start = elementStart(header, end);
    if (start === null) return;
    const text = header.slice(start, end).trim();
    end = start - 1;
    // A list may have empty elements (RFC 9110, 5.6.1.2).
    if (text === '') continue;
    const hop = parseElement(text);
    yield { ip: validAddress(hop?.['for'] ?? ''), host: hop?.['host'] ?? null };
  }
}

/** No proxy writes a longer element. Without a limit, a header of commas would be parsed once for each of them. */
const longestElement = 1_000;

/** Where the element before a place of the header begins: behind a comma that no quotes enclose. Null for none that can be read. */
function elementStart(header: string, end: number): number | null {
  for (let start = end; start >= 0 && end - start <= longestElement;) {
    start = start === 0 ? 0 : header.lastIndexOf(',', start - 1) + 1;
    const text = header.slice(start, end).trim();
    if (text === '' || parseElement(text) !== null) return start;
    // Only a quoted text that ends here can have a comma.
    if (start === 0 || !text.endsWith('"')) return null;
    start -= 1;
  }
  return null;
}

function parseElement(text: string): Readonly<Record<string, string>> | null {
  try {
    const [element, another] = parseForwarded(text);
    return another === undefined ? (element ?? null) : null;
  } catch {
    return null;
  }
}

/** An address without brackets and port; null for an obfuscated one such as `unknown`. */
function validAddress(text: string): string | null {
  const [, bracketed] = /^\[([^\]]+)\](?::\d+)?$/.exec(text) ?? [];
  const address = bracketed ?? text.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  return ipaddr.isValid(address) ? plainAddress(address) : null;
}

/** An IPv4 client of a socket that listens on IPv6 is called ::ffff:192.0.2.1. */
function plainAddress(address: string | undefined): string | null {
  return address?.replace(/^::ffff:(?=\d+\.)/, '') ?? null;
}
