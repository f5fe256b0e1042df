import { expect } from '@jest/globals';
import { pino } from 'pino';
import { openDatabase } from '../../../src/kit/data/connections/open-database.ts';
import { catalogue } from '../../../src/composition/modules.ts';
import { openOrm } from '../../../src/kit/data/orm.ts';
import { eventSource } from '../../../src/delivery/events/event-log.ts';
import { LiveFeed } from '../../../src/kit/live/live-feed.ts';
import { LiveMemory } from '../../../src/kit/live/live-memory.ts';
import { LogStream } from '../../../src/kit/live/log-stream.ts';
import { WakeUps } from '../../../src/kit/data/jobs/wake-ups.ts';
import { eventually } from '../../helpers/eventually.ts';
import { testOnPostgres } from '../../helpers/on-postgres.ts';
import { TcpProxy } from '../../helpers/tcp-proxy.ts';
import { useApp } from '../../helpers/test-app.ts';
import { publish } from '../deliveries.ts';
import { wholeSight, withSight } from '../../../src/kit/rights/sight.ts';

const app = useApp({ ROLES: 'web' });
const log = pino({ level: 'silent' });

testOnPostgres('a stream is level soon after the database answers again, also while no wake-up comes', async () => {
  const url = new URL(app.database.url ?? '');
  const way = await new TcpProxy(Number(url.port)).open();
  url.port = String(way.port);
  const connection = await openDatabase({ url: url.href, poolSize: 2, dataDir: '', log });
  const orm = await openOrm(connection, catalogue.entities, log);
  const feed = new LiveFeed(
    eventSource,
    () => withSight(orm.em.fork(), wholeSight),
    new WakeUps(null, log),
    new LiveMemory(),
    log,
  );
  feed.start(200);
  const stream = await new LogStream(feed, { types: ['outage.event'] }, wholeSight).open();
  const received: string[] = [];
  const receiving = (async () => {
    for await (const { id } of stream) received.push(id);
  })();

  await way.cut();
  await feed.poll();
  const ids = [(await publish(app, 'outage.event')).id];
  await way.open();
  await eventually(() => received.length === 1);
  for (const count of [2, 3]) {
    ids.push((await publish(app, 'outage.event')).id);
    await eventually(() => received.length === count);
  }
  expect(received).toEqual(ids);
  await stream.return?.();
  await receiving;
  await feed.stop();
  await connection.close();
  await way.cut();
});
