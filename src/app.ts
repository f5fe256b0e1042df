import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Writable } from 'node:stream';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { ApiKeyGuard } from './access/api-key.ts';
import type { Config } from './config.ts';
import { type DatabaseConnection, openDatabase } from './database/connection.ts';
import { migrate, openOrm } from './database/orm.ts';
import { seedDemo } from './database/seed.ts';
import type { Channel } from './delivery/channels/channel.ts';
import { ConsoleChannel } from './delivery/channels/console.channel.ts';
import { EmailChannel } from './delivery/channels/email.channel.ts';
import { ChannelRegistry } from './delivery/channels/registry.ts';
import { WebhookChannel } from './delivery/channels/webhook.channel.ts';
import { DeliveryResolver } from './delivery/delivery.resolver.ts';
import { deliveryRoutes } from './delivery/delivery.routes.ts';
import { DeliveryService } from './delivery/delivery.service.ts';
import { deliverTask, fanOutTask } from './delivery/delivery.tasks.ts';
import { StartupError } from './errors.ts';
import { EventLog } from './events/event-log.ts';
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
  const connection =
    surroundings.connection ?? (await openDatabase({ ...config.database, dataDir: config.dataDir, log }));
  closing.push('database', () => connection.close());
  const orm = await openOrm(connection, log);
  await migrate(orm, connection);

  const newScope = (actor: Actor = 'system', requestId: string = randomUUID()): RequestScope => ({
    em: orm.em.fork(),
    actor,
    requestId,
    log,
    now: () => new Date(),
  });
  if (config.seedDemo) await seedDemo(newScope());

  const wakeUps = new WakeUps(connection.kind === 'postgresql', log);
  const jobs = new JobQueue(connection, wakeUps, log);
  const events = new EventLog(jobs, wakeUps);
  const feed = new LiveFeed(() => orm.em.fork(), wakeUps, log);
  const channels = new ChannelRegistry(createChannels(config, log, surroundings.stdout ?? process.stdout));
  closing.push('channels', () => channels.close());

  const decks = new DeckService(events);
  const slides = new SlideService(events);
  const faqs = new FaqService(events);
  const presentations = new PresentationService(events);
  const subscriptions = new SubscriptionService(channels);
  const eventService = new EventService(events, feed, deckExists);
  const deliveries = new DeliveryService(events, jobs);

  const delivery = { newScope, jobs, channels, retryDelays: config.delivery.retryDelays };
  jobs.register(fanOutTask(delivery));
  jobs.register(deliverTask(delivery));
  await jobs.start();
  closing.push('jobs', () => jobs.drain(drainMs));
  if (config.roles.includes('worker')) await jobs.work();
  if (!config.roles.includes('web')) return { address: null, stop: () => closing.close() };

  await feed.start();
  closing.push('live feed', () => feed.stop());
  let accepting = true;
  const routes: Route[] = [
    ...deckRoutes(decks),
    ...slideRoutes(slides),
    ...faqRoutes(faqs),
    ...presentationRoutes(presentations),
    ...subscriptionRoutes(subscriptions),
    ...deliveryRoutes(deliveries),
    ...eventRoutes(eventService),
    ...healthRoutes({
      accepting: () => accepting,
      checks: {
        database: async () => (await sql`select 1`.execute(connection.kysely)).rows.length === 1,
        'job queue': () => jobs.isReady(),
      },
    }),
  ];
  const schema = await createSchema([
    new DeckResolver(decks),
    new SlideResolver(slides),
    new FaqResolver(faqs),
    new PresentationResolver(presentations),
    new SubscriptionResolver(subscriptions),
    new EventResolver(eventService),
    new DeliveryResolver(deliveries),
  ]);
  const guard = new ApiKeyGuard(config.http.apiKey);
  const newContext = (actor: Actor, requestId: string = randomUUID()): GraphQLContext =>
    new GraphQLContext(() => newScope(actor, requestId), eventService.follow);
  const apollo = await startApollo(schema, log);
  closing.push('Apollo', () => apollo.stop());
  const server = createHttpServer({
    routes,
    apollo,
    guard,
    newScope,
    newContext,
    webFolder: path.join(import.meta.dirname, '..', 'dist', 'web'),
    log,
  });
  const sockets = serveSockets({ server, path: graphqlPath, schema, guard, newContext, log });
  server.listen(config.http.port, config.http.host);
  await once(server, 'listening').catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(explainListen(error, config));
  });
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
  return { address: server.address() as AddressInfo, stop: () => closing.close() };
}

function createChannels({ dataDir, delivery, email }: Config, log: Logger, stdout: Writable): Channel[] {
  return [
    new WebhookChannel(delivery.webhookTimeoutMs),
    new EmailChannel({ ...email, outbox: path.join(dataDir, 'outbox'), log }),
    new ConsoleChannel(stdout),
  ];
}

function explainListen({ code, message }: NodeJS.ErrnoException, { http: { host, port } }: Config): string {
  if (code === 'EADDRINUSE') return `Port ${port} on ${host} is taken: stop what uses it, or set PORT to another one.`;
  if (code === 'EACCES') return `Port ${port} needs more rights than this process has: set PORT to one above 1023.`;
  if (code === 'EADDRNOTAVAIL') return `${host} is no address of this machine: set HOST to one that is.`;
  return `Cannot listen on ${host}:${port}: ${message}.`;
}

/** What was opened, closed in reverse order; one part that fails to close does not keep the others open. */
class ClosingStack {
  readonly #steps: { name: string; close: () => Promise<unknown> }[] = [];

  constructor(private readonly log: Logger) {}

  push(name: string, close: () => Promise<unknown>): void {
    this.#steps.push({ name, close });
  }

  async close(): Promise<void> {
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step.close();
        this.log.debug(`${step.name} closed`);
      } catch (error) {
        this.log.error({ error }, `${step.name} did not close`);
      }
    }
  }
}
