import { expect, test } from '@jest/globals';
import { createDeck } from '../../../helpers/factories.ts';
import { useApp } from '../../../helpers/test-app.ts';
import { publish } from '../../../delivery/deliveries.ts';
import { followFromNow, idsIn } from '../../../delivery/events/stream-harness.ts';
import { eventually } from '../../../helpers/eventually.ts';

const app = useApp();

test('no use case notifies inside its transaction', async () => {
  const stream = await followFromNow(app, app.live(), { types: ['quiet.*', 'deck.created'] });
  app.database.statements.splice(0);
  await publish(app, 'quiet.published');
  await createDeck(app.rest);
  await eventually(() => idsIn(stream).length >= 3);
  const statements = app.database.statements.splice(0);
  expect(statements.filter((statement) => statement.includes('insert into event'))).toHaveLength(2);
  expect(statements.filter((statement) => /notify/i.test(statement))).toEqual([]);
});
