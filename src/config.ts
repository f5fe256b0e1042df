import {
  type Environment,
  EnvironmentReader,
  findMisspelt,
  isLoopback,
  isOpenBySettings,
  parseMailboxes,
  parseNetwork,
  readHttp,
  readIssuer,
  readPause,
  readQuotas,
  readS3,
  readSeconds,
  readTracing,
  type Variable,
  type VariableRule,
} from './kit/core/index.ts';

/**
 * The configuration, read once at start. No other code reads `process.env`. `configuration-guide.ts` has the meaning and
 * the unit of each variable; null is a variable without a value.
 */
export type Config = ReturnType<typeof readConfig>;

/** The environment cannot be used as it is. Carries every fault at once, one sentence each. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`The configuration has ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}.`);
  }
}

/**
 * Reads and checks the whole environment.
 *
 * @throws ConfigError with every variable that cannot be used or is a misspelt setting, the rule and the fix.
 */
export function loadConfig(env: Environment): Config {
  const read = new EnvironmentReader(env);
  const config = readConfig(read);
  // A name that is written wrong is often why another one has no value.
  const faults = [...read.faults, ...findMisspelt(env).faults];
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

/** Every variable that is read, with its default and allowed values: for `docs/configuration.md`. */
export function describeVariables(): ReadonlyMap<Variable, VariableRule> {
  const read = new EnvironmentReader({});
  readConfig(read);
  return read.rules;
}

function readConfig(read: EnvironmentReader) {
  const config = {
    http: readHttp(read),
    issuer: readIssuer(read),
    quotas: readQuotas(read),
    database: {
      url: read.url('DATABASE_URL', ['postgres:', 'postgresql:']),
      directUrl: read.url('DATABASE_DIRECT_URL', ['postgres:', 'postgresql:']),
      poolSize: read.integer('DATABASE_POOL_SIZE', 16, 2, 500),
      waitSeconds: read.integer('DATABASE_WAIT_SECONDS', 60, 0, 86_400),
    },
    replicaUrl: read.url('DATABASE_REPLICA_URL', ['postgres:', 'postgresql:']),
    natsUrl: read.url('NATS_URL', ['nats:', 'tls:']),
    /** Folder of the embedded database, of the mail outbox, of audio and of images. */
    dataDir: read.text('DATA_DIR', './data'),
    roles: read.list<'web' | 'worker'>('ROLES', ['web', 'worker'], (text) =>
      text === 'web' || text === 'worker' ? text : null,
    ),
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
    images: {
      mostBytes: read.integer('IMAGE_MAX_MB', 10, 1, 25) * 1_000_000,
      retentionDays: read.integer('IMAGE_RETENTION_DAYS', 30, 1, 3_650),
    },
    audioS3: readS3(read, 'AUDIO'),
    backup: {
      /** Null makes none by itself. */
      everyHours: read.integer('BACKUP_EVERY_HOURS', null, 1, 168),
      folder: read.optional('BACKUP_FOLDER'),
      s3: readS3(read, 'BACKUP'),
      keep: read.integer('BACKUP_KEEP', 7, 1, 1_000),
    },
    secrets: {
      /** The first seals what is stored, all open it. None stores secrets as they are. */
      keys: read.keys('SECRET_KEY'),
      overlapSeconds: read.integer('SECRET_OVERLAP_SECONDS', 86_400, 0, 31_536_000),
    },
    contracts: {
      validDays: read.integer('CONTRACT_VALID_DAYS', 30, 1, 3_650),
      holdDays: read.integer('CONTRACT_HOLD_DAYS', 3_650, 0, 36_500),
    },
    timeZone: read.timeZone('TIME_ZONE', 'UTC'),
    /** Null sends none. */
    tracing: readTracing(read),
    stopDelaySeconds: read.integer('STOP_DELAY_SECONDS', 0, 0, 600),
    logLevel: read.choice('LOG_LEVEL', 'info', ['silent', 'error', 'warn', 'info', 'debug']),
    /** Options of Node itself, as it reads them: they may limit its memory. */
    nodeOptions: read.text('NODE_OPTIONS', ''),
    seedDemo: read.choice('SEED_DEMO', 'on', ['on', 'off']) === 'on',
  };
  checkTogether(config, read);
  return config;
}

function readDelivery(read: EnvironmentReader) {
  return {
    retryDelays: read.list('DELIVERY_RETRY_DELAYS', [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000], readSeconds),
    webhookTimeoutMs: read.integer('WEBHOOK_TIMEOUT_MS', 15_000, 100, 60_000),
    disableAfterSeconds: read.integer('DISABLE_AFTER_SECONDS', 432_000, 1, 31_536_000),
    probeDelays: read.list('PROBE_DELAYS', [60, 300, 900, 3_600], readPause),
    webhookAllowNetworks: read.list('WEBHOOK_ALLOW_NETWORKS', [], parseNetwork, '10.1.0.0/16,fd00::/8'),
    webhookAllowHttp: read.choice('WEBHOOK_ALLOW_HTTP', 'off', ['on', 'off']) === 'on',
  };
}

function readSpeech(read: EnvironmentReader) {
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
  const { replicaUrl } = config;
  const { url, directUrl } = config.database;
  const urls = { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_REPLICA_URL: replicaUrl };
  for (const [name, given] of Object.entries(urls)) {
    if (given === null || new URL(given).pathname.length >= 2) continue;
    read.faults.push(
      `${name} names no database: put its name behind the host, such as postgresql://deckcast@127.0.0.1:5432/deckcast.`,
    );
  }
  if (directUrl !== null && url === null) {
    read.faults.push(
      'DATABASE_DIRECT_URL is set without DATABASE_URL: it is the way past a pooler, so set DATABASE_URL to the pooler, or leave both empty.',
    );
  }
  if (replicaUrl !== null && url === null) {
    read.faults.push(
      'DATABASE_REPLICA_URL is set without DATABASE_URL: it names a replica of that database, so set both, or leave both empty.',
    );
  }
  if (replicaUrl !== null && [url, directUrl].includes(replicaUrl)) {
    read.faults.push(
      'DATABASE_REPLICA_URL names the database that takes the changes: name a replica of it, or leave the variable empty.',
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
  const { everyHours, folder, s3 } = config.backup;
  if (everyHours !== null && (folder === null) === (s3 === null)) {
    read.faults.push(
      'BACKUP_EVERY_HOURS is set, so it must be known where backups are kept: set either BACKUP_FOLDER or BACKUP_S3_URL.',
    );
  }
  const { contractDays } = config.retention;
  if (contractDays !== null && contractDays < config.contracts.holdDays) {
    read.faults.push('CONTRACT_RETENTION_DAYS is less than CONTRACT_HOLD_DAYS: raise the first or lower the second.');
  }
  if (config.speech.provider === 'elevenlabs' && config.speech.elevenLabs.apiKey === null) {
    read.faults.push('SPEECH is elevenlabs without ELEVENLABS_API_KEY: set it, or set SPEECH to espeak or none.');
  }
}
