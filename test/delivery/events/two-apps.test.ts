import { describe, expect, test } from '@jest/globals';
import { buses } from '../../helpers/buses.ts';
import { eventually } from '../../helpers/eventually.ts';
import { createSubscription } from '../../helpers/factories.ts';
import { useApp } from '../../helpers/test-app.ts';
import { publish } from '../deliveries.ts';
import { followFromNow, idsIn } from './stream-harness.ts';

/** How long a condition takes, in milliseconds. */
async function elapsed(condition: () => boolean): Promise<number> {
  const started = performance.now();
  await eventually(condition);
  return performance.now() - started;
}

describe.each(buses)('two processes on one database', ({ name, env, available }) => {
  const describeHere = available ? describe : describe.skip;

  describeHere(name, () => {
    // The first only answers, so that whatever is delivered was delivered by the second.
    const app = useApp({ ROLES: 'web', ...env });
    const other = useApp(env, app);

    test('an event published through one reaches live subscribers of both before they look for it', async () => {
      const here = await followFromNow(app, app.live(), { types: ['two.live'] });
      const there = await followFromNow(app, other.live(), { types: ['two.live'] });
      const expected: string[] = [];
      const durations: number[] = [];
      for (let index = 0; index < 10; index += 1) {
        expected.push((await publish(other, 'two.live')).id, (await publish(app, 'two.live')).id);
        const arrived = [here, there].map((stream) => () => idsIn(stream, 'two.live').length === expected.length);
        durations.push(await elapsed(() => arrived.every((hasArrived) => hasArrived())));
      }
      // A process looks by itself every 10 s. The quickest one counts: others may have waited for the machine.
      expect(Math.min(...durations)).toBeLessThan(2_000);
      expect(idsIn(there, 'two.live')).toEqual(idsIn(here, 'two.live'));
      expect(idsIn(here, 'two.live').sort()).toEqual(expected.sort());
    });

    test('what one process publishes the worker of the other delivers before it looks for it', async () => {
      await createSubscription(app.rest, { eventType: 'two.delivered' });
      const durations: number[] = [];
      for (let count = 1; count <= 5; count += 1) {
        await publish(app, 'two.delivered');
        durations.push(await elapsed(() => other.console.length === count));
      }
      // A worker looks by itself every second, and has just done so when the delivery before has arrived.
      expect(Math.min(...durations)).toBeLessThan(700);
      expect(app.console).toEqual([]);
    });

    test('a process that stops leaves the other working', async () => {
      const stream = await followFromNow(app, app.live(), { types: ['two.left'] });
      await other.stop();
      const { id } = await publish(app, 'two.left');
      await eventually(() => idsIn(stream, 'two.left').length === 1);
      expect(idsIn(stream, 'two.left')).toEqual([id]);
    });
  });
});
