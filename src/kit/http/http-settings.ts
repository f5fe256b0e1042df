import { type EnvironmentReader, type OriginPattern, parseOrigin } from '../core/index.ts';
import { type ForwardedHeader, forwardedHeaders, type Network, parseNetwork } from '../rights/index.ts';
import { readTrusted, type SchemaExposure, type TrustedSettings } from '../graphql/index.ts';
import { type RateSettings, readRates } from '../data/index.ts';

/** How the server is reached, and by whom. */
export interface HttpSettings {
  /** Address to listen on. Anything but loopback needs `apiKey`, unless only health checks are answered there. */
  readonly host: string;
  /** TCP port; 0 lets the system choose one. */
  readonly port: number;
  /** Connections that may wait until they are accepted. The system has a limit of its own, which is silently the lower one. */
  readonly listenBacklog: number;
  /** Processes that answer on the port. More than one need PostgreSQL. */
  readonly processes: number;
  /** TCP port that answers the health checks alone, with every role and without a key; null opens none. */
  readonly healthPort: number | null;
  /** Bearer token that REST, GraphQL and sockets require; null requires none, on loopback only. */
  readonly apiKey: string | null;
  /** Requests that one address may have under way at a time; 0 sets no limit. */
  readonly requestsPerClient: number;
  /** Requests that one key may have under way at a time; 0 sets no limit. */
  readonly requestsPerKey: number;
  /** WebSockets and streams of server-sent events that one address may have open at a time. */
  readonly socketsPerClient: number;
  /** The same for one key. */
  readonly socketsPerKey: number;
  readonly rates: RateSettings;
  /** Whether large messages of WebSockets are compressed for clients that offer it. */
  readonly socketCompression: boolean;
  /** What GraphQL discloses to clients of its schema. */
  readonly exposure: SchemaExposure;
  readonly trusted: TrustedSettings;
  /** Whether browsers get the GraphiQL page at the path of GraphQL. */
  readonly graphiql: boolean;
  /** Memory for texts of answers that are kept, in MB of 1,000,000 bytes; 0 keeps none. */
  readonly answerCacheMb: number;
  /** How long a signed link works at least, in minutes. */
  readonly signedLinkMinutes: number;
  /** The origin at which clients reach the server; null when that is the host of their requests. */
  readonly publicUrl: string | null;
  /** Origins, beside its own, whose pages may send requests. */
  readonly allowedOrigins: readonly OriginPattern[];
  /** Networks of the proxies whose header names the client. */
  readonly trustedProxies: readonly Network[];
  /** The header that these proxies maintain; the other one is what a client wrote. */
  readonly forwardedHeader: ForwardedHeader;
}

/** Whether clients reach the server over HTTPS alone. */
export function isSecure({ publicUrl }: Pick<HttpSettings, 'publicUrl'>): boolean {
  return publicUrl?.startsWith('https:') === true;
}

/** Whether no credential is configured: anyone on this machine may come in, until the first key is made. */
export function isOpenBySettings(config: {
  readonly http: Pick<HttpSettings, 'apiKey'>;
  readonly issuer: object | null;
}): boolean {
  return config.http.apiKey === null && config.issuer === null;
}

export function readHttp(read: EnvironmentReader): HttpSettings {
  return {
    host: read.text('HOST', '127.0.0.1'),
    port: read.integer('PORT', 4000, 0, 65_535),
    listenBacklog: read.integer('LISTEN_BACKLOG', 4_096, 1, 65_535),
    processes: read.integer('WEB_CONCURRENCY', 1, 1, 64),
    healthPort: read.integer('HEALTH_PORT', null, 0, 65_535),
    apiKey: read.optional('API_KEY'),
    requestsPerClient: read.integer('REQUESTS_PER_CLIENT', 512, 0, 1_000_000),
    socketsPerClient: read.integer('SOCKETS_PER_CLIENT', 1_000, 1, 1_000_000),
    requestsPerKey: read.integer('REQUESTS_PER_KEY', 64, 0, 1_000_000),
    socketsPerKey: read.integer('SOCKETS_PER_KEY', 10_000, 1, 1_000_000),
    rates: readRates(read),
    socketCompression: read.choice('SOCKET_COMPRESSION', 'off', ['on', 'off']) === 'on',
    exposure: {
      introspection: read.choice('INTROSPECTION', 'on', ['on', 'off']) === 'on',
      suggestions: read.choice('FIELD_SUGGESTIONS', 'on', ['on', 'off']) === 'on',
    },
    trusted: readTrusted(read),
    graphiql: read.choice('GRAPHIQL', 'on', ['on', 'off']) === 'on',
    answerCacheMb: read.integer('ANSWER_CACHE_MB', 32, 0, 4_096),
    signedLinkMinutes: read.integer('SIGNED_LINK_MINUTES', 15, 1, 1_440),
    publicUrl: read.origin('PUBLIC_URL'),
    allowedOrigins: read.list('ALLOWED_ORIGINS', [], parseOrigin, 'https://app.example.com,*.example.com'),
    trustedProxies: read.list('TRUSTED_PROXIES', [], parseNetwork, '10.0.0.0/8,fd00::/8'),
    forwardedHeader: read.choice('FORWARDED_HEADER', 'x-forwarded-for', forwardedHeaders),
  };
}
