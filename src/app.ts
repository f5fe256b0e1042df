import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Writable } from 'node:stream';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { ApiKeyGuard } from './access/api-key.ts';
import { Vault } from './access/vault.ts';
import { ClosingStack } from './closing-stack.ts';
import { type Config, isLoopback } from './config.ts';
import { type DatabaseConnection, openDatabase } from './database/connection.ts';
import { migrate, openOrm } from './database/orm.ts';
import { seedDemo } from './database/seed.ts';
import { type AttemptFilter, attemptFollower, attemptSource, type LoggedAttempt } from './delivery/attempt-feed.ts';
import { AttemptLog } from './delivery/attempt-log.ts';
import type { Channel } from './delivery/channels/channel.ts';
import { ConsoleChannel } from './delivery/channels/console.channel.ts';
import { EmailChannel } from './delivery/channels/email.channel.ts';
import { ChannelRegistry } from './delivery/channels/registry.ts';
import { WebhookChannel } from './delivery/channels/webhook.channel.ts';
import { DeliveryResolver } from './delivery/delivery.resolver.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { DeliveryService } from './delivery/delivery.service.ts';
import { deliverTask } from './delivery/deliver.ts';
import { fanOutTask } from './delivery/fan-out.ts';
import { PolicyResolver } from './delivery/policy.resolver.ts';
import { policyRoutes } from './delivery/policy.routes.ts';
import { PolicyService } from './delivery/policy.service.ts';
import { StartupError } from './errors.ts';
import { eventCatalogue } from './event-catalogue.ts';
import type { Event } from './events/event.entity.ts';
import { type EventFilter, EventLog, eventSource } from './events/event-log.ts';
import { EventResolver } from './events/event.resolver.ts';
import { eventRoutes } from './events/event.routes.ts';
import { EventService } from './events/event.service.ts';
import { LiveFeed } from './events/live-feed.ts';
import { startApollo } from './graphql/apollo.ts';
import { GraphQLContext } from './graphql/context.ts';
import { createSchema } from './graphql/schema.ts';
import { serveSockets } from './graphql/websocket.ts';
import { healthRoutes } from './http/health.routes.ts';
import type { Route } from './http/route.ts';
import { createHttpServer, graphqlPath } from './http/server.ts';
import { JobQueue } from './jobs/job-queue.ts';
import { WakeUps } from './jobs/wake-ups.ts';
import { deckExists } from './modules/decks/deck.reader.ts';
import { DeckResolver } from './modules/decks/deck.resolver.ts';
import { deckRoutes } from './modules/decks/deck.routes.ts';
import { DeckService } from './modules/decks/deck.service.ts';
import { FaqResolver } from './modules/faqs/faq.resolver.ts';
import { faqRoutes } from './modules/faqs/faq.routes.ts';
import { FaqService } from './modules/faqs/faq.service.ts';
import { PresentationResolver } from './modules/presentations/presentation.resolver.ts';
import { presentationRoutes } from './modules/presentations/presentation.routes.ts';
import { PresentationService } from './modules/presentations/presentation.service.ts';
import { SlideResolver } from './modules/slides/slide.resolver.ts';
import { slideRoutes } from './modules/slides/slide.routes.ts';
import { SlideService } from './modules/slides/slide.service.ts';
import { SubscriptionResolver } from './modules/subscriptions/subscription.resolver.ts';
import { subscriptionRoutes } from './modules/subscriptions/subscription.routes.ts';
import { SubscriptionSecrets } from './modules/subscriptions/subscription.secrets.ts';
import { SubscriptionService } from './modules/subscriptions/subscription.service.ts';
import type { Actor, RequestScope } from './scope.ts';

/** How long a stop may take for work that is under way, in milliseconds. */
const drainMs = 8_000;

/** What tests replace: nothing of ours, only where it ends. */
export interface Surroundings {
  /** An open database, in place of the configured one. */
  readonly connection?: DatabaseConnection;
  /** Where the console channel writes. */
  readonly stdout?: Writable;
}

/** A running Deckcast. */
export interface App {
  /** Where it listens; null without the web role. */
  readonly address: AddressInfo | null;
  /** Stops accepting, finishes or hands back what is under way, closes. */
  stop(): Promise<void>;
}

/** The composition root: builds every object once and hands each what it needs. Nothing else does. */
export async function startApp(config: Config, log: Logger, surroundings: Surroundings = {}): Promise<App> {
  const closing = new ClosingStack(log);
  try {
    return await compose(config, log, surroundings, closing);
  } catch (error) {
    await closing.close();
    throw error;
  }
}

async function compose(config: Config, log: Logger, surroundings: Surroundings, closing: ClosingStack): Promise<App> {
  const core = await openCore(config, log, surroundings, closing);
  const useCases = createUseCases(config, core);
  await startJobs(config, core, closing);
  const address = config.roles.includes('web') ? await serveWeb(config, core, useCases, closing) : null;
  return { address, stop: () => closing.close() };
}

/** What all use cases and both roles stand on. */
interface Core {
  readonly log: Logger;
  readonly connection: DatabaseConnection;
  readonly newScope: (actor?: Actor, requestId?: string) => RequestScope;
  readonly jobs: JobQueue;
  readonly events: EventLog;
  readonly wakeUps: WakeUps;
  readonly feeds: {
    readonly events: LiveFeed<Event, EventFilter>;
    readonly attempts: LiveFeed<LoggedAttempt, AttemptFilter>;
  };
  readonly channels: ChannelRegistry;
  readonly secrets: SubscriptionSecrets;
}

async function openCore(
  config: Config,
  log: Logger,
  { connection: given, stdout = process.stdout }: Surroundings,
  closing: ClosingStack,
): Promise<Core> {
  const connection = given ?? (await openDatabase({ ...config.database, dataDir: config.dataDir, log }));
  closing.push('database', () => connection.close());
  const orm = await openOrm(connection, log);
  await migrate(orm, connection);
  const fork = (): SqlEntityManager => orm.em.fork();
  const newScope = (actor: Actor = 'system', requestId: string = randomUUID()): RequestScope => ({
    em: fork(),
    actor,
    requestId,
    log,
    now: () => new Date(),
  });
  const secrets = new SubscriptionSecrets(new Vault(config.secrets.keys, log));
  if (config.seedDemo) await seedDemo(newScope(), secrets);

  const wakeUps = new WakeUps(connection.kind === 'postgresql', log);
  const jobs = new JobQueue(connection, wakeUps, log);
  const channels = new ChannelRegistry(createChannels(config, log, stdout));
  closing.push('channels', () => channels.close());
  return {
    log,
    connection,
    newScope,
    jobs,
    events: new EventLog(jobs, wakeUps),
    wakeUps,
    feeds: {
      events: new LiveFeed(eventSource, fork, wakeUps, log),
      attempts: new LiveFeed(attemptSource, fork, wakeUps, log),
    },
    channels,
    secrets,
  };
}

interface UseCases {
  readonly decks: DeckService;
  readonly slides: SlideService;
  readonly faqs: FaqService;
  readonly presentations: PresentationService;
  readonly subscriptions: SubscriptionService;
  readonly events: EventService;
  readonly deliveries: DeliveryService;
  readonly policies: PolicyService;
}

function createUseCases(config: Config, { events, feeds, jobs, channels, secrets }: Core): UseCases {
  return {
    decks: new DeckService(events),
    slides: new SlideService(events),
    faqs: new FaqService(events),
    presentations: new PresentationService(events),
    subscriptions: new SubscriptionService(channels, secrets, config.secrets.overlapSeconds),
    events: new EventService(events, feeds.events, deckExists),
    deliveries: new DeliveryService(events, jobs),
    policies: new PolicyService(),
  };
}

/** Opens the queue, which every role enqueues into; the worker role also runs what is in it. */
async function startJobs({ roles, delivery }: Config, core: Core, closing: ClosingStack): Promise<void> {
  const { jobs, newScope, events, channels, secrets, wakeUps } = core;
  const attempts = new AttemptLog(newScope, jobs, events, delivery, wakeUps.attemptsRecorded);
  jobs.register(fanOutTask(newScope, jobs));
  jobs.register(deliverTask({ newScope, channels, attempts, secrets, timeoutMs: delivery.webhookTimeoutMs }));
  await jobs.start();
  closing.push('jobs', () => jobs.drain(drainMs));
  if (roles.includes('worker')) await jobs.work();
}

async function serveWeb({ http }: Config, core: Core, useCases: UseCases, closing: ClosingStack): Promise<AddressInfo> {
  const { log, feeds, newScope } = core;
  await Promise.all([feeds.events.start(), feeds.attempts.start()]);
  closing.push('live feeds', () => Promise.all([feeds.events.stop(), feeds.attempts.stop()]));

  const schema = await createSchema(createResolvers(useCases));
  const apollo = await startApollo(schema, log);
  closing.push('Apollo', () => apollo.stop());

  let accepting = true;
  const guard = new ApiKeyGuard(http.apiKey);
  const streams = { events: useCases.events.follow, attempts: attemptFollower(feeds.attempts) };
  const newContext = (actor: Actor, requestId: string = randomUUID()): GraphQLContext =>
    new GraphQLContext(() => newScope(actor, requestId), streams);
  const server = createHttpServer({
    routes: createRoutes(useCases, core, () => accepting),
    catalogue: eventCatalogue,
    apollo,
    guard,
    newScope,
    newContext,
    webFolder: path.join(import.meta.dirname, '..', 'dist', 'web'),
    log,
  });
  const sockets = serveSockets({ server, path: graphqlPath, schema, guard, newContext, log });
  await listen(server, http);
  closing.push('HTTP server', async () => {
    accepting = false;
    const closed = once(server, 'close');
    server.close();
    server.closeIdleConnections();
    await sockets.close();
    const lingering = setTimeout(() => server.closeAllConnections(), drainMs);
    await closed;
    clearTimeout(lingering);
  });
  return server.address() as AddressInfo;
}

function createResolvers({
  decks,
  slides,
  faqs,
  presentations,
  subscriptions,
  events,
  deliveries,
  policies,
}: UseCases): object[] {
  return [
    new DeckResolver(decks),
    new SlideResolver(slides),
    new FaqResolver(faqs),
    new PresentationResolver(presentations),
    new SubscriptionResolver(subscriptions),
    new EventResolver(events, eventCatalogue),
    new DeliveryResolver(deliveries),
    new PolicyResolver(policies),
  ];
}

function createRoutes(useCases: UseCases, { connection, jobs }: Core, accepting: () => boolean): Route[] {
  return [
    ...deckRoutes(useCases.decks),
    ...slideRoutes(useCases.slides),
    ...faqRoutes(useCases.faqs),
    ...presentationRoutes(useCases.presentations),
    ...subscriptionRoutes(useCases.subscriptions),
    ...deliveryRoutes(useCases.deliveries),
    ...policyRoutes(useCases.policies),
    ...eventRoutes(useCases.events, eventCatalogue),
    ...healthRoutes({
      accepting,
      checks: {
        database: async () => (await sql`select 1`.execute(connection.kysely)).rows.length === 1,
        'job queue': () => jobs.isReady(),
      },
    }),
  ];
}

/** @throws StartupError in a sentence when the address cannot be had */
async function listen(server: Server, { host, port }: Config['http']): Promise<void> {
  server.listen(port, host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(explainListen(error, host, port));
  });
}

function createChannels({ http, roles, dataDir, delivery, email }: Config, log: Logger, stdout: Writable): Channel[] {
  return [
    new WebhookChannel({
      // Whoever reaches a loopback Deckcast is on this machine already. A worker alone listens nowhere: it cannot know.
      allowLoopback: roles.includes('web') && isLoopback(http.host),
      allowNetworks: delivery.webhookAllowNetworks,
    }),
    new EmailChannel({ ...email, outbox: path.join(dataDir, 'outbox'), log }),
    new ConsoleChannel(stdout),
  ];
}

function explainListen({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken: stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} needs more rights than this process has: set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `${host} is no address of this machine: set HOST to one that is.`;
  return `Cannot listen on ${host}:${port}: ${message}.`;
}
