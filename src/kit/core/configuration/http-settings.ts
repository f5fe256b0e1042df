import { parseNetwork } from '../network.ts';
import { parseOrigin } from '../origin-pattern.ts';
import type { EnvironmentReader } from './environment-reader.ts';
import { readTrusted } from './trusted-settings.ts';

/** The header in which the proxies in front name the client. `x-forwarded-for` has addresses alone, `forwarded` also hosts. */
const forwardedHeaders = ['x-forwarded-for', 'forwarded'] as const;

/** One of them. */
export type ForwardedHeader = (typeof forwardedHeaders)[number];

/** How the server is reached, and by whom. */
type HttpSettings = ReturnType<typeof readHttp>;

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

export function readHttp(read: EnvironmentReader) {
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

/** How much clients may request in a minute; 0 sets no limit. */
export type RateSettings = ReturnType<typeof readRates>;

function readRates(read: EnvironmentReader) {
  return {
    /** In points: a request costs one, a GraphQL operation one for each 1,000 objects of its price. */
    perKey: read.integer('RATE_PER_KEY', 6_000, 0, 100_000_000),
    perAddress: read.integer('RATE_PER_ADDRESS', 12_000, 0, 100_000_000),
    wrongKeys: read.integer('RATE_WRONG_KEYS', 20, 0, 1_000_000),
  };
}
