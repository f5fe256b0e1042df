import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { deckInput, presentationInput, slideInput, subscriptionInput } from '../../helpers/factories.ts';
import { eventually } from '../../helpers/eventually.ts';
import type { DeckAnswer } from '../../helpers/answers.ts';
import { useApp } from '../../helpers/test-app.ts';
import { useReceiver } from '../../helpers/webhook-receiver.ts';

/** Of so many statements that change a table of ours one fails: a prime number, so that it meets each of them in turn. */
const oneOf = 41;
const events = 60;
const eventType = 'conflict.met';

const receiver = useReceiver();
const app = useApp();

const run = (statement: string): Promise<{ rows: unknown[] }> =>
  sql.raw(statement).execute(app.database.connection.kysely);

// As an engine does that resolves conflicts by aborting transactions: at any statement, with one of both codes.
beforeAll(async () => {
  await run('create sequence conflicts');
  await run(`create function conflict() returns trigger language plpgsql as $$
    declare turn bigint := nextval('conflicts');
    begin
      if turn % ${oneOf} = 0 then raise exception 'conflict' using errcode = '40001'; end if;
      if turn % ${oneOf} = ${oneOf >> 1} then raise exception 'deadlock' using errcode = '40P01'; end if;
      return null;
    end $$`);
  await run(`do $$ declare one text; begin
    for one in select table_name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('row_lock', 'mikro_orm_migrations') loop
      execute format('create trigger conflict before insert or update or delete on %I execute function conflict()', one);
    end loop;
  end $$`);
});

/** As clients do: a request that met too many conflicts has changed nothing, and is sent again. */
async function done<Body extends object>(path: string, body: object, headers = {}): Promise<Body> {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await app.rest.post<Body>(path, body, headers);
    if (answer.status < 300) return answer.body;
    if (answer.status !== 503 || attempt === 5) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
  }
}

test('work on a database that aborts transactions all the time is done, and done once', async () => {
  const channelConfig = { url: receiver.url };
  await done('/api/notifications/subscriptions', subscriptionInput({ eventType, channel: 'webhook', channelConfig }));
  for (let n = 0; n < 6; n += 1) {
    const { deck } = await done<{ deck: DeckAnswer }>('/api/decks', deckInput());
    await done(`/api/decks/${deck.id}/slides`, slideInput());
    await done(`/api/decks/${deck.id}/presentations`, presentationInput());
  }
  const publish = (n: number): Promise<object> => {
    const event = { type: eventType, data: { n } };
    if (n % 3 === 0) return done('/api/events/batch', { events: [event] });
    return done('/api/events', event, n % 3 === 1 ? { 'idempotency-key': `conflict-${n}` } : {});
  };
  await Promise.all(Array.from({ length: events }, (_, n) => publish(n)));
  const numbers = Array.from({ length: events }, (_, n) => n);
  const inLog = (await app.events(`types=${eventType}`)).map(({ data }) => Number(data['n']));
  expect(inLog.toSorted((a, b) => a - b)).toEqual(numbers);
  const delivered = (): number[] =>
    receiver.received.map(({ body }) => (JSON.parse(body) as { data: { n: number } }).data.n);
  await eventually(() => delivered().length >= events, { timeoutMs: 20_000 });
  expect([...new Set(delivered())].toSorted((a, b) => a - b)).toEqual(numbers);
  const { rows } = await run('select last_value::int > 400 as "wasHit" from conflicts');
  expect(rows).toEqual([{ wasHit: true }]);
}, 60_000);
