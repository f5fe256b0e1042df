import type { Hint } from '../../../../src/kit/data/jobs/wake-ups.ts';
import { eventually } from '../../../helpers/eventually.ts';
import type { Writer } from './writer.ts';

/** Messages that no Deckcast sends; whoever can reach the bus can put them on it. */
export const hostileMessages = [
  '',
  ' ',
  'events',
  'stranger',
  'stranger ',
  'stranger EVENTS',
  'stranger everything,__proto__,constructor',
  '{"sender":"stranger","hints":["events"]}',
  `stranger events,${'x'.repeat(7_000)}`,
  `${'x'.repeat(7_000)} events`,
];

/** What a process is told from now on, once its bus is open: that tells it everything once. */
export async function receivedHints({ wakeUps, jobs }: Writer): Promise<Hint[]> {
  const reported: Hint[] = [];
  for (const hint of ['events', 'attempts', 'jobs'] as const) wakeUps.on(hint, () => reported.push(hint));
  await jobs.start();
  await eventually(() => reported.length === 3, { what: 'the first wake-up' });
  reported.length = 0;
  return reported;
}
