import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { expireContract } from '../../../src/contracts/contracts/expire-contract.task.ts';
import { narratePresentation } from '../../../src/presentations/presentations/narrate.task.ts';
import type { PresentationAnswer, Schemas } from '../../helpers/answers.ts';
import { insertDeadJob } from '../../helpers/dead-job.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck, createPresentation, createSlide, createSubscription } from '../../helpers/factories.ts';
import type { RestAnswer } from '../../helpers/rest-client.ts';
import { useApp } from '../../helpers/test-app.ts';
import { unharmed } from '../../helpers/unharmed.ts';
import { useServer } from '../../helpers/use.ts';
import { Contracts } from '../../contracts/contracts.ts';
import { FakeElevenLabs, speak } from '../../engines/speech/fake-elevenlabs.ts';

type DeadJobAnswer = Schemas['DeadJob'];

const fake = useServer(new FakeElevenLabs());
const app = useApp(() => ({
  SPEECH: 'elevenlabs',
  ELEVENLABS_API_KEY: 'a-key-of-the-test',
  ELEVENLABS_URL: fake.url,
  LOG_LEVEL: 'warn',
}));

/** Lets all that waits for its next try have it at once, until nothing waits and a condition holds. */
async function hurried<T>(condition: () => Promise<T | false>): Promise<T> {
  const hurry = sql`update pgboss.job set start_after = now() where state = 'retry' returning id`;
  return eventually(
    async () => {
      const { rows } = await hurry.execute(app.database.connection.kysely);
      return rows.length === 0 && condition();
    },
    { timeoutMs: 40_000, what: 'the end of the tries' },
  );
}

async function deadJobs(query = ''): Promise<DeadJobAnswer[]> {
  return (await app.rest.get<{ deadJobs: DeadJobAnswer[] }>(`/api/dead-jobs${query}`)).body.deadJobs;
}

async function presentation(id: string): Promise<PresentationAnswer> {
  return (await app.rest.get<{ presentation: PresentationAnswer }>(`/api/presentations/${id}`)).body.presentation;
}

/** What is said on the second slide of a narration, as a stranger writes it: as JSON. */
async function edit(id: string, spoken: string): Promise<void> {
  await sql`update presentation_slide set script = jsonb_set(script, '{spoken}', ${spoken}::jsonb)
    where presentation_id = ${id} and position = 1`.execute(app.database.connection.kysely);
}

/** A narration whose row a stranger edits: the text of its second slide is no text. */
async function poisoned(): Promise<string> {
  const mayAnswer = Promise.withResolvers<void>();
  fake.answer = async ({ body }, response) => {
    if (body.text === text) await mayAnswer.promise;
    await speak(body.text, response);
  };
  const deck = await createDeck(app.rest);
  const text = `Held up: ${randomUUID()}.`;
  for (const narrationScript of [text, 'The second slide.']) await createSlide(app.rest, deck.id, { narrationScript });
  const { id } = await createPresentation(app.rest, deck.id);
  await eventually(() => fake.received.length > 0 && fake.received.at(-1)?.body.text === text);
  await edit(id, '17');
  mayAnswer.resolve();
  return id;
}

const shown = `id kind data attemptCount reason enqueuedAt createdAt`;

describe('a narration that fails on a broken row', () => {
  let id: string;
  let job: DeadJobAnswer;

  beforeAll(async () => {
    await createSubscription(app.rest, { eventType: 'job.dead' });
    id = await poisoned();
    const deck = await createDeck(app.rest);
    await createSlide(app.rest, deck.id, { narrationScript: 'The neighbour speaks.' });
    const neighbour = await createPresentation(app.rest, deck.id);
    await eventually(async () => (await presentation(neighbour.id)).status === 'ready');
    expect((await presentation(id)).status).toBe('narrating');
    job = await unharmed(app, () =>
      hurried(async () => (await deadJobs()).find(({ data }) => data['presentationId'] === id) ?? false),
    );
    await eventually(async () => (await presentation(id)).status !== 'narrating');
  }, 60_000);

  test('is given up after ten tries, and both APIs show it with the reason', async () => {
    expect(job).toEqual({
      id: expect.any(String),
      kind: narratePresentation.name,
      data: { presentationId: id },
      attemptCount: 10,
      reason: 'It ended with TypeError: the log has more under the id of the job.',
      enqueuedAt: expect.any(String),
      createdAt: expect.any(String),
    });
    expect((await app.rest.get(`/api/dead-jobs/${job.id}`)).body).toEqual({ deadJob: job });
    const query = `query ($id: ID!) { deadJobs { nodes { ${shown} } } deadJob(id: $id) { ${shown} }
      node(id: $id) { ... on DeadJob { ${shown} } } }`;
    expect(await app.graphql.data(query, { id: job.id })).toEqual({
      deadJobs: { nodes: [job] },
      deadJob: job,
      node: job,
    });
  });

  test('ends the presentation as failed, which names the reason', async () => {
    expect(await presentation(id)).toMatchObject({
      status: 'failed',
      narration: { doneCount: 1, totalCount: 2, failure: { code: 'job_dead', isRetryable: true, detail: job.reason } },
    });
    expect(await app.events('types=presentation.failed')).toMatchObject([
      { data: { presentationId: id, code: 'job_dead' } },
    ]);
  });

  test('is reported once: as an event, to its subscribers, and in the log with its id', async () => {
    const { kind, data, attemptCount, reason } = job;
    const [reported, ...more] = await app.events('types=job.dead');
    expect([reported?.data, more]).toEqual([{ jobId: job.id, kind, data, attemptCount, reason }, []]);
    await eventually(() => app.console.some((line) => line.includes(job.id)));
    const lines = app.log.map((line) => JSON.parse(line) as { msg: string; job?: string; tries?: number });
    const theirs = lines.filter((line) => line.job === job.id);
    expect(theirs.filter(({ msg }) => msg.startsWith('job failed')).map(({ tries }) => tries)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
    expect(theirs.filter(({ msg }) => msg.startsWith('job is dead'))).toMatchObject([
      { level: 50, kind, attemptCount: 10 },
    ]);
    expect(theirs.some((line) => JSON.stringify(line).includes('Whitaker'))).toBe(false);
  });

  test('dies again under its id when it is retried as it is, and is done once its row is mended', async () => {
    const retry = `mutation ($id: ID!) { retryDeadJob(id: $id) { deadJob { ${shown} } } }`;
    expect(await app.graphql.data(retry, { id: job.id })).toEqual({ retryDeadJob: { deadJob: job } });
    expect(await deadJobs()).toEqual([]);
    expect((await presentation(id)).status).toBe('narrating');
    const [again] = await hurried(async () => {
      const dead = await deadJobs();
      return dead.length > 0 && dead;
    });
    expect(again).toMatchObject({ id: job.id, attemptCount: 10 });
    await eventually(async () => (await presentation(id)).status === 'failed');
    await edit(id, '"The second slide."');
    expect((await app.rest.post(`/api/dead-jobs/${job.id}/retry`)).status).toBe(200);
    await eventually(async () => (await presentation(id)).status === 'ready');
    expect(await deadJobs()).toEqual([]);
    expect(await app.events('types=job.dead')).toHaveLength(2);
  }, 60_000);
});

test('an expiry that died is retried, and the contract expires', async () => {
  const contract = await new Contracts(app).in('sent');
  await new Contracts(app).makeOverdue(contract.id);
  const { kysely } = app.database.connection;
  await sql`update pgboss.job set data = '{"contractId": "a stranger was here"}', start_after = now()
    where name = ${expireContract.name}`.execute(kysely);
  const [job] = await hurried(async () => {
    const dead = await deadJobs();
    return dead.length > 0 && dead;
  });
  expect(job).toMatchObject({ kind: 'expire-contract', attemptCount: 10 });
  await sql`update pgboss.job set data = ${JSON.stringify({ contractId: contract.id })}
    where name = 'dead-jobs'`.execute(kysely);
  await app.rest.post(`/api/dead-jobs/${job?.id}/retry`);
  await eventually(async () => (await app.events('types=contract.expired')).length > 0);
}, 60_000);

test('a death whose consequences fail is reported, whatever row is broken', async () => {
  const id = await poisoned();
  await eventually(async () => (await presentation(id)).narration?.doneCount === 1);
  const { kysely } = app.database.connection;
  await sql`update presentation set narration = '{"failures": 17}' where id = ${id}`.execute(kysely);
  const before = (await app.events('types=job.dead')).length;
  await hurried(async () => (await app.events('types=job.dead')).length > before);
  expect(app.log.some((line) => line.includes('onDead of a dead job failed'))).toBe(true);
  await sql`delete from presentation where id = ${id}`.execute(kysely);
  for (const job of await deadJobs()) await app.rest.post(`/api/dead-jobs/${job.id}/retry`);
}, 60_000);

describe('a death that cannot be reported', () => {
  /** The database refuses the event of a dead job, with an error of its own. */
  async function rejectEventOf(jobId: string, code: string): Promise<void> {
    const { kysely } = app.database.connection;
    await sql
      .raw(
        `create or replace function refuse_event() returns trigger language plpgsql as $$ begin
          if new.type = 'job.dead' and new.data->>'jobId' = '${jobId}' then
            raise 'no' using errcode = '${code}';
          end if;
          return new; end $$`,
      )
      .execute(kysely);
    await sql`create trigger refuse_event before insert on event for each row execute function refuse_event()`.execute(
      kysely,
    );
  }

  const cure = () => sql`drop trigger if exists refuse_event on event`.execute(app.database.connection.kysely);

  const reportedOf = async (jobId: string): Promise<boolean> =>
    (await app.events('types=job.dead')).some(({ data }) => data['jobId'] === jobId);

  /** Jobs die one after the other, a minute apart, and nobody was told yet. */
  async function died(...jobIds: string[]): Promise<void> {
    for (const [at, id] of jobIds.entries()) {
      await sql`insert into pgboss.job (name, data, source_name, source_id, source_created_on, source_retry_count, created_on)
        values ('dead-jobs', '{}', ${expireContract.name}, ${id}, now(), 9,
          now() - ${jobIds.length - at} * interval '1 minute')`.execute(app.database.connection.kysely);
    }
  }

  const forget = (...jobIds: string[]) =>
    sql`delete from pgboss.job where source_id = any(${jobIds}::uuid[])`.execute(app.database.connection.kysely);

  afterEach(cure);

  test('is logged once and holds up no other; its job is listed all the same', async () => {
    const [first, second] = [randomUUID(), randomUUID()];
    await rejectEventOf(first, 'P0001');
    await died(first, second);
    await eventually(() => reportedOf(second));
    const lines = app.log.filter((line) => line.includes('dead job cannot be announced'));
    expect(lines.map((line) => (JSON.parse(line) as { job: string }).job)).toEqual([first]);
    expect((await deadJobs()).map(({ id }) => id)).toEqual([second, first]);
    expect(await reportedOf(first)).toBe(false);
    await forget(first, second);
  });

  test('because the database is unreachable is reported once it is back', async () => {
    const only = randomUUID();
    await rejectEventOf(only, '57P03');
    await died(only);
    await eventually(() => app.log.some((line) => line.includes('announcing dead jobs failed')));
    expect(await reportedOf(only)).toBe(false);
    await cure();
    await eventually(() => reportedOf(only));
    await forget(only);
  });
});

describe('dead jobs', () => {
  test('are listed newest first, page by page, while their neighbours are done', async () => {
    const { kysely } = app.database.connection;
    await sql`insert into pgboss.job (name, data, retry_limit, dead_letter)
      select ${expireContract.name}, '{"contractId": "nonsense"}', 1, 'dead-jobs' from generate_series(1, 12)`.execute(
      kysely,
    );
    await unharmed(app, () => hurried(async () => (await deadJobs('?limit=200')).length === 12));
    const whole = await deadJobs('?limit=200');
    const times = whole.map(({ createdAt, id }) => `${createdAt} ${id}`);
    expect(times).toEqual(times.toSorted().toReversed());
    const paged: DeadJobAnswer[] = [];
    let path: string | undefined = '/api/dead-jobs?limit=5';
    while (path !== undefined) {
      const { body, headers }: RestAnswer<{ deadJobs: DeadJobAnswer[] }> = await app.rest.get(path);
      paged.push(...body.deadJobs);
      path = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1]?.replace(app.base, '');
    }
    expect(paged).toEqual(whole);
  }, 60_000);

  test('that do not exist are refused in both APIs', async () => {
    const id = randomUUID();
    for (const { status, body } of [
      await app.rest.get(`/api/dead-jobs/${id}`),
      await app.rest.post(`/api/dead-jobs/${id}/retry`),
    ]) {
      expect([status, body.code, body.detail]).toEqual([404, 'NOT_FOUND', `There is no dead job with the id ${id}.`]);
    }
    expect((await app.rest.post('/api/dead-jobs/17/retry')).status).toBe(400);
    expect(await app.graphql.data('query ($id: ID!) { deadJob(id: $id) { id } }', { id })).toEqual({ deadJob: null });
    const { errors } = await app.graphql.send('mutation ($id: ID!) { retryDeadJob(id: $id) { deadJob { id } } }', {
      id,
    });
    expect(errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });

  test('are retried once, however many ask for it at a time, and stay in their group', async () => {
    const id = await insertDeadJob(app);
    const { kysely } = app.database.connection;
    await sql`update pgboss.job set group_id = 'its group' where source_id = ${id}`.execute(kysely);
    const answers = await Promise.all(Array.from({ length: 5 }, () => app.rest.post(`/api/dead-jobs/${id}/retry`)));
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 404, 404, 404, 404,
    ]);
    const { rows } = await sql`select name, group_id from pgboss.job where id = ${id}`.execute(kysely);
    expect(rows).toEqual([{ name: expireContract.name, group_id: 'its group' }]);
  });

  test('of a kind that is not run here stay, and their retry says so', async () => {
    const id = await insertDeadJob(app, { kind: 'a-former-kind' });
    const { status, body } = await app.rest.post(`/api/dead-jobs/${id}/retry`);
    expect([status, body.reason]).toEqual([409, 'job_not_run']);
    expect((await app.rest.get(`/api/dead-jobs/${id}`)).status).toBe(200);
  });
});
