import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect } from '@jest/globals';
import { sql } from 'kysely';
import { PgBoss } from 'pg-boss';
import { narratePresentation } from '../../src/presentations/presentations/narrate.task.ts';
import type { EventAnswer, PresentationAnswer } from '../helpers/answers.ts';
import { eventually } from '../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide } from '../helpers/factories.ts';
import { testOnPostgres } from '../helpers/on-postgres.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { createTestDatabase, type TestDatabase } from '../helpers/test-database.ts';
import { useServer } from '../helpers/use.ts';
import { FakeElevenLabs, speak } from '../engines/speech/fake-elevenlabs.ts';

const poison = 'Whoever speaks this is killed.';
const healthy = 'This is spoken as usual.';
const longTimeout = { timeoutMs: 60_000 };
/** How often the process that takes no jobs is asked for its health, in milliseconds. */
const healthEveryMs = 100;

interface DeadJobAnswer {
  readonly id: string;
  readonly data: { readonly presentationId: string };
  readonly attemptCount: number;
  readonly reason: string;
}

const fake = useServer(new FakeElevenLabs());
const running: ServerProcess[] = [];
let database: TestDatabase;
let dataDir: string;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-poison-'));
  database = await createTestDatabase();
}, 60_000);

afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.end('SIGKILL')));
  await database.remove();
  await rm(dataDir, { recursive: true, force: true });
});

function run(role: 'web' | 'worker'): ServerProcess {
  const server = new ServerProcess({
    ROLES: role,
    DATA_DIR: dataDir,
    DATABASE_URL: database.url ?? '',
    SEED_DEMO: 'off',
    SPEECH: 'elevenlabs',
    ELEVENLABS_API_KEY: 'a-key-of-the-test',
    ELEVENLABS_URL: fake.url,
  });
  running.push(server);
  return server;
}

async function narrated(rest: RestClient, narrationScript: string): Promise<string> {
  const deck = await createDeck(rest);
  await createSlide(rest, deck.id, { narrationScript });
  return (await createPresentation(rest, deck.id)).id;
}

/** Asks for the health of a process again and again until it is told to stop. @returns what was answered */
function watchHealth(base: string): () => Promise<unknown[]> {
  const answers: unknown[] = [];
  const over = new AbortController();
  const watch = async (): Promise<void> => {
    while (!over.signal.aborted) {
      answers.push(await fetch(`${base}/healthz`).then(({ status }) => status, String));
      await delay(healthEveryMs);
    }
  };
  const watching = watch();
  return async () => {
    over.abort();
    await watching;
    return answers;
  };
}

testOnPostgres(
  'a job that kills its process is dead after ten tries, and can be retried; its neighbour is done',
  async () => {
    const web = await run('web').base(60_000);
    const rest = await new RestClient(web).open();
    const statusOf = async (id: string): Promise<string> =>
      (await rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`)).body.presentation.status;
    const deadJobs = async (): Promise<DeadJobAnswer[]> =>
      (await rest.get<{ deadJobs: DeadJobAnswer[] }>('/api/dead-jobs')).body.deadJobs;
    const events = async (query: string): Promise<EventAnswer[]> =>
      (await rest.get<{ events: EventAnswer[] }>(`/api/events?${query}`)).body.events;

    // The first time it takes its neighbour with it; from then on it strikes once that is done.
    let worker: ServerProcess | null = null;
    let kills = 0;
    const neighbourBegun = Promise.withResolvers<void>();
    fake.answer = async ({ body }, response) => {
      if (body.text === healthy) {
        neighbourBegun.resolve();
        if (kills > 0) await speak(body.text, response);
        return;
      }
      if (kills === 0) await neighbourBegun.promise;
      else await eventually(async () => (await statusOf(neighbour)) === 'ready', longTimeout);
      kills += 1;
      worker?.signal('SIGKILL');
    };
    const ill = await narrated(rest, poison);
    const neighbour = await narrated(rest, healthy);
    const endOfWatch = watchHealth(web);

    // What every process does each ten seconds, more often.
    const { queue } = database.connection;
    const keeper = new PgBoss({ ...queue, supervise: false, schedule: false, monitorIntervalSeconds: 1 });
    await keeper.start();
    const { kysely } = database.connection;
    /** Notices at once that the process of a job has ended, and lets the job have its next try at once. */
    const hurry = async (): Promise<void> => {
      await sql`update pgboss.job set heartbeat_on = now() - interval '1 minute'
        where name = ${narratePresentation.name} and state = 'active'`.execute(kysely);
      await keeper.supervise(narratePresentation.name);
      await sql`update pgboss.job set start_after = now()
        where name = ${narratePresentation.name} and state = 'retry'`.execute(kysely);
    };
    const triesOf = async (id: string): Promise<{ state: string; tries: number }> => {
      const { rows } = await sql<{ state: string; tries: number }>`select state::text, retry_count as tries
        from pgboss.job where name = ${narratePresentation.name} and data->>'presentationId' = ${id}`.execute(kysely);
      return rows[0] ?? { state: 'gone', tries: -1 };
    };

    for (let death = 1; death <= 10; death += 1) {
      worker = run('worker');
      expect(await worker.exited()).toBeNull();
      expect(kills).toBe(death);
      const state = death < 10 ? 'retry' : 'failed';
      await eventually(async () => {
        await hurry();
        return (await triesOf(ill)).state === state;
      }, longTimeout);
      expect((await deadJobs()).length).toBe(death < 10 ? 0 : 1);
    }
    expect([await statusOf(neighbour), (await triesOf(neighbour)).state]).toEqual(['ready', 'completed']);
    await keeper.stop();

    const last = run('worker');
    const [reported] = await eventually(async () => {
      const found = await events('types=job.dead');
      return found.length > 0 && found;
    }, longTimeout);
    const [dead] = await deadJobs();
    const reason = 'The process that ran it ended, or did not answer.';
    expect(dead).toMatchObject({
      kind: 'narrate-presentation',
      data: { presentationId: ill },
      attemptCount: 10,
      reason,
    });
    expect(reported?.data).toMatchObject({ jobId: dead?.id, kind: 'narrate-presentation', attemptCount: 10, reason });
    expect(await statusOf(ill)).toBe('failed');
    const line = await eventually(
      () => last.stdout.split('\n').find((written) => written.includes('job is dead')),
      longTimeout,
    );
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      job: dead?.id,
      kind: 'narrate-presentation',
      attemptCount: 10,
    });
    expect(kills).toBe(10);

    fake.answer = ({ body }, response) => speak(body.text, response);
    expect((await rest.post(`/api/dead-jobs/${dead?.id}/retry`)).status).toBe(200);
    await eventually(async () => (await statusOf(ill)) === 'ready', longTimeout);
    expect(await deadJobs()).toEqual([]);
    expect(await events('types=job.dead')).toHaveLength(1);
    expect(new Set(await endOfWatch())).toEqual(new Set([200]));
  },
  240_000,
);
