import { expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import type { Finding } from '../../../src/composition/finding.ts';
import { inspect } from '../../../src/composition/inspection.ts';
import { loadConfig } from '../../../src/config.ts';
import { eventually } from '../../helpers/eventually.ts';
import { freePort } from '../../helpers/free-port.ts';
import { describeWithReplica, ReplicaPair } from '../../helpers/replica-pair.ts';
import { testDatabaseUrl } from '../../helpers/test-database.ts';
import { useServer } from '../../helpers/use.ts';
import { countDead, isRead, useReplicaApp } from './replica-app.ts';

// Two servers are made and started.
jest.setTimeout(60_000);

const silent = pino({ level: 'silent' });

describeWithReplica('a process that loses its read replica', () => {
  const pair = useServer(new ReplicaPair());
  const on = useReplicaApp(pair);
  /** A replica that has nothing of what the former primary does after the promotion. */
  let follower: ReplicaPair['replica'];

  test('fails no request when the link to the replica falls silent', async () => {
    on.said();
    on.link.silent = true;
    on.link.pause();
    const before = await on.readsAt('repeated');
    await Promise.all(Array.from({ length: 6 }, () => on.deadCount()));
    expect(await on.readsAt('repeated')).toBeGreaterThan(before);
    on.link.silent = false;
    on.link.resume();
    await on.reads(true);
    expect(on.said()).toEqual([expect.stringMatching(/^The replica does not answer: /), isRead]);
  });

  test('fails no request when the replica is killed, and reads it again once it is back', async () => {
    on.said();
    const reading = { value: true };
    const readers = Array.from({ length: 4 }, async () => {
      while (reading.value) await on.deadCount();
    });
    await pair.replica.kill();
    await on.reads(false);
    await on.deadCount();
    reading.value = false;
    await Promise.all(readers);
    await pair.replica.start();
    await on.reads(true);
    expect(on.said()).toEqual([expect.stringMatching(/^The replica does not answer: /), isRead]);
  });

  test('starts without a replica that is away, and with the primary in its place, and reads neither', async () => {
    const unused = await freePort();
    for (const [replicaUrl, problem] of [
      [`postgresql://postgres@127.0.0.1:${unused}/deckcast`, /^The replica does not answer: /],
      [`${pair.primary.url('deckcast')}?`, /^DATABASE_REPLICA_URL leads to a server that takes changes itself: /],
    ] as const) {
      const connection = await on.openBeside(replicaUrl);
      expect(connection.replica?.problem()).toMatch(problem);
      const server = await connection.replica?.read(
        async (replica) => (replica === null ? 'primary' : 'replica'),
        'little lag',
      );
      expect(server).toBe('primary');
      await connection.close();
    }
  });

  test('refuses to start with a replica of another database or cluster', async () => {
    const sentence = /^DATABASE_REPLICA_URL leads to another database than DATABASE_URL: name a replica of that one/;
    await expect(on.openBeside(pair.replica.url('postgres'))).rejects.toThrow(sentence);
    const other = new URL(testDatabaseUrl ?? '');
    await expect(on.openBeside(other.href)).rejects.toThrow(sentence);
  });

  test('is looked at by doctor', async () => {
    const config = loadConfig({
      DATABASE_URL: pair.primary.url('deckcast'),
      DATABASE_REPLICA_URL: pair.replica.url('deckcast'),
      DATA_DIR: on.app.dataDir,
      SPEECH: 'none',
    });
    const ofReplica = async (): Promise<Finding[]> =>
      (await inspect(config, silent)).filter(({ subject }) => subject === 'replica');
    expect(await ofReplica()).toEqual([
      {
        subject: 'replica',
        state: 'ok',
        finding: expect.stringMatching(/^It is read, and lags behind by \d+\.\d s at most\.$/),
      },
    ]);
    await pair.replica.kill();
    expect(await ofReplica()).toEqual([
      {
        subject: 'replica',
        state: 'doubt',
        finding: expect.stringMatching(/^The replica does not answer: .* All reads go to the primary\.$/),
      },
    ]);
    await pair.replica.start();
    await on.reads(true);
  });

  test('does not read a replica that was promoted', async () => {
    on.said();
    const before = await on.deadCount();
    follower = await pair.newReplica('follower');
    await follower.kill();
    await pair.replica.ask('select pg_promote()');
    await on.reads(false);
    await pair.replica.ask(countDead(100), 'deckcast');
    expect(await on.deadCount()).toBeLessThan(before + 100);
    expect(on.said()).toEqual([
      expect.stringMatching(/^DATABASE_REPLICA_URL leads to a server that takes changes itself/),
    ]);
  });

  test('does not read a replica of the former primary, but one that follows the promoted server', async () => {
    const promoted = pair.replica;
    const stray = await pair.newReplica('stray');
    const beside = (replica: typeof promoted) => on.openBeside(replica.url('deckcast'), promoted.url('deckcast'));
    const strayed = await beside(stray);
    expect(strayed.replica?.problem()).toMatch(/^The replica does not follow .* timeline\.$/);
    await strayed.close();
    await stray.kill();

    follower.follow(promoted);
    await follower.start();
    const followed = await beside(follower);
    const isNamed = async (): Promise<boolean> => {
      // Its files then have the number of the timeline.
      await promoted.ask('checkpoint');
      await follower.ask('checkpoint');
      return followed.replica?.problem() === null;
    };
    await eventually(isNamed, { timeoutMs: 30_000, what: 'the replica to be read' });
    await followed.close();
    await follower.kill();
  });
});
