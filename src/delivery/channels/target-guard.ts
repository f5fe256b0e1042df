import { type LookupAddress, promises as dns } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { buildConnector } from 'undici';
import { type Network, portOf } from '../../kit/core/index.ts';

/** Addresses that a connection may go to. All others are refused. */
export interface Destinations {
  readonly public: boolean;
  /** 127.0.0.0/8 and ::1, in these notations only. */
  readonly loopback: boolean;
  readonly networks: readonly Network[];
}

/** The same text for every refused target: details would describe the internal network. */
const forbiddenTarget = 'The target is not an allowed destination.';

/** The text for targets that only https may reach, whatever their address is. */
export const plainHttpTarget =
  'Plain http reaches only the networks of WEBHOOK_ALLOW_NETWORKS: use https, or set WEBHOOK_ALLOW_HTTP to on.';

/** Thrown by the connector, before anything is sent. Its message is one of the texts above. */
export class ForbiddenTargetError extends Error {}

/**
 * Ports of services with line-based commands (mail, Redis) or for operators only. They are refused on public targets.
 * Loopback and allowed networks may use them, because an operator has named these.
 */
const restrictedPorts: ReadonlySet<number> = new Set([
  // remote shells, mail, names, directories, files
  21, 22, 23, 25, 53, 110, 143, 389, 445, 465, 587, 636, 993, 995,
  // databases and caches
  1433, 1521, 3306, 5432, 6379, 9042, 9200, 11211, 27017,
  // machines, clusters, queues
  2375, 2376, 2379, 3389, 5672, 5900, 9092, 10250,
]);

/** The public part of IPv6, and IANA's protocol assignments inside it, which include Teredo. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');
const protocolAssignments = ipaddr.IPv6.parseCIDR('2001::/23');

/** In a public range, but served by the host of a virtual machine: Azure's metadata and agent service. */
const platformAddresses: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether one address, as the resolver or a URL writes it, is allowed. IPv6 that contains an IPv4 address (mapped,
 * compatible, translated, tunnelled) is always refused: no public receiver needs it.
 */
export function isAllowedAddress(address: string, allowed: Destinations): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const ip = ipaddr.parse(address);
  if (allowed.networks.some(([base, length]) => base.kind() === ip.kind() && ip.match([base, length]))) return true;
  return ip.range() === 'loopback' ? allowed.loopback : allowed.public && isPublic(ip);
}

function isPublic(ip: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (ip.range() !== 'unicast') return false;
  if (ip instanceof ipaddr.IPv4) return !platformAddresses.has(ip.toString());
  return ip.match(globalUnicast) && !ip.match(protocolAssignments) && !isIsatap(ip);
}

/** ISATAP puts an IPv4 address behind `0:5efe` in the interface id; two bits of the zero may be set (RFC 5214). */
function isIsatap({ parts: [, , , , flags = 0, mark] }: ipaddr.IPv6): boolean {
  return (flags & 0xfcff) === 0 && mark === 0x5efe;
}

/** Targets that the configuration allows beyond public ones. */
export interface TargetGuardOptions {
  /**
   * Whether 127.0.0.0/8, ::1 and the name localhost may be targets now. Read each time, because that may end. From
   * memory: a transaction that waited for another read would never end on the embedded database.
   */
  readonly allowsLoopback: () => boolean;
  /** Whether events may go to public targets without encryption. */
  readonly allowHttp: boolean;
  /** Allowed networks that are not public. */
  readonly allowNetworks: readonly Network[];
  /** Resolves a name to all its addresses. Default: the system's resolver. */
  readonly resolve?: (hostname: string) => Promise<readonly LookupAddress[]>;
}

/**
 * Prevents webhooks from reaching hosts that only this machine or its network can reach (SSRF).
 *
 * The check runs where the connection is made: a name is resolved once, all its addresses are checked, and the socket
 * connects to exactly those. So a name that changes its addresses in between does not pass. A kept-alive socket stays
 * with its checked address; a new socket is checked again.
 */
export class TargetGuard {
  readonly #resolve: (hostname: string) => Promise<readonly LookupAddress[]>;

  constructor(private readonly options: TargetGuardOptions) {
    this.#resolve = options.resolve ?? ((hostname) => dns.lookup(hostname, { all: true }));
  }

  /** Why a URL is refused, as far as it is known without a DNS query; null when it is not. */
  refusal({ hostname: host, protocol, port }: URL): string | null {
    const hostname = host.replace(/^\[|\]$/g, '');
    const encrypted = this.#destinations(hostname, isPublicPort(protocol, port));
    if (this.#isRefused(hostname, encrypted)) return forbiddenTarget;
    const isPlain = this.#isPlain(protocol) && this.#isRefused(hostname, { ...encrypted, public: false });
    return isPlain ? plainHttpTarget : null;
  }

  /** The connect function for undici. It checks literal addresses itself, because undici does not look them up. */
  connector(timeoutMs: number): buildConnector.connector {
    const connectTo = (toPublic: boolean, text: string): buildConnector.connector =>
      buildConnector({ timeout: timeoutMs, lookup: this.#lookup(toPublic, text) });
    const toPublicPort = connectTo(true, forbiddenTarget);
    const toRestrictedPort = connectTo(false, forbiddenTarget);
    const plainly = connectTo(false, plainHttpTarget);
    return (options, callback) => {
      const { hostname, protocol, port } = options;
      const isPlain = this.#isPlain(protocol);
      const toPublic = isPublicPort(protocol, port) && !isPlain;
      if (this.#isForbiddenLiteral(hostname, toPublic)) callback(new ForbiddenTargetError(forbiddenTarget), null);
      else (isPlain ? plainly : toPublic ? toPublicPort : toRestrictedPort)(options, callback);
    };
  }

  #isForbiddenLiteral(hostname: string, toPublic: boolean): boolean {
    return isIP(hostname) !== 0 && !isAllowedAddress(hostname, this.#destinations(hostname, toPublic));
  }

  /** One forbidden address refuses the name: a legitimate name does not mix public and internal addresses. */
  async #vet(hostname: string, toPublic: boolean, text: string): Promise<LookupAddress[]> {
    const allowed = this.#destinations(hostname, toPublic);
    const addresses = await this.#resolve(hostname);
    if (addresses.length === 0 || !addresses.every(({ address }) => isAllowedAddress(address, allowed))) {
      throw new ForbiddenTargetError(text);
    }
    return [...addresses];
  }

  #lookup(toPublic: boolean, text: string): LookupFunction {
    return (hostname, { all }, callback) => {
      this.#vet(hostname, toPublic, text).then(
        (vetted) =>
          all === true ? callback(null, vetted) : callback(null, vetted[0]?.address ?? '', vetted[0]?.family),
        (error: NodeJS.ErrnoException) => callback(error, []),
      );
    };
  }

  /** A name other than localhost never reaches loopback: the owner of the name may have pointed it there. */
  #destinations(hostname: string, toPublic: boolean): Destinations {
    const { allowsLoopback, allowNetworks } = this.options;
    const meansLoopback = isIP(hostname) !== 0 || isLocalhost(hostname);
    return { public: toPublic, loopback: meansLoopback && allowsLoopback(), networks: allowNetworks };
  }

  #isRefused(hostname: string, allowed: Destinations): boolean {
    if (isIP(hostname) !== 0) return !isAllowedAddress(hostname, allowed);
    if (isLocalhost(hostname)) return !['127.0.0.1', '::1'].some((address) => isAllowedAddress(address, allowed));
    return this.options.allowNetworks.length === 0 && (!allowed.public || isInternalName(hostname));
  }

  #isPlain(protocol: string): boolean {
    return protocol === 'http:' && !this.options.allowHttp;
  }
}

function isPublicPort(protocol: string, port: string): boolean {
  return !restrictedPorts.has(portOf({ protocol, port }));
}

function isLocalhost(hostname: string): boolean {
  return /^(.+\.)?localhost\.?$/i.test(hostname);
}

/** Names outside public DNS: mDNS (RFC 6762) and ICANN's private-use domain, which clouds use for metadata. */
function isInternalName(hostname: string): boolean {
  return /\.(local|internal)\.?$/i.test(hostname);
}
