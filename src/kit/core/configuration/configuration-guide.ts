/**
 * Every variable of the environment, in the groups and the order of `docs/configuration.md`, with its meaning there.
 * The configuration can read no other; `npm run configuration` writes the tables.
 */
export const configurationGuide = {
  'Server and access': {
    HOST: 'Address to listen on. An address that other machines can reach needs `API_KEY` or `JWT_ISSUER`.',
    PORT: 'TCP port. `0` lets the system choose one.',
    LISTEN_BACKLOG:
      'Connections that may wait to be accepted, on each port. The system must allow as many: see [Many clients at once](operations.md#many-clients-at-once).',
    API_KEY: 'A key with all rights, at least 16 characters: the first of the [keys](keys.md).',
    PUBLIC_URL:
      'The origin at which clients reach the server, such as `https://decks.example.com`, when a proxy changes the host or ends TLS. It has no path: give Deckcast a host of its own.',
    SIGNED_LINK_MINUTES:
      'How long links to audio, captions and contracts in answers work at least; at most twice as long. They work without a key.',
    ALLOWED_ORIGINS:
      'Origins whose pages may send requests and open sockets, beside that of the server: exact ones, or `*.example.com` for all subdomains of a domain. `http://localhost:5173` lets a development server in.',
    TRUSTED_PROXIES:
      'Networks of the proxies in front. Requests from them name the client in `FORWARDED_HEADER`, for limits and signatures.',
    FORWARDED_HEADER:
      'The header that these proxies append to. The other one is ignored, because a client may have written it. `forwarded` also names the host. See [Behind a reverse proxy](operations.md#behind-a-reverse-proxy).',
    INTROSPECTION: '`off` refuses GraphQL queries for the schema, which tools need and clients do not.',
    FIELD_SUGGESTIONS: '`off` leaves names that were perhaps meant out of the errors of GraphQL documents.',
    TRUSTED_DOCUMENTS:
      'File with a manifest of GraphQL documents, which clients may ask for by their ids. See [Documents by id](rest-and-graphql.md#documents-by-id).',
    TRUSTED_DOCUMENTS_MODE:
      'What becomes of operations that are not in `TRUSTED_DOCUMENTS`: `log` runs and logs them, `enforce` refuses them, `off` runs them.',
    GRAPHIQL: '`off` answers browsers at `/graphql` as any other client.',
    REQUESTS_PER_CLIENT:
      'Requests that one address may have in progress; more are answered 429. `0` sets no limit. Behind a proxy that is not in `TRUSTED_PROXIES` all clients share its address.',
    REQUESTS_PER_KEY:
      'The same for one key, from all addresses: a key that overloads the server leaves room for the others. `0` sets no limit.',
    SOCKETS_PER_CLIENT: 'WebSockets and streams of server-sent events that one address may have open.',
    SOCKETS_PER_KEY: 'WebSockets and streams that one key may have open, from all addresses.',
    RATE_PER_KEY:
      'Points that one key may use a minute, over all processes: a request costs one, a GraphQL operation one for each 1,000 objects of its price. `0` sets no limit. See [Limits](operations.md#limits).',
    RATE_PER_ADDRESS:
      'The same for one address. Neither applies while authentication is off. Behind a proxy that is not in `TRUSTED_PROXIES` all clients share its address.',
    RATE_WRONG_KEYS:
      'Wrong credentials that one address may send a minute; further ones are answered 429, keys without a look-up. Valid ones still work. `0` sets no limit.',
    QUOTA_SUBSCRIPTIONS:
      'Subscriptions that one key may have at a time. `0` sets no quota, also below. See [Quotas](operations.md#quotas).',
    QUOTA_EVENTS_PER_DAY: 'Events that one key may publish a day of UTC, over all processes.',
    QUOTA_STORED_MB_PER_DAY: 'What one key may store a day in events and presentations, in MB of 1,000,000 bytes.',
    QUOTA_MAIL_RECIPIENTS_PER_DAY:
      'Recipients a day of the mails of the subscriptions that one key has created. Further mails wait for the next day.',
    QUOTA_WEBHOOK_ATTEMPTS_PER_DAY: 'The same for attempts at webhooks.',
    QUOTA_SPEECH_CHARACTERS_PER_DAY: 'Characters that may be spoken a day in the presentations of one key.',
    ANSWER_CACHE_MB:
      'Memory of each process for texts of answers, in MB of 1,000,000 bytes: slides and FAQs of decks. A text is used while the version of its deck, which each request reads, is the same. `0` keeps none.',
    SOCKET_COMPRESSION:
      '`on` compresses messages of 1 kB and more for WebSocket clients that offer it: less traffic, more work for each subscriber.',
  },
  'Tokens of an identity provider': {
    JWT_ISSUER:
      'The `iss` of the [tokens](keys.md#tokens-of-an-identity-provider) that are valid beside keys. Needs `JWT_JWKS_URL` and `JWT_AUDIENCE`. An issuer switches authentication on as `API_KEY` does.',
    JWT_JWKS_URL: 'Where the public keys of the issuer are. `http` is taken on loopback alone.',
    JWT_AUDIENCE: 'The `aud` that tokens must name.',
    JWT_SCOPE_CLAIM: 'The claim with the scopes of a token: a text with blanks between, or a list.',
    JWT_SCOPES:
      'Which scope of the issuer is which of ours, where it does not use our names. Then no other name is valid.',
    JWT_DECKS_CLAIM:
      'The claim with the ids of the decks that a token is limited to. Then a token without the claim sees no deck, unless it has the scope `admin`.',
  },
  Process: {
    ROLES: 'What this process does: answer requests (`web`), deliver events and run jobs (`worker`), or both.',
    WEB_CONCURRENCY:
      'Web processes on the one `PORT`; about one for each processor. More than one need `DATABASE_URL`, and each has a pool of its own. Means nothing without the web role. See [Operations](operations.md#several-web-processes).',
    HEALTH_PORT:
      'A separate port that answers `/healthz`, `/readyz` and `/metrics` (Prometheus) without a key, also in a worker without the web role.',
    STOP_DELAY_SECONDS: 'How long a process that is shutting down keeps serving while `/readyz` already answers 503.',
    LOG_LEVEL: 'The least severe level that is logged.',
    NODE_OPTIONS:
      'An option of Node itself. Deckcast reads `--max-old-space-size` from it: that heap is what counts as full.',
  },
  Traces: {
    OTEL_EXPORTER_OTLP_ENDPOINT:
      'Where [traces](operations/traces.md) are sent, by OTLP over HTTP as JSON, without the path `/v1/traces`. Without it there are none. The names of this group are those of OpenTelemetry.',
    OTEL_EXPORTER_OTLP_HEADERS: 'Headers of what is sent, such as `Authorization=Bearer%20…`, with commas between.',
    OTEL_SERVICE_NAME: 'How the traces name the service. Without it they name it `deckcast`.',
    OTEL_RESOURCE_ATTRIBUTES: 'Further attributes of the service, such as `deployment.environment.name=staging`.',
    OTEL_TRACES_SAMPLER:
      'Which traces are kept. One that begins with `parentbased_` decides about traces that begin here, and follows the sender of a `traceparent` otherwise.',
    OTEL_TRACES_SAMPLER_ARG: 'The part of traces that a sampler `traceidratio` keeps.',
  },
  Database: {
    DATABASE_URL:
      'PostgreSQL 15 or later, with the name of a database that exists. Without it Deckcast uses the embedded PGlite in `DATA_DIR`.',
    DATABASE_DIRECT_URL:
      'The same database past a pooler in transaction mode, which `DATABASE_URL` names. Migrations, jobs and wake-ups use it. See [Operations](operations.md#connection-poolers).',
    DATABASE_REPLICA_URL:
      'A read replica of that database, for what may be a moment old: charts, and the past events of a gap. See [Operations](operations.md#a-read-replica).',
    DATABASE_POOL_SIZE: 'Most connections for requests (PostgreSQL).',
    DATABASE_WAIT_SECONDS:
      'How long each step of a start waits for a PostgreSQL that does not answer. `0` does not wait.',
    NATS_URL:
      'Server over which the processes on one PostgreSQL wake each other. Without it they use `NOTIFY`. Needs `DATABASE_URL`.',
    DATA_DIR: 'Folder of the embedded database, the mail outbox, the audio and the images.',
    SEED_DEMO: '`off` leaves an empty database empty; `on` fills it with the demo deck.',
  },
  Events: {
    EVENT_RETENTION_DAYS: 'Events older than this are deleted, with their deliveries and attempts.',
    PRESENTATION_RETENTION_DAYS:
      'Presentations that nobody has changed for this long are [erased](privacy.md). Without it they are kept.',
    ATTEMPT_RETENTION_DAYS:
      'Attempts at deliveries that are older are deleted, with what receivers answered. Without it they are kept with their events.',
    AUDIT_RETENTION_DAYS: 'Entries of the audit log that are older than this are deleted. `0` keeps them indefinitely.',
    TIME_ZONE: 'Time zone of decks that name none.',
  },
  Delivery: {
    DELIVERY_RETRY_DELAYS: 'Seconds between attempts, each ±20 %. The number of delays is the number of retries.',
    WEBHOOK_TIMEOUT_MS: 'Longest time for one attempt, by webhook or mail.',
    WEBHOOK_ALLOW_NETWORKS: 'Networks that webhooks may reach although they are not public.',
    WEBHOOK_ALLOW_HTTP: '`on` lets webhooks reach public targets by plain `http`, which anyone on the way can read.',
    DISABLE_AFTER_SECONDS: 'A subscription whose attempts have all failed for this long is switched off.',
    PROBE_DELAYS:
      'Seconds before each probe of a receiver that was switched off for its failures, each ±20 %. The last one repeats.',
    SMTP_URL: 'Mail server. Without one, mails are written as files to `DATA_DIR/outbox`.',
    MAIL_FROM: 'Sender of mails whose subscription names none.',
    EMAIL_SENDERS:
      'Addresses that a subscription may name in `fromEmail` beside that of `MAIL_FROM`; `@example.org` stands for all of a domain. Empty allows no other, or any while `SMTP_URL` is empty.',
  },
  Secrets: {
    SECRET_KEY:
      'Key of 32 bytes (`openssl rand -hex 32`) that seals secrets in the database. Of several keys the first one seals and all open.',
    SECRET_OVERLAP_SECONDS: 'How long a rotated webhook secret also signs, where the rotation gives no time.',
  },
  'Contracts and translation': {
    CONTRACT_VALID_DAYS:
      'How many days a contract may be signed after the day on which it is sent, where sending it gives no time.',
    CONTRACT_HOLD_DAYS:
      'How many days after its signature a contract is kept as it is, although its homeowner is [erased](privacy.md). Ask a lawyer what you must keep.',
    CONTRACT_RETENTION_DAYS:
      'How many days after its signature every contract is pseudonymized. Without it only those of erased homeowners are.',
    DEEPL_API_KEY: "Lets DeepL translate what authors did not. DeepL never receives a homeowner's data.",
    DEEPL_URL: "Address of DeepL's API. Without it the address follows from the kind of key.",
  },
  Backup: {
    BACKUP_EVERY_HOURS:
      'How old the newest [backup](operations.md#backup-and-restore) may become before the server makes another one. Without it the server makes none.',
    BACKUP_FOLDER:
      'Folder that exists, for these archives and for those of `deckcast backup`. With several workers, one that all share.',
    BACKUP_S3_URL:
      'Bucket in place of the folder, with a path if wanted. An archive may have 5 GB there, and is written into `DATA_DIR` first.',
    BACKUP_S3_REGION: 'Region of this bucket.',
    BACKUP_S3_ACCESS_KEY_ID: 'Access key of this bucket; it needs to write, list and delete.',
    BACKUP_S3_SECRET_ACCESS_KEY: 'Its secret.',
    BACKUP_KEEP: 'How many archives are kept there. Older ones are removed after each backup.',
  },
  Images: {
    IMAGE_MAX_MB:
      'Largest file of an [image](presentations.md#images) that REST takes, in MB of 1,000,000 bytes. A file must arrive within 30 seconds.',
    IMAGE_RETENTION_DAYS: 'How many days an image is kept that nothing names. Those of a deleted deck go at once.',
  },
  'Speech and audio': {
    SPEECH: 'The speaker. `auto` is ElevenLabs when it has a key, else espeak where it is installed.',
    ELEVENLABS_API_KEY: 'Key of ElevenLabs.',
    ELEVENLABS_URL: 'Host of the ElevenLabs API in your region.',
    ELEVENLABS_MODEL: 'Model that speaks.',
    ELEVENLABS_VOICE: 'Voice id of presentations that name none.',
    ELEVENLABS_CONCURRENCY: 'Requests that one process makes at a time; plans allow from 2 to 15.',
    AUDIO_S3_URL:
      'Bucket in S3-compatible storage, such as `https://s3.eu-central-1.amazonaws.com/my-bucket`. Without it audio is kept in `DATA_DIR`. Images are kept there as well, below `images/`.',
    AUDIO_S3_REGION: 'Region of the bucket.',
    AUDIO_S3_ACCESS_KEY_ID: 'Access key of the bucket; it needs to read, write, list and delete.',
    AUDIO_S3_SECRET_ACCESS_KEY: 'Its secret.',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

type VariablesOf<Group> = Group extends unknown ? keyof Group : never;

/** The name of a variable that the guide describes. */
export type Variable = VariablesOf<(typeof configurationGuide)[keyof typeof configurationGuide]>;
