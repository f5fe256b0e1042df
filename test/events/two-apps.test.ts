import { describe, expect, test } from '@jest/globals';
import { buses } from '../helpers/buses.ts';
import { eventually } from '../helpers/eventually.ts';
import { createSubscription } from '../helpers/factories.ts';
import { useApp } from '../helpers/test-app.ts';
import { publish } from '../delivery/deliveries.ts';
import { followFromNow, idsIn } from './stream-harness.ts';

/** How soon one process learns of what another did, in milliseconds: long before it would look by itself. */
const soonMs = 1_000;

/** How long a condition takes, for the middle one of several: a single event waits for any transaction of the server. */
async function elapsed(condition: () => boolean): Promise<number> {
  const started = performance.now();
  await eventually(condition);
  return performance.now() - started;
}

function middle(durations: number[]): number {
  return durations.sort((a, b) => a - b)[Math.floor(durations.length / 2)] ?? Number.NaN;
}

describe.each(buses)('two processes on one database', ({ name, env, available }) => {
  const describeHere = available ? describe : describe.skip;

  describeHere(name, () => {
    // The first only answers, so that whatever is delivered was delivered by the second.
    const app = useApp({ ROLES: 'web', ...env });
    const other = useApp(env, app);

    test('an event published through one reaches live subscribers of both within a second', async () => {
      const here = await followFromNow(app, app.live(), { types: ['two.live'] });
      const there = await followFromNow(app, other.live(), { types: ['two.live'] });
      const expected: string[] = [];
      const durations: number[] = [];
      for (let index = 0; index < 10; index += 1) {
        expected.push((await publish(other, 'two.live')).id, (await publish(app, 'two.live')).id);
        const arrived = [here, there].map((stream) => () => idsIn(stream, 'two.live').length === expected.length);
        durations.push(await elapsed(() => arrived.every((hasArrived) => hasArrived())));
      }
      expect(middle(durations)).toBeLessThan(soonMs);
      expect(idsIn(there, 'two.live')).toEqual(idsIn(here, 'two.live'));
      expect(idsIn(here, 'two.live').sort()).toEqual(expected.sort());
    });

    test('what one process publishes the worker of the other delivers within a second', async () => {
      await createSubscription(app.rest, { eventType: 'two.delivered' });
      const durations: number[] = [];
      for (let count = 1; count <= 5; count += 1) {
        await publish(app, 'two.delivered');
        durations.push(await elapsed(() => other.console.length === count));
      }
      expect(middle(durations)).toBeLessThan(soonMs);
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
