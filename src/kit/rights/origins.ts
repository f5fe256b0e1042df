import type { IncomingMessage } from 'node:http';
import { AppError, isLoopback, type OriginPattern } from '../core/index.ts';
import type { Clients } from './client.ts';

/** What decides which pages may send requests. */
interface OriginOptions {
  readonly clients: Clients;
  /** Where clients reach the server, when that is not the host of their requests; null for that host. */
  readonly publicUrl: string | null;
  readonly allowed: readonly OriginPattern[];
}

type Request = Pick<IncomingMessage, 'socket' | 'headers'>;

/**
 * Which pages may send requests. A browser lets any page open a socket to this machine, and a rebound name lets it send
 * requests: pages of other origins are refused unless the operator lists them, and while authentication is off, so are
 * requests for any host but this machine. What a page of another site embeds or links to comes without an Origin; there
 * `Sec-Fetch-Site` says it.
 */
export class Origins {
  constructor(private readonly options: OriginOptions) {}

  /**
   * Whether the origin of a request is allowed.
   *
   * @param isOpen whether authentication is off
   * @param mayBeLinked whether pages of other sites may link to it: a person then reads the answer, and no page does
   */
  admits(request: Request, isOpen: boolean, mayBeLinked = false): boolean {
    const { headers } = request;
    const host = this.options.clients.hostOf(request);
    if (isOpen && !isLoopback(host.replace(/:\d+$/, '').replace(/^\[|\]$/g, ''))) return false;
    const { origin } = headers;
    if (origin !== undefined) return this.#isOwn(origin, host) || this.isListed(origin);
    return headers['sec-fetch-site'] !== 'cross-site' || (mayBeLinked && isFollowedLink(request));
  }

  /** Whether an origin is one of `ALLOWED_ORIGINS`. */
  isListed(origin: string): boolean {
    if (!URL.canParse(origin)) return false;
    const { protocol, host } = new URL(origin);
    return this.options.allowed.some(
      (one) => one.protocol === protocol && (one.isSuffix ? host.endsWith(`.${one.host}`) : host === one.host),
    );
  }

  #isOwn(origin: string, host: string): boolean {
    if (!URL.canParse(origin)) return false;
    const { publicUrl } = this.options;
    const asked = new URL(origin).host;
    return asked === host || (publicUrl !== null && asked === new URL(publicUrl).host);
  }
}

/** The refusal of what `Origins.admits` does not admit. */
export function otherOrigin(): AppError {
  return new AppError(
    'other_origin',
    'Requests from pages of other origins or sites, or for other hosts, are refused: list the origin of the page in ALLOWED_ORIGINS.',
  );
}

function isFollowedLink({ headers }: Request): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}
