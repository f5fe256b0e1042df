import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import parseForwarded from 'forwarded-parse';
import ipaddr from 'ipaddr.js';
import type { Network } from './network.ts';

/** Where a request came from. */
export interface Client {
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** The host that it asked for. */
  readonly host: string;
  /** Whether its browser asks that nobody keeps what it does: `DNT` or `Sec-GPC`. */
  readonly isPrivate: boolean;
}

/** What one proxy says of the hop before it. */
interface Hop {
  readonly ip: string | null;
  readonly host: string | null;
}

type Request = Pick<IncomingMessage, 'socket' | 'headers'>;

/** The header in which the proxies in front name the client. `x-forwarded-for` has addresses alone, `forwarded` also hosts. */
export const forwardedHeaders = ['x-forwarded-for', 'forwarded'] as const;

/** One of them. */
export type ForwardedHeader = (typeof forwardedHeaders)[number];

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

  /** The host that the client asked for, as the outermost trusted proxy received it if `Forwarded` is read; else `Host`. */
  hostOf(request: Request): string {
    return this.#sender(request).host ?? '';
  }

  /** The hop before the outermost trusted proxy. The headers of anyone else are not even read. */
  #sender({ socket, headers }: Request): Hop {
    let ip = plainAddress(socket.remoteAddress);
    if (!this.#isProxy(ip)) return { ip, host: headers.host ?? null };
    let host = headers.host ?? null;
    for (const hop of this.#hopsOf(headers).toReversed()) {
      if (!this.#isProxy(ip)) break;
      host = hop.host ?? host;
      if (hop.ip === null) break;
      ip = hop.ip;
    }
    return { ip, host };
  }

  /** The hops that the header names, from the client to the last proxy. */
  #hopsOf(headers: IncomingHttpHeaders): Hop[] {
    const value = headers[this.header];
    // Node joins repeated lines of both headers into one value.
    if (typeof value !== 'string') return [];
    if (this.header === 'forwarded') return forwardedHops(value);
    return value.split(',').map((address) => ({ ip: validAddress(address.trim()), host: null }));
  }

  #isProxy(address: string | null): boolean {
    if (address === null || this.proxies.length === 0 || !ipaddr.isValid(address)) return false;
    const parsed = ipaddr.process(address);
    return this.proxies.some(([base, length]) => parsed.kind() === base.kind() && parsed.match(base, length));
  }
}

function forwardedHops(header: string): Hop[] {
  try {
    return parseForwarded(header).map((hop) => ({ ip: validAddress(hop['for'] ?? ''), host: hop['host'] ?? null }));
  } catch {
    // A header that cannot be read says nothing.
    return [];
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
