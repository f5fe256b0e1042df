import { expect, test } from '@jest/globals';
import { createLogger } from '../../../src/kit/core/logging.ts';
import { RepeatedFaults } from '../../../src/kit/core/repeated-faults.ts';
import { eventually } from '../../helpers/eventually.ts';

interface Line {
  readonly at: number;
  readonly repeated?: number;
  readonly msg: string;
}

function open(everyMs: number): { faults: RepeatedFaults; lines: Line[] } {
  const lines: Line[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Line) });
  return { faults: new RepeatedFaults(log, everyMs), lines };
}

const shown = (lines: readonly Line[]): unknown[] => lines.map(({ msg, at, repeated }) => [msg, at, repeated]);

test('the first fault of a kind is logged at once, further ones as a count with the last of them', async () => {
  const { faults, lines } = open(50);
  for (let at = 1; at <= 20; at += 1) faults.note('a', { at }, 'a failed');
  faults.note('b', { at: 0 }, 'b failed');
  expect(shown(lines)).toEqual([
    ['a failed', 1, undefined],
    ['b failed', 0, undefined],
  ]);
  await eventually(() => lines.length === 3);
  expect(shown(lines).at(-1)).toEqual(['a failed', 20, 19]);
  // A kind that has rested is new again.
  await eventually(() => {
    faults.note('b', { at: 2 }, 'b failed');
    return lines.some(({ msg, at, repeated }) => msg === 'b failed' && at === 2 && repeated === undefined);
  });
  faults.close();
});

test('what is counted is logged when the process stops', () => {
  const { faults, lines } = open(60_000);
  for (const at of [1, 2, 3]) faults.note('a', { at }, 'a failed');
  faults.close();
  faults.close();
  expect(shown(lines)).toEqual([
    ['a failed', 1, undefined],
    ['a failed', 3, 2],
  ]);
});

test('kinds without end take memory for a thousand', () => {
  const { faults, lines } = open(60_000);
  for (let kind = 0; kind < 3_000; kind += 1) faults.note(String(kind), { at: kind }, 'failed');
  expect(lines).toHaveLength(1_001);
  faults.close();
  expect(shown(lines).at(-1)).toEqual(['failed', 2_999, 1_999]);
});
