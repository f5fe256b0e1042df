import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { EventAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createSubscription } from '../helpers/factories.ts';
import { describeOnPostgres } from '../helpers/on-postgres.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { TcpProxy } from '../helpers/tcp-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts';
import { useReceiver } from '../helpers/webhook-receiver.ts';

interface Delivery {
  id: string;
  status: string;
  attemptCount: number;
}

describeOnPostgres('deliveries of processes of their own', () => {
  const receiver = useReceiver();
  const running: ServerProcess[] = [];
  let database: TestDatabase;

  beforeEach(async () => {
    database = await createTestDatabase();
  });

  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
    await database.remove();
  });

  function run(env: Record<string, string>): ServerProcess {
    const shared = { SEED_DEMO: 'off', SPEECH: 'none', WEBHOOK_ALLOW_NETWORKS: '127.0.0.0/8' };
    const server = new ServerProcess({ ...shared, DATABASE_URL: database.url ?? '', ...env });
    running.push(server);
    return server;
  }

  async function publish(rest: RestClient): Promise<string> {
    const { body } = await rest.post<{ event: EventAnswer }>('/api/events', { type: 'fault.injected' });
    return body.event.id;
  }

  async function delivered(rest: RestClient, eventId: string): Promise<Delivery> {
    return eventually(
      async () => {
        const { body } = await rest.get<{ deliveries: Delivery[] }>(`/api/notifications/deliveries?eventId=${eventId}`);
        return body.deliveries.find(({ status }) => status === 'delivered');
      },
      { timeoutMs: 30_000, what: 'the delivery' },
    );
  }

  test('an attempt that ends while the database is unreachable is recorded once it is back, and not made again', async () => {
    const rest = await new RestClient(await run({ ROLES: 'web' }).base()).open();
    const channelConfig = { url: `${receiver.url}/away` };
    await createSubscription(rest, { eventType: 'fault.*', channel: 'webhook', channelConfig });
    const url = new URL(database.url ?? '');
    const proxy = await new TcpProxy(Number(url.port)).open();
    url.port = String(proxy.port);
    receiver.answer = async () => {
      await proxy.cut();
      return 204;
    };
    const worker = run({ ROLES: 'worker', DATABASE_URL: url.href });
    const eventId = await publish(rest);
    await eventually(() => worker.stdout.includes('attempts could not be recorded'), { timeoutMs: 30_000 });
    await proxy.open();
    expect(await delivered(rest, eventId)).toMatchObject({ attemptCount: 1 });
    expect(receiver.at('/away')).toHaveLength(1);
    await worker.end('SIGKILL');
    await proxy.cut();
  }, 90_000);

  test('processes whose clocks are four minutes apart keep to the pauses between attempts', async () => {
    const withClock = (seconds: number) => ({
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, '../helpers/skewed-clock.ts')}`,
      CLOCK_SKEW_MS: String(seconds * 1_000),
    });
    const rest = await new RestClient(await run({ ROLES: 'web', ...withClock(120) }).base()).open();
    const channelConfig = { url: `${receiver.url}/clock` };
    const { id } = await createSubscription(rest, { eventType: 'fault.*', channel: 'webhook', channelConfig });
    await rest.put(`/api/notifications/subscriptions/${id}/policy`, { retryDelays: [1, 1, 1] });
    const times: number[] = [];
    receiver.answer = (_, earlier) => {
      times.push(performance.now());
      return earlier < 3 ? 500 : 204;
    };
    run({ ROLES: 'worker', ...withClock(-120) });
    expect(await delivered(rest, await publish(rest))).toMatchObject({ attemptCount: 4 });
    const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
    expect(pauses).toHaveLength(3);
    // 1 s, 20 % less at most. The difference of the clocks would make them none or four minutes.
    for (const pause of pauses) expect([pause, pause > 750 && pause < 60_000]).toEqual([pause, true]);
  }, 90_000);
});
