import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { chart } from '../../bench/reads/chart.js';

interface Run {
  readonly conditions: object;
  readonly machine: object;
  readonly summary: Readonly<Record<string, Readonly<Record<string, { readonly perSecond: number }>>>>;
}

const images = path.join(import.meta.dirname, '..', '..', 'docs', 'images');
const read = (name: string): string => readFileSync(path.join(images, name), 'utf8');

test('the chart of reads is drawn from the run beside it, and says the same as the table of docs/performance.md', () => {
  const run = JSON.parse(read('reads.json')) as Run;
  expect(read('reads.svg')).toBe(chart(run));
  const page = readFileSync(path.join(images, '..', 'performance.md'), 'utf8');
  for (const [name, ofCase] of Object.entries(run.summary)) {
    const [, rate] = new RegExp(`^\\| ${RegExp.escape(name)} +\\| (\\d+)`, 'm').exec(page) ?? [];
    expect([name, rate]).toEqual([name, ofCase['Deckcast']?.perSecond.toFixed(0)]);
  }
});
