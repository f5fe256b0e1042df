import {
  type Environment,
  EnvironmentReader,
  misspelt,
  type QuotaSettings,
  readAudioS3,
  readPause,
  readQuotas,
  readSeconds,
  type S3Settings,
  type Variable,
  type VariableRule,
} from './kit/core/index.ts';
import { type HttpSettings, isOpenBySettings, readHttp } from './kit/http/index.ts';
import { parseMailboxes } from './kit/input/index.ts';
import { isLoopback, type IssuerSettings, type Network, parseNetwork, readIssuer } from './kit/rights/index.ts';

/** The configuration, read once at start. No other code reads `process.env`. */
export interface Config {
  readonly http: HttpSettings;
  /** Whose tokens count beside keys; null for nobody's. */
  readonly issuer: IssuerSettings | null;
  readonly quotas: QuotaSettings;
  readonly database: {
    /** PostgreSQL connection string; null runs the embedded database in `dataDir`. */
    readonly url: string | null;
    /** Most connections that requests may hold at once (PostgreSQL only). */
    readonly poolSize: number;
    /** How long a start waits for a database that does not answer yet, in seconds (PostgreSQL only). */
    readonly waitSeconds: number;
  };
  /** `nats://` or `tls://` URL of the server over which processes wake each other; null leaves that to PostgreSQL. */
  readonly natsUrl: string | null;
  /** Folder of the embedded database, of the mail outbox and of audio. */
  readonly dataDir: string;
  /** What this process does: answer requests (`web`), deliver events (`worker`), or both. */
  readonly roles: readonly Role[];
  readonly email: {
    /** `smtp://` or `smtps://` URL; null writes mail as files into `dataDir/outbox`. */
    readonly smtpUrl: string | null;
    /** Sender of mails whose subscription names none. */
    readonly from: string;
    /** Addresses, and `@domain` for all of a domain, that a subscription may name as its sender. */
    readonly senders: readonly string[];
  };
  /** How long events are kept, with their deliveries and attempts. */
  readonly eventRetentionDays: number;
  /** How long rows are kept, in days; null keeps them. */
  readonly retention: {
    /** After the last change of a presentation. */
    readonly presentationDays: number | null;
    readonly attemptDays: number | null;
    /** After the signature of a contract, which is then pseudonymised. */
    readonly contractDays: number | null;
    /** After an entry of the audit log was written; 0 for no end. */
    readonly auditDays: number;
  };
  readonly delivery: {
    /** Seconds between one attempt and the next; its length is the number of retries. */
    readonly retryDelays: readonly number[];
    /** Longest time one webhook attempt may take, in milliseconds. */
    readonly webhookTimeoutMs: number;
    /** A subscription whose attempts have all failed for this many seconds is switched off. */
    readonly disableAfterSeconds: number;
    /** Seconds before each probe of a receiver that was switched off for its failures; the last one repeats. */
    readonly probeDelays: readonly number[];
    /** Networks that webhooks may reach although they are not public. */
    readonly webhookAllowNetworks: readonly Network[];
    /** Whether webhooks may reach public targets without encryption. */
    readonly webhookAllowHttp: boolean;
  };
  readonly translation: {
    /** DeepL's key; null leaves translation to authors. */
    readonly deeplApiKey: string | null;
    /** Where DeepL's API is; null is its own address for the kind of key. */
    readonly deeplUrl: string | null;
  };
  readonly speech: {
    /** The speaker; `auto` is ElevenLabs when it has a key, else espeak where it is installed. */
    readonly provider: 'auto' | 'espeak' | 'elevenlabs' | 'none';
    readonly elevenLabs: {
      readonly apiKey: string | null;
      readonly url: string;
      readonly model: string;
      /** Voice of presentations that name none. */
      readonly voice: string;
      /** Requests that one process makes at a time. */
      readonly concurrency: number;
    };
  };
  /** S3-compatible storage of audio; null keeps audio in `dataDir`. */
  readonly audioS3: S3Settings | null;
  readonly secrets: {
    /** 32 bytes each: the first seals what is stored, all open it. None stores secrets as they are. */
    readonly keys: readonly Buffer[];
    /** How long webhooks stay signed with the old secret as well after a rotation that sets no time, in seconds. */
    readonly overlapSeconds: number;
  };
  readonly contracts: {
    /** How long a contract may be signed after it was sent, in days, where sending it gives no time. */
    readonly validDays: number;
    /** How long a signed contract of an erased homeowner is kept as it is, in days after its signature. */
    readonly holdDays: number;
  };
  /** IANA time zone of decks that name none. */
  readonly timeZone: string;
  /** Seconds in which a stop reports not ready and still serves, so that load balancers learn of it first. */
  readonly stopDelaySeconds: number;
  readonly logLevel: string;
  /** Options of Node itself, as it reads them: they may limit its memory. */
  readonly nodeOptions: string;
  /** Whether an empty database is filled with the demo deck. */
  readonly seedDemo: boolean;
}

type Role = 'web' | 'worker';

/** The environment cannot be used as it is. Carries every fault at once, one sentence each. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}.`);
  }
}

/**
 * Reads and checks the whole environment.
 *
 * @throws ConfigError with every variable that cannot be used, the rule and the fix.
 */
export function loadConfig(env: Environment): Config {
  const read = new EnvironmentReader(env);
  const config = readConfig(read);
  // A name that is written wrong is often why another one has no value.
  if (read.faults.length > 0) throw new ConfigError([...read.faults, ...misspelt(env)]);
  return config;
}

/** Every variable that is read, with its default and allowed values: for `docs/configuration.md`. */
export function describeVariables(): ReadonlyMap<Variable, VariableRule> {
  const read = new EnvironmentReader({});
  readConfig(read);
  return read.rules;
}

function readConfig(read: EnvironmentReader): Config {
  const config: Config = {
    http: readHttp(read),
    issuer: readIssuer(read),
    quotas: readQuotas(read),
    database: {
      url: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
      poolSize: read.integer('DATABASE_POOL_SIZE', 16, 2, 500),
      waitSeconds: read.integer('DATABASE_WAIT_SECONDS', 60, 0, 86_400),
    },
    natsUrl: read.url('NATS_URL', ['nats:', 'tls:']),
    dataDir: read.text('DATA_DIR', './data'),
    roles: read.list('ROLES', ['web', 'worker'], (text) => (text === 'web' || text === 'worker' ? text : null)),
    email: {
      smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
      from: read.text('MAIL_FROM', 'Deckcast <deckcast@localhost>'),
      senders: read.list('EMAIL_SENDERS', [], parseMailboxes, 'office@example.com,@example.org'),
    },
    eventRetentionDays: read.integer('EVENT_RETENTION_DAYS', 90, 1, 3_650),
    retention: {
      presentationDays: read.integer('PRESENTATION_RETENTION_DAYS', null, 1, 36_500),
      attemptDays: read.integer('ATTEMPT_RETENTION_DAYS', null, 1, 3_650),
      contractDays: read.integer('CONTRACT_RETENTION_DAYS', null, 1, 36_500),
      auditDays: read.integer('AUDIT_RETENTION_DAYS', 400, 0, 36_500),
    },
    delivery: readDelivery(read),
    translation: {
      deeplApiKey: read.optional('DEEPL_API_KEY'),
      deeplUrl: read.url('DEEPL_URL', ['https:', 'http:']),
    },
    speech: readSpeech(read),
    audioS3: readAudioS3(read),
    secrets: {
      keys: read.keys('SECRET_KEY'),
      overlapSeconds: read.integer('SECRET_OVERLAP_SECONDS', 86_400, 0, 31_536_000),
    },
    contracts: {
      validDays: read.integer('CONTRACT_VALID_DAYS', 30, 1, 3_650),
      holdDays: read.integer('CONTRACT_HOLD_DAYS', 3_650, 0, 36_500),
    },
    timeZone: read.timeZone('TIME_ZONE', 'UTC'),
    stopDelaySeconds: read.integer('STOP_DELAY_SECONDS', 0, 0, 600),
    logLevel: read.choice('LOG_LEVEL', 'info', ['silent', 'error', 'warn', 'info', 'debug']),
    nodeOptions: read.text('NODE_OPTIONS', ''),
    seedDemo: read.choice('SEED_DEMO', 'on', ['on', 'off']) === 'on',
  };
  checkTogether(config, read);
  return config;
}

function readDelivery(read: EnvironmentReader): Config['delivery'] {
  return {
    retryDelays: read.list('DELIVERY_RETRY_DELAYS', [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000], readSeconds),
    webhookTimeoutMs: read.integer('WEBHOOK_TIMEOUT_MS', 15_000, 100, 60_000),
    disableAfterSeconds: read.integer('DISABLE_AFTER_SECONDS', 432_000, 1, 31_536_000),
    probeDelays: read.list('PROBE_DELAYS', [60, 300, 900, 3_600], readPause),
    webhookAllowNetworks: read.list('WEBHOOK_ALLOW_NETWORKS', [], parseNetwork, '10.1.0.0/16,fd00::/8'),
    webhookAllowHttp: read.choice('WEBHOOK_ALLOW_HTTP', 'off', ['on', 'off']) === 'on',
  };
}

function readSpeech(read: EnvironmentReader): Config['speech'] {
  return {
    provider: read.choice('SPEECH', 'auto', ['auto', 'espeak', 'elevenlabs', 'none']),
    elevenLabs: {
      apiKey: read.optional('ELEVENLABS_API_KEY'),
      url: read.url('ELEVENLABS_URL', ['https:', 'http:'], 'https://api.elevenlabs.io'),
      model: read.text('ELEVENLABS_MODEL', 'eleven_multilingual_v2'),
      voice: read.text('ELEVENLABS_VOICE', 'JBFqnCBsd6RMkjVDRZzb'),
      concurrency: read.integer('ELEVENLABS_CONCURRENCY', 2, 1, 100),
    },
  };
}

/** Adds the faults of variables that do not go together. */
function checkTogether(config: Config, read: EnvironmentReader): void {
  if (!isLoopback(config.http.host) && isOpenBySettings(config) && config.roles.includes('web')) {
    read.faults.push(
      `HOST is ${config.http.host}, which other machines can reach: set API_KEY or JWT_ISSUER as well, or leave HOST at 127.0.0.1.`,
    );
  }
  if (config.http.apiKey !== null && config.http.apiKey.length < 16) {
    read.faults.push('API_KEY must be at least 16 characters long: `openssl rand -hex 24` makes a good one.');
  }
  if (config.database.url !== null && new URL(config.database.url).pathname.length < 2) {
    read.faults.push(
      'DATABASE_URL names no database: put its name behind the host, such as postgresql://deckcast@127.0.0.1:5432/deckcast.',
    );
  }
  if (config.natsUrl !== null && new URL(config.natsUrl).hostname === '') {
    read.faults.push('NATS_URL names no host: it must be a URL such as nats://127.0.0.1:4222.');
  }
  if (config.natsUrl !== null && read.optional('DATABASE_URL') === null) {
    read.faults.push(
      'NATS_URL is set without DATABASE_URL: the embedded database has one process alone, so set both or neither.',
    );
  }
  if (config.http.processes > 1 && config.database.url === null) {
    read.faults.push('WEB_CONCURRENCY is above 1 without DATABASE_URL: set DATABASE_URL, or leave it at 1.');
  }
  const { contractDays } = config.retention;
  if (contractDays !== null && contractDays < config.contracts.holdDays) {
    read.faults.push('CONTRACT_RETENTION_DAYS is less than CONTRACT_HOLD_DAYS: raise the first or lower the second.');
  }
  if (config.speech.provider === 'elevenlabs' && config.speech.elevenLabs.apiKey === null) {
    read.faults.push('SPEECH is elevenlabs without ELEVENLABS_API_KEY: set it, or set SPEECH to espeak or none.');
  }
}
