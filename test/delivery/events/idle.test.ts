import { expect, test } from '@jest/globals';
import { eventually } from '../../helpers/eventually.ts';
import { createDeck } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { followFromNow } from './stream-harness.ts';

const app = useApp({ ROLES: 'web' });

test('streams that are followed while nothing happens cost four statements a second where other processes write, none in ten seconds elsewhere', async () => {
  await followFromNow(app, app.live());
  app.live().subscribe('subscription { deliveryAttempts { number } }');
  app.live().subscribe('subscription ($id: ID!) { deckChanged(deckId: $id) { name } }', {
    id: (await createDeck(app.rest)).id,
  });
  const { statements } = app.database;
  const isLook = (text: string): boolean => /sequence_(event|attempt)|as "isHeld"/.test(text);
  const isShared = app.database.url !== null;
  const quietMs = 2_000;
  let changed = performance.now();
  let known = 0;
  await eventually(() => {
    const others = statements.filter((text) => !isLook(text)).length;
    if (known !== others) changed = performance.now();
    known = others;
    return performance.now() - changed > quietMs;
  });
  statements.splice(0);
  const begun = performance.now();
  await eventually(() => (isShared ? statements.length >= 28 : performance.now() - begun > 5_000), {
    timeoutMs: 30_000,
    what: 'seven rounds of looks, or five seconds without one',
  });
  // Two sequencers and two feeds look once a second; a busy machine is late.
  const seconds = (performance.now() - begun) / 1_000;
  expect(statements.length / seconds).toBeLessThan(isShared ? 5 : 1);
  expect(statements.every(isLook)).toBe(true);
}, 60_000);
