// What somebody writes into the tables themselves, past all rules: rows of older versions look no better.
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

const edits = [
  `update event set data = jsonb_build_object('list', (select jsonb_agg(n) from generate_series(1, 200000) n))
    where id = (select id from event order by random() limit 1)`,
  `update deck set variables = (select jsonb_object_agg('v' || n, repeat('{{v1}}', 300)) from generate_series(1, 200) n)
    where id = (select id from deck order by random() limit 1)`,
  `update slide set narration_script = repeat('{{good.name}} ', 20000)
    where id = (select id from slide order by random() limit 1)`,
  `update slide set bullets = (select jsonb_agg(repeat('{{v1}}', 200)) from generate_series(1, 500) n)
    where id = (select id from slide order by random() limit 1)`,
  `update notification_subscription set filter = (select jsonb_build_object('$and', jsonb_agg(
      jsonb_build_object('data.list', jsonb_build_object('$not', jsonb_build_object('$gt', n))))) from generate_series(1, 500) n)
    where id = (select id from notification_subscription order by random() limit 1)`,
  `update notification_subscription set filter = '17' where id = (select id from notification_subscription order by random() limit 1)`,
  `update presentation set warnings = (select jsonb_agg(jsonb_build_object('code', 'x', 'detail', repeat('y', 1000)))
      from generate_series(1, 5000)) where id = (select id from presentation order by random() limit 1)`,
];

/** Makes one edit after the other until told to stop. @returns what stops it, with how many were made */
export async function unauthenticated(url, { pick }, pauseMs) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const over = new AbortController();
  let made = 0;
  const editing = (async () => {
    while (!over.signal.aborted) {
      // What a constraint or another transaction refuses is not written.
      const isWritten = await client.query(pick(edits)).then(
        () => true,
        () => false,
      );
      if (isWritten) made += 1;
      await delay(pauseMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    over.abort();
    await editing;
    await client.end();
    return made;
  };
}
