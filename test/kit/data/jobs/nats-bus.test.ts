import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { pino } from 'pino';
import { NatsBus, wakeUpSubject } from '../../../../src/kit/data/jobs/nats-bus.ts';
import { hasNats } from '../../../helpers/buses.ts';
import { natsPort, natsUrl } from '../../../helpers/nats.ts';
import { eventually } from '../../../helpers/eventually.ts';
import { TcpProxy } from '../../../helpers/tcp-proxy.ts';
import { TestApp } from '../../../helpers/test-app.ts';
import { createTestDatabase, type TestDatabase } from '../../../helpers/test-database.ts';
import { publish } from '../../../delivery/deliveries.ts';
import { expectSoon, followFromNow, idsIn } from '../../../delivery/events/stream-harness.ts';
import { hostileMessages, receivedHints } from './received-hints.ts';
import { Writer } from './writer.ts';

const describeOnNats = hasNats ? describe : describe.skip;

describeOnNats('two processes, one of which reaches NATS through a line that can be cut', () => {
  const line = new TcpProxy(natsPort);
  const [app, other] = [new TestApp(), new TestApp()];

  beforeAll(async () => {
    await line.open();
    await line.cut();
    await app.start({ ROLES: 'web', NATS_URL: natsUrl });
    await other.start(
      { ROLES: 'web', NATS_URL: `nats://deckcast:s3cret@127.0.0.1:${line.port}`, LOG_LEVEL: 'info' },
      app,
    );
  }, 60_000);

  afterAll(async () => {
    await Promise.all([other.stop(), line.cut()]);
    await app.stop();
  });

  const logged = (text: string): number => other.log.filter((entry) => entry.includes(text)).length;

  test('start while NATS is unreachable, and see events all the same', async () => {
    const stream = await followFromNow(other, other.live(), { types: ['away.*'] });
    const { id } = await publish(app, 'away.event');
    await eventually(() => idsIn(stream).includes(id), { timeoutMs: 20_000, what: 'the event' });
    expect(logged('no connection to NATS')).toBe(1);
  }, 40_000);

  test('see events soon once NATS is there', async () => {
    await line.open();
    await eventually(() => logged('connected to NATS again') === 1);
    const streams = [
      await followFromNow(app, app.live(), { types: ['there.*'] }),
      await followFromNow(app, other.live(), { types: ['there.*'] }),
    ];
    for (const sender of [app, other]) {
      await expectSoon(app, streams, [await publish(sender, 'there.event')]);
    }
  });

  test('catch up on what was published through either while NATS was lost', async () => {
    const streams = [
      await followFromNow(app, app.live(), { types: ['lost.*'] }),
      await followFromNow(app, other.live(), { types: ['lost.*'] }),
    ];
    for (let cut = 0; cut < 3; cut += 1) {
      await line.cut();
      await eventually(() => logged('no connection to NATS') === 2 + cut);
      const events = [await publish(app, 'lost.event'), await publish(other, 'lost.event')];
      await line.open();
      await eventually(() => logged('connected to NATS again') === 2 + cut);
      await expectSoon(app, streams, events);
    }
  });

  test('log the loss and return of NATS, and no password', () => {
    expect(logged('connected to NATS again')).toBe(4);
    expect(other.log.join('\n')).not.toContain('s3cret');
  });

  test('stop at once while NATS is unreachable', async () => {
    await line.cut();
    const started = performance.now();
    await other.stop();
    // A stop that waits for work under way gives it 8 s.
    expect(performance.now() - started).toBeLessThan(7_500);
  });
});

describeOnNats('the bus on NATS', () => {
  const log = pino({ level: 'silent' });
  let databases: TestDatabase[];
  let writers: Writer[];
  let nats: NatsConnection;

  beforeEach(async () => {
    [databases, writers] = [[], []];
    nats = await connect({ servers: natsUrl });
  });

  afterEach(async () => {
    await nats.close();
    for (const writer of writers) await writer.close();
    for (const { remove } of databases) await remove();
  });

  /** A process on a database of its own. */
  async function openWriter(url: string): Promise<{ writer: Writer; subject: string }> {
    const database = await createTestDatabase();
    const subject = await wakeUpSubject(database.connection);
    const writer = await new Writer().open(database, () => new NatsBus(url, subject, log));
    databases.push(database);
    writers.push(writer);
    return { writer, subject };
  }

  test('passes on hints alone, whatever else is sent to its subject', async () => {
    const { writer, subject } = await openWriter(natsUrl);
    const reported = await receivedHints(writer);
    for (const message of [...hostileMessages, 'x'.repeat(500_000), new Uint8Array([0xff, 0x20, 0xc0, 0x00])]) {
      nats.publish(subject, message);
    }
    nats.publish(subject, 'stranger jobs');
    await eventually(() => reported.includes('jobs'));
    expect(reported).toEqual(['jobs']);
  });

  test('does not wake the processes of another database', async () => {
    const [one, other] = [await openWriter(natsUrl), await openWriter(natsUrl)];
    const [hintsOfOne, hintsOfOther] = [await receivedHints(one.writer), await receivedHints(other.writer)];
    const received: string[] = [];
    nats.subscribe(one.subject, { callback: (_error, message) => void received.push(message.string()) });
    await nats.flush();
    one.writer.wakeUps.eventsRecorded();
    await eventually(() => received.length > 0);
    nats.publish(other.subject, 'stranger jobs');
    await eventually(() => hintsOfOther.length > 0);
    expect([hintsOfOne, hintsOfOther]).toEqual([['events'], ['jobs']]);
  });

  test('sends one message for hints that come together', async () => {
    const { writer, subject } = await openWriter(natsUrl);
    await receivedHints(writer);
    const received: string[] = [];
    nats.subscribe(subject, { callback: (_error, message) => void received.push(message.string()) });
    await nats.flush();
    for (let count = 0; count < 1_000; count += 1) {
      writer.wakeUps.eventsRecorded();
      writer.wakeUps.jobsWaiting();
    }
    await eventually(() => received.length > 0);
    expect(received.map((message) => message.split(' ')[1])).toEqual(['events,jobs']);
  });

  test('holds one connection to a server that takes it and stays silent, and lets go of it when it stops', async () => {
    const line = new TcpProxy(natsPort);
    line.silent = true;
    await line.open();
    const { writer } = await openWriter(`nats://127.0.0.1:${line.port}`);
    await writer.jobs.start();
    await eventually(() => line.taken === 2, { what: 'the second attempt' });
    expect(line.clients).toBe(1);
    await writer.close();
    await eventually(() => line.clients === 0);
    expect(line.taken).toBe(2);
    await line.cut();
  });
});
