import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Writable } from 'node:stream';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Logger } from 'pino';
import {
  type KeyRing,
  readSigningSecrets,
  type Sight,
  Signer,
  systemActor,
  Vault,
  withSight,
} from '../kit/rights/index.ts';
import {
  AuditLog,
  type Capabilities,
  type DatabaseConnection,
  hostOf,
  isOutage,
  JobQueue,
  keyedRequest,
  type MakeBus,
  type MakeScope,
  migrate,
  NatsBus,
  openDatabase,
  openOrm,
  OutageRetry,
  Policy,
  PostgresBus,
  Readers,
  type RequestScope,
  SharedCounts,
  WakeUps,
  wakeUpSubject,
} from '../kit/data/index.ts';
import type { Metrics, ShutdownHooks, Tracing } from '../kit/core/index.ts';
import { attemptLog, eventLog, LiveFeed, LiveMemory, Sequencer } from '../kit/live/index.ts';
import type { Config } from '../config.ts';
import { seedDemo } from '../demo/seed.ts';
import { type AttemptFilter, attemptSource, type LoggedAttempt } from '../delivery/deliveries/attempt-feed.ts';
import type { Channel } from '../delivery/channels/channel.ts';
import { ConsoleChannel } from '../delivery/channels/console.channel.ts';
import { EmailChannel } from '../delivery/channels/email.channel.ts';
import { MailWriter } from '../delivery/mails/mail-writer.ts';
import { mailFactsIn } from '../presentations/mail-facts/mail-facts.reader.ts';
import { ChannelRegistry } from '../delivery/channels/registry.ts';
import { WebhookChannel } from '../delivery/channels/webhook.channel.ts';
import { Pings } from '../delivery/dispatch/ping.ts';
import { DataSchemas } from '../delivery/event-types/data-schemas.ts';
import type { LoggedEvent } from '../delivery/events/event.entity.ts';
import { countEvents, type EventFilter, EventLog, eventSource } from '../delivery/events/event-log.ts';
import { isOwnReceiver } from '../delivery/playground/receiver-url.ts';
import { SubscriptionSecrets } from '../delivery/subscriptions/subscription.secrets.ts';
import { ImageEncoder } from '../authoring/images/image-encoder.ts';
import type { ImageStore } from '../authoring/images/image-store.ts';
import type { AudioStore } from '../engines/audio/audio-store.ts';
import { allowedTargets } from './allowed-targets.ts';
import { chooseSpeaker } from './choose-speaker.ts';
import { openAudioStore, openImageStore } from './file-stores.ts';
import type { ChosenSpeaker } from '../engines/speech/speech.ts';
import { openKeyRing, type StartSteps } from './key-ring.ts';
import type { Catalogue } from './catalogue.ts';
import {
  type PresenterPositionFilter,
  type PresenterPositionRow,
  PresenterPositions,
} from '../homeowners/presenting/presenter-positions.ts';

/** The edges of the process, which tests replace. */
export interface Edges {
  /** An open database, in place of the configured one. */
  readonly connection?: DatabaseConnection;
  /** Where the console channel writes. */
  readonly stdout?: Writable;
  /** Aborted when the process must stop: ends the waits of a start. */
  readonly stopping?: AbortSignal;
}

/** What all use cases and both roles need. */
export interface Core {
  readonly catalogue: Catalogue;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Null where there are no traces. */
  readonly tracing: Tracing | null;
  readonly connection: DatabaseConnection;
  /** Runs the steps of the start that need the database. */
  readonly starting: StartSteps;
  /** Makes the scope of the product's own work. Clients get theirs from the policy. */
  readonly newScope: () => RequestScope;
  readonly policy: Policy;
  readonly audit: AuditLog;
  readonly keyRing: KeyRing;
  /** Makes what signs for one purpose. */
  readonly newSigner: (purpose: string) => Signer;
  /** Counts of rates that all processes share. */
  readonly counts: SharedCounts;
  readonly jobs: JobQueue;
  readonly events: EventLog;
  readonly wakeUps: WakeUps;
  /** Give events and attempts their positions. */
  readonly sequencers: { readonly events: Sequencer; readonly attempts: Sequencer };
  readonly feeds: {
    readonly events: LiveFeed<LoggedEvent, EventFilter>;
    readonly attempts: LiveFeed<LoggedAttempt, AttemptFilter>;
    readonly presenterPositions: LiveFeed<PresenterPositionRow, PresenterPositionFilter>;
  };
  /** Where presenters are. */
  readonly presenterPositions: PresenterPositions;
  readonly channels: ChannelRegistry;
  readonly mailWriter: MailWriter;
  readonly schemas: DataSchemas;
  readonly secrets: SubscriptionSecrets;
  readonly vault: Vault;
  readonly pings: Pings;
  readonly speech: ChosenSpeaker & { readonly store: AudioStore };
  readonly imageFiles: { readonly store: ImageStore; readonly encoder: ImageEncoder; readonly mostBytes: number };
}

/** Opens the database, the queue, the feeds and the channels, and registers how they are closed. */
export async function openCore(
  config: Config,
  { log, metrics, tracing }: Pick<Core, 'log' | 'metrics' | 'tracing'>,
  { connection: given, stdout = process.stdout, stopping }: Edges,
  catalogue: Catalogue,
  shutdown: ShutdownHooks,
): Promise<Core> {
  const { database, replicaUrl, dataDir } = config;
  const isTraced = tracing !== null;
  const connection = given ?? (await openDatabase({ ...database, replicaUrl, dataDir, log, stopping, isTraced }));
  shutdown.push('database', () => connection.close());
  const starting = stepsOf(config, log, stopping);
  const orm = await openOrm(connection, catalogue.entities, log);
  await starting('migrate its tables', () => migrate(orm, connection, { log, stopping }));
  const fork = (sight: Sight): SqlEntityManager => withSight(orm.em.fork(), sight);
  const vault = new Vault(config.secrets.keys, log);
  const makeScope = scopesWith(new Readers(orm.em), { vault, replica: connection.replica, log });
  const newScope = (): RequestScope => makeScope(systemActor, randomUUID(), null);
  const audit = new AuditLog(connection.kysely, log);
  shutdown.push('audit log', () => audit.stop());
  const policy = new Policy(catalogue.operations, makeScope, (asker) => audit.trail(asker));
  const newSigner = await starting('read its signing secret', () => openSigners(config, newScope().em));
  const secrets = new SubscriptionSecrets(vault);
  if (config.seedDemo) await starting('fill it with the demo', () => seedDemo(newScope(), secrets, stopping));

  const wakeUps = new WakeUps(await starting('name it on NATS', () => chooseBus(config, connection, log)), log);
  const keyRing = await openKeyRing(connection, () => fork(systemActor), { starting, log, shutdown });
  wakeUps.on('access', keyRing.forget);
  const jobs = new JobQueue(connection, wakeUps, log, tracing);
  const sequencers = openSequencers(connection, wakeUps, { log, shutdown });
  const events = new EventLog(sequencers.events, countEvents(metrics, catalogue.eventTypes));
  const schemas = new DataSchemas(catalogue.eventTypes, config.http.publicUrl);
  const { timeZone, http } = config;
  const mailWriter = new MailWriter({ eventTypes: catalogue.eventTypes, timeZone, publicUrl: http.publicUrl });
  const channels = new ChannelRegistry(createChannels(config, { keyRing, log, schemas, stdout, mailWriter, newScope }));
  shutdown.push('channels', () => channels.close());
  return {
    catalogue,
    log,
    metrics,
    tracing,
    connection,
    starting,
    newScope,
    policy,
    audit,
    keyRing,
    newSigner,
    counts: new SharedCounts(connection, newSigner('rates')),
    jobs,
    events,
    wakeUps,
    sequencers,
    ...openFeeds(() => fork(systemActor), wakeUps, { sequencers, log }),
    channels,
    mailWriter,
    schemas,
    secrets,
    vault,
    pings: new Pings(events, wakeUps, config.delivery.probeDelays),
    speech: openSpeech(config, log, shutdown),
    imageFiles: openImages(config, shutdown),
  };
}

function stepsOf(
  { database: { url, waitSeconds } }: Config,
  log: Logger,
  stopping = new AbortController().signal,
): StartSteps {
  const where = url === null ? 'DATA_DIR' : hostOf(url);
  const retry = new OutageRetry({ where, waitSeconds, log, stopping });
  return (purpose, step) => retry.until(purpose, step, isOutage);
}

function scopesWith(
  readers: Readers,
  { vault, replica, log }: Pick<Core, 'vault' | 'log'> & Pick<DatabaseConnection, 'replica'>,
): MakeScope {
  return (actor, requestId, keyed, trail) => {
    const steps = keyed === null ? undefined : keyedRequest(vault, actor, keyed);
    const more = { ...(steps === undefined ? {} : { steps }), ...(trail === undefined ? {} : { trail }) };
    return {
      em: readers.of(actor),
      actor,
      requestId,
      replica,
      log,
      now: () => new Date(),
      ...more,
    };
  };
}

async function openSigners({ secrets }: Config, em: SqlEntityManager): Promise<Core['newSigner']> {
  const signingSecrets = await readSigningSecrets(secrets.keys, em);
  return (purpose) => new Signer(signingSecrets, purpose);
}

function openSpeech(config: Config, log: Logger, shutdown: ShutdownHooks): Core['speech'] {
  const chosen = chooseSpeaker(config.speech, log);
  shutdown.push('speaker', async () => chosen.speaker?.close());
  return { ...chosen, store: openAudioStore(config) };
}

function openImages(config: Config, shutdown: ShutdownHooks): Core['imageFiles'] {
  const encoder = new ImageEncoder();
  shutdown.push('image encoder', () => encoder.close());
  return { store: openImageStore(config), encoder, mostBytes: config.images.mostBytes };
}

/** How often logs are looked at without a wake-up, in milliseconds: the embedded database has no other process. */
export function logPollMs({ processes }: Capabilities): number {
  return processes ? 1_000 : 10_000;
}

function openSequencers(
  { kysely, can }: DatabaseConnection,
  wakeUps: WakeUps,
  { log, shutdown }: Pick<Core, 'log'> & { readonly shutdown: ShutdownHooks },
): Core['sequencers'] {
  const events = new Sequencer(kysely, eventLog, wakeUps.eventsRecorded, log);
  const attempts = new Sequencer(kysely, attemptLog, wakeUps.attemptsRecorded, log);
  for (const sequencer of [events, attempts]) sequencer.start(logPollMs(can));
  shutdown.push('sequencers', () => Promise.all([events.stop(), attempts.stop()]));
  return { events, attempts };
}

function openFeeds(
  fork: () => SqlEntityManager,
  wakeUps: WakeUps,
  { sequencers, log }: Pick<Core, 'sequencers' | 'log'>,
): Pick<Core, 'feeds' | 'presenterPositions'> {
  const memory = new LiveMemory();
  const presenterPositions = new PresenterPositions(wakeUps);
  return {
    feeds: {
      events: new LiveFeed(eventSource, fork, wakeUps, memory, log, () => sequencers.events.place()),
      attempts: new LiveFeed(attemptSource, fork, wakeUps, memory, log, () => sequencers.attempts.place()),
      presenterPositions: new LiveFeed(presenterPositions, fork, wakeUps, memory, log),
    },
    presenterPositions,
  };
}

/** The bus over which processes wake each other; null where there is one process, or where all that can be done is to poll. */
async function chooseBus({ natsUrl }: Config, connection: DatabaseConnection, log: Logger): Promise<MakeBus | null> {
  if (!connection.can.processes) return null;
  if (natsUrl === null && !connection.can.notifications) {
    log.warn(
      'the database carries no notifications: each process polls; set NATS_URL, so that processes wake each other',
    );
    return null;
  }
  if (natsUrl === null) return (queue) => new PostgresBus(queue);
  const subject = await wakeUpSubject(connection);
  return () => new NatsBus(natsUrl, subject, log);
}

/** The log, of which each event has its id. */
const eventLogPath = '/api/events';

function createChannels(
  config: Config,
  {
    keyRing,
    log,
    schemas,
    stdout,
    mailWriter: writer,
    newScope,
  }: Pick<Core, 'keyRing' | 'log' | 'schemas' | 'mailWriter' | 'newScope'> & { readonly stdout: Writable },
): Channel[] {
  const { http, dataDir, email } = config;
  return [
    new WebhookChannel(
      {
        ...allowedTargets(config, () => keyRing.wereMade),
        refresh: async () => void (await keyRing.revision()),
        isOwnReceiver: (url) => isOwnReceiver(url, http.publicUrl),
      },
      {
        source: http.publicUrl === null ? eventLogPath : new URL(eventLogPath, http.publicUrl).href,
        schemaUrlOf: (payload) => schemas.urlFitting(payload),
      },
    ),
    new EmailChannel({
      ...email,
      outbox: path.join(dataDir, 'outbox'),
      log,
      writer,
      findFacts: mailFactsIn(newScope),
    }),
    new ConsoleChannel(stdout),
  ];
}
