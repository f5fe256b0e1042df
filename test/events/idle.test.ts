import { expect, test } from '@jest/globals';
import { eventually } from '../helpers/eventually.ts';
import { createDeck } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { followFromNow } from './stream-harness.ts';

const app = useApp({ ROLES: 'web' });

test('streams that are followed while nothing happens cost one statement in ten seconds', async () => {
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
  const times: number[] = [];
  await eventually(
    () => {
      while (times.length < statements.length) times.push(performance.now());
      return times.length >= 2;
    },
    { timeoutMs: 30_000, what: 'the second look' },
  );
  expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(9_500);
}, 60_000);
