import { sql } from 'kysely';
import type { buildConnector } from 'undici';
import type { Config } from '../config.ts';
import { ForbiddenTargetError, TargetGuard } from '../delivery/channels/target-guard.ts';
import { isOwnReceiver } from '../delivery/playground/receiver-url.ts';
import type { DatabaseConnection } from '../kit/data/index.ts';
import { allowedTargets } from './allowed-targets.ts';
import type { Finding } from './finding.ts';

/** Most receivers that are tried, the newest subscriptions first, and longest time for a connection, in milliseconds. */
const mostReceivers = 20;
const connectMs = 5_000;

/**
 * Connects to the receivers of active webhooks as deliveries do, with TLS where they have it. It sends no request: a receiver
 * might act on it. A finding names origins alone, because paths and queries may contain secrets.
 */
export async function inspectReceivers({ kysely }: DatabaseConnection, config: Config): Promise<Finding> {
  const { rows } = await sql<{ url: string }>`
    select channel_config ->> 'url' as url from notification_subscription
    where is_active and channel = 'webhook' order by created_at desc, id desc limit 1000`.execute(kysely);
  const urls = rows.map(({ url }) => new URL(url)).filter((url) => !isOwnReceiver(url, config.http.publicUrl));
  const origins = [...new Set(urls.map(({ origin }) => origin))];
  const keys = await sql`select from api_key limit 1`.execute(kysely);
  const guard = new TargetGuard(allowedTargets(config, () => keys.rows.length > 0));
  const connector = guard.connector(connectMs);
  const tried = origins.slice(0, mostReceivers);
  /** @returns the origin and why no connection was made; null when one was */
  const faultOf = async (url: URL): Promise<string | null> => {
    const { hostname, host, protocol, port } = url;
    const reason = guard.refusal(url) ?? (await connect(connector, { hostname, host, protocol, port }));
    return reason === null ? null : `${url.origin} (${reason.replace(/\.$/, '')})`;
  };
  const faults = await Promise.all(tried.map((origin) => faultOf(new URL(origin))));
  const failed = faults.filter((fault) => fault !== null);
  const subject = 'receivers';
  if (failed.length > 0) {
    const finding = `${failed.length} of ${tried.length} do not take a connection: ${failed.join('; ')}. Correct these subscriptions, or let this machine connect there.`;
    return { subject, state: 'doubt', finding };
  }
  const number = tried.length === 1 ? 'One receiver' : `${tried.length} receivers`;
  const finding =
    tried.length === 0 ? 'No active webhook goes elsewhere.' : `${number} of active webhooks took a connection.`;
  return { subject, state: 'ok', finding };
}

/** @returns why no connection was made; null when one was */
function connect(connector: buildConnector.connector, options: buildConnector.Options): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  connector(options, (error, socket) => {
    socket?.destroy();
    if (error === null) resolve(null);
    else if (error instanceof ForbiddenTargetError) resolve(error.message);
    else resolve((error as NodeJS.ErrnoException).code ?? error.message);
  });
  return promise;
}
