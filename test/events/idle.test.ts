import { expect, test } from '@jest/globals';
import { eventually } from '../helpers/eventually.ts';
import { createDeck } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { followFromNow } from './stream-harness.ts';

const app = useApp({ ROLES: 'web' });

/** The watch over what holds the log back, on PostgreSQL alone; it looks for the views that nothing else needs. */
const isWatch = (statement: string): boolean => statement.includes('pg_prepared_xacts');

test('streams that are followed while nothing happens cost one statement in ten seconds, and so does the watch over the log', async () => {
  await followFromNow(app, app.live());
  app.live().subscribe('subscription { deliveryAttempts { number } }');
  app.live().subscribe('subscription ($id: ID!) { deckChanged(deckId: $id) { name } }', {
    id: (await createDeck(app.rest)).id,
  });
  const { statements } = app.database;
  const quietMs = 2_000;
  let changed = performance.now();
  let known = statements.length;
  await eventually(() => {
    if (known !== statements.length) changed = performance.now();
    known = statements.length;
    return performance.now() - changed > quietMs;
  });
  statements.splice(0);
  const looks: number[] = [];
  const watches: number[] = [];
  await eventually(
    () => {
      for (const statement of statements.splice(0)) (isWatch(statement) ? watches : looks).push(performance.now());
      return looks.length >= 2 && (watches.length >= 2 || app.database.url === null);
    },
    { timeoutMs: 30_000, what: 'the second look' },
  );
  // Every 10 s; a busy machine may see the first one late.
  for (const [first = 0, second = Infinity] of [looks, watches]) expect(second - first).toBeGreaterThan(5_000);
}, 60_000);
