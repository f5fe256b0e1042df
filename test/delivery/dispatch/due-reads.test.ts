import { afterEach, expect, jest, test } from '@jest/globals';
import type { DueDelivery } from '../../../src/delivery/dispatch/due-delivery.ts';
import { DueReads, Pace } from '../../../src/delivery/dispatch/due-reads.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

/** A clock that the test moves, and reads that it records. */
function reads(eventBytes = 100) {
  let now = 1_000;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  const asked: string[][] = [];
  const dueReads = new DueReads(async (ids) => {
    asked.push([...ids]);
    return ids.map((id) => ({ delivery: { id }, event: { size: eventBytes } }) as DueDelivery);
  });
  return { asked, dueReads, pass: (ms: number) => (now += ms), now: () => now };
}

const next = ['b', 'c', 'd'];

test('one read covers the deliveries of a lane whose attempts start soon', async () => {
  const { asked, dueReads, pass } = reads();
  await dueReads.find('a', { next, soon: 2, since: 0 });
  pass(90);
  expect(await dueReads.find('b', { next: ['c', 'd'], soon: 2, since: 0 })).toMatchObject({ delivery: { id: 'b' } });
  expect(await dueReads.find('c', { next: ['d'], soon: 2, since: 0 })).toMatchObject({ delivery: { id: 'c' } });
  expect(asked).toEqual([['a', 'b', 'c']]);
});

test('what was read too long before its attempt is read again', async () => {
  const { asked, dueReads, pass } = reads();
  await dueReads.find('a', { next, soon: 1, since: 0 });
  pass(101);
  await dueReads.find('b', { next: ['c'], soon: 0, since: 0 });
  expect(asked).toEqual([['a', 'b'], ['b']]);
});

test('what was read before a failure is read again', async () => {
  const { asked, dueReads, pass, now } = reads();
  await dueReads.find('a', { next, soon: 1, since: 0 });
  pass(1);
  await dueReads.find('b', { next: ['c'], soon: 0, since: now() });
  expect(asked).toEqual([['a', 'b'], ['b']]);
});

test('a delivery with a large event is not kept until its attempt', async () => {
  const { asked, dueReads } = reads(20_000);
  await dueReads.find('a', { next, soon: 1, since: 0 });
  await dueReads.find('b', { next: [], soon: 0, since: 0 });
  expect(asked).toEqual([['a', 'b'], ['b']]);
});

test('a lane reads ahead by how quickly its attempts start', () => {
  const { pass } = reads();
  const pace = new Pace();
  expect(pace.soon).toBe(1);
  for (let started = 0; started < 30; started += 1) {
    pace.note();
    pass(10);
  }
  expect(pace.soon).toBe(9);
  pass(60_000);
  pace.note();
  expect(pace.soon).toBe(3);
  for (let started = 0; started < 30; started += 1) {
    pace.note();
    pass(300);
  }
  expect(pace.soon).toBe(1);
});

test('nothing is read ahead behind a large event, until one is small again', () => {
  const { pass } = reads();
  const pace = new Pace();
  for (let started = 0; started < 30; started += 1) {
    pace.note();
    pass(30);
  }
  pace.noteEvent({ size: 20_000 });
  expect(pace.soon).toBe(0);
  pace.noteEvent({ size: 100 });
  expect(pace.soon).toBe(3);
});
