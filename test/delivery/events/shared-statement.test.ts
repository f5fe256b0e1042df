import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type { EventAnswer, ProblemAnswer } from '../../helpers/answers.ts';
import { createDeck } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { readLog } from '../../trust/audit/audit-log.ts';

const app = useApp({ ROLES: 'web', LOG_LEVEL: 'error' });

type Answer = { event: EventAnswer } & ProblemAnswer;

const send = (body: object, headers: Record<string, string> = {}) =>
  app.rest.send<Answer>('POST', '/api/events', body, headers);
const ofType = (type: string) => app.events(`types=${type}`);
const idsOf = (events: readonly EventAnswer[]): string[] => events.map(({ id }) => id).sort();
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n));

async function inDatabase(statement: string): Promise<Record<string, unknown>[]> {
  return (await sql.raw<Record<string, unknown>>(statement).execute(app.database.connection.kysely)).rows;
}

/** Runs work while the database does something with each insertion of events. @param body of a trigger: sees them as `fresh` */
async function whileInserting<T>(body: string, work: () => Promise<T>): Promise<T> {
  await inDatabase(`create function note_insert() returns trigger language plpgsql as $$ begin
    ${body}; return null; end $$`);
  await inDatabase(`create trigger note_insert after insert on event referencing new table as fresh
    for each statement execute function note_insert()`);
  return work().finally(() => inDatabase('drop function note_insert cascade'));
}

/** Runs work while the database refuses some insertions of events, as a constraint of a later version may. */
async function refusing(condition: string, work: () => Promise<void>): Promise<void> {
  await whileInserting(`if ${condition} then raise 'no' using errcode = '22000'; end if`, work);
}

test('events that come at the same time share statements, and each has an answer and an audit entry of its own', async () => {
  const deck = await createDeck(app.rest);
  app.database.statements.splice(0);
  // On a quick machine each statement would end before the next event comes.
  const answers = await whileInserting('perform pg_sleep(0.05)', () =>
    Promise.all(
      times(60, (n) =>
        send(
          { type: 'shared.many', deckId: n % 2 === 0 ? null : deck.id, data: { n } },
          { 'x-request-id': `shared-${n}` },
        ),
      ),
    ),
  );
  const statements = app.database.statements.filter((text) => text.includes('into event ')).length;
  expect(statements).toBeLessThan(60);
  expect(answers.map(({ status, body }) => [status, body.event.data['n']])).toEqual(times(60, (n) => [201, n]));
  const listed = await ofType('shared.many');
  expect(new Map(listed.map((event) => [event.id, event]))).toEqual(
    new Map(answers.map(({ body }) => [body.event.id, body.event])),
  );
  const { entries } = await readLog(app, 'limit=200&operation=publishEvent');
  expect(new Map(entries.map(({ requestId, objects }) => [requestId, objects]))).toEqual(
    new Map(
      answers.map(({ body }, n) => [
        `shared-${n}`,
        [{ objectType: 'event', objectId: body.event.id, change: 'created', fields: [] }],
      ]),
    ),
  );
});

test('the events of each client are in the log in the order in which it has sent them', async () => {
  const sent = await Promise.all(
    times(8, async (client) => {
      const ids: string[] = [];
      for (let n = 0; n < 10; n += 1) {
        const { body } = await send({ type: 'shared.ordered', data: { client } });
        ids.push(body.event.id);
      }
      return ids;
    }),
  );
  const listed = await ofType('shared.ordered');
  expect(listed).toHaveLength(80);
  expect(times(8, (client) => listed.filter(({ data }) => data['client'] === client).map(({ id }) => id))).toEqual(
    sent,
  );
});

test('an event that the database refuses fails alone', async () => {
  await refusing("exists (select from fresh where type = 'shared.refused')", async () => {
    const types = times(40, (n) => (n % 10 === 5 ? 'shared.refused' : 'shared.taken'));
    const answers = await Promise.all(types.map((type) => send({ type })));
    expect(answers.map(({ status }) => status)).toEqual(types.map((type) => (type === 'shared.refused' ? 400 : 201)));
    const taken = answers.filter(({ status }) => status === 201).map(({ body }) => body.event);
    expect(idsOf(await ofType('shared.taken'))).toEqual(idsOf(taken));
    expect(await ofType('shared.refused')).toEqual([]);
    const queued = await inDatabase(
      `select event_id as id from fan_out join event on event.id = event_id where type like 'shared.taken'`,
    );
    expect(queued.map(({ id }) => String(id)).sort()).toEqual(idsOf(taken));
  });
});

test('events are recorded one by one while the database takes none together', async () => {
  await refusing('(select count(*) from fresh) > 1', async () => {
    const answers = await Promise.all(times(30, () => send({ type: 'shared.apart' })));
    expect(answers.map(({ status }) => status)).toEqual(times(30, () => 201));
    expect(idsOf(await ofType('shared.apart'))).toEqual(idsOf(answers.map(({ body }) => body.event)));
  });
});

test('among others, an event that is sent again is recorded once, and one of an unknown deck is refused', async () => {
  const [id, key] = [randomUUID(), randomUUID()];
  const answers = await Promise.all(
    times(40, (n) => {
      if (n % 4 === 0) return send({ type: 'shared.named', id });
      if (n % 4 === 1) return send({ type: 'shared.keyed' }, { 'idempotency-key': key });
      if (n % 4 === 2) return send({ type: 'shared.lost', deckId: randomUUID() });
      return send({ type: 'shared.plain' });
    }),
  );
  expect(answers.filter(({ status }) => status === 404)).toHaveLength(10);
  const lengths = ['named', 'keyed', 'lost', 'plain'].map(async (name) => (await ofType(`shared.${name}`)).length);
  expect(await Promise.all(lengths)).toEqual([1, 1, 0, 10]);
});
