import path from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { Budget, operationLimits, withinBudget, withinLimits } from '../../../../src/kit/core/limits/budget.ts';
import { type PoolLimits, ProcessPool } from '../../../../src/kit/core/limits/process-pool.ts';
import { eventually } from '../../../helpers/eventually.ts';
import type { HeavyTask } from './heavy.child.ts';

const program = path.join(import.meta.dirname, 'heavy.child.ts');

describe('processes for heavy work', () => {
  const opened: ProcessPool<HeavyTask, string>[] = [];

  afterEach(async () => {
    await Promise.all(opened.splice(0).map((pool) => pool.close()));
  });

  function open(limits: Partial<PoolLimits>): ProcessPool<HeavyTask, string> {
    const pool = new ProcessPool<HeavyTask, string>(program, limits);
    opened.push(pool);
    return pool;
  }

  test('give each of many tasks its own answer', async () => {
    const pool = open({ processes: 2 });
    const answers = Array.from({ length: 10 }, (_, index) => `answer ${index}`);
    expect(await Promise.all(answers.map((answer) => pool.run({ answer })))).toEqual(answers);
  });

  test('refuse a task when too many wait, and take tasks again later', async () => {
    const pool = open({ processes: 1, waiting: 2, processorMs: 500 });
    const spinning = refusalOf(pool.run({ never: 'ends' }));
    const waiting = ['a', 'b'].map((answer) => pool.run({ answer }));
    await expect(pool.run({ answer: 'c' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('2 tasks wait already'),
    });
    await spinning;
    expect(await Promise.all(waiting)).toEqual(['a', 'b']);
    expect(await pool.run({ answer: 'd' })).toBe('d');
  });

  test('give each holder few places, and turns to those who wait', async () => {
    const pool = open({ processes: 1, perHolder: 3 });
    const done: string[] = [];
    const ask = async (holder: string, answer: string): Promise<void> => {
      done.push(await pool.run({ answer }, holder));
    };
    const mine = ['a1', 'a2', 'a3'].map((answer) => ask('a', answer));
    await expect(pool.run({ answer: 'a4' }, 'a')).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('3 tasks'),
    });
    await Promise.all([...mine, ask('b', 'b1')]);
    expect(done).toEqual(['a1', 'a2', 'b1', 'a3']);
    expect(await pool.run({ answer: 'a5' }, 'a')).toBe('a5');
  });

  test('end a task that takes too much processor time, and go on with those that wait', async () => {
    const pool = open({ processes: 1, processorMs: 1_000 });
    const spinning = refusalOf(pool.run({ never: 'ends' }));
    await expect(spinning).resolves.toMatchObject({
      code: 'OVER_BUDGET',
      message: expect.stringContaining('1,000 ms (processor time)'),
    });
    expect(await pool.run({ answer: 'next' })).toBe('next');
  });

  test('do a task in another process where the one before has used up the time of this one', async () => {
    const pool = open({ processes: 1 });
    expect(await pool.run({ answer: 'slow', endsNext: true })).toBe('slow');
    expect(await pool.run({ answer: 'next', endsNext: true })).toBe('next');
    expect(await pool.run({ answer: 'last' })).toBe('last');
    expect(pool.processIds).toHaveLength(1);
  });

  test('refuse a task as unavailable when the machine has no time for it, and go on', async () => {
    const pool = open({ processes: 1, ms: 3_000 });
    await expect(pool.run({ never: 'goes on' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('no time for it within 3,000 ms'),
    });
    expect(await pool.run({ answer: 'next' })).toBe('next');
  });

  test('let a task last longer than its processor time, and than an operation lasts', async () => {
    const pool = open({ processes: 1, processorMs: 400 });
    const answers = ['first', 'second'].map((answer) =>
      withinLimits({ ...operationLimits, ms: 300 }, () => pool.run({ answer, afterMs: 600 })),
    );
    expect(await Promise.all(answers)).toEqual(['first', 'second']);
  });

  test('refuse a task for which no place is free in time', async () => {
    const pool = open({ processes: 1, waitMs: 100 });
    const spinning = refusalOf(pool.run({ never: 'ends' }));
    await expect(pool.run({ answer: 'late' })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('no place was free within 100 ms'),
    });
    await pool.close();
    await spinning;
  });

  test('end a task that needs too much memory, and nothing else', async () => {
    const pool = open({ processes: 2, heapMb: 64 });
    const greedy = refusalOf(pool.run({ never: 'frees memory' }));
    expect(await pool.run({ answer: 'beside it' })).toBe('beside it');
    expect(await greedy).toMatchObject({ code: 'OVER_BUDGET', message: expect.stringContaining('64 MB') });
    expect(await Promise.all(['x', 'y', 'z'].map((answer) => pool.run({ answer })))).toEqual(['x', 'y', 'z']);
  });

  test('report what went wrong in a task, and do the next one', async () => {
    const pool = open({ processes: 1 });
    const [failed, next] = [pool.run({ never: 'works' }), pool.run({ answer: 'next' })];
    await expect(failed).rejects.toThrow('It does not work.');
    expect(await next).toBe('next');
  });

  test('break a task off with the operation that it belongs to', async () => {
    const pool = open({ processes: 1 });
    const budget = new Budget(operationLimits);
    const spinning = refusalOf(withinBudget(budget, () => pool.run({ never: 'ends' })));
    const gone = new Error('The client has left.');
    budget.cancel(gone);
    expect(await spinning).toBe(gone);
    expect(await pool.run({ answer: 'next' })).toBe('next');
  });

  test('end when nothing comes for a while, and start again', async () => {
    const pool = open({ processes: 2, idleMs: 50 });
    await Promise.all([pool.run({ answer: 'a' }), pool.run({ answer: 'b' })]);
    await eventually(() => pool.processIds.length === 0);
    expect(await pool.run({ answer: 'c' })).toBe('c');
    expect(pool.processIds).toHaveLength(1);
  });

  test('are all ended when the pool is closed', async () => {
    const pool = open({ processes: 1 });
    const tasks = [pool.run({ never: 'ends' }), pool.run({ answer: 'waits' })];
    const refused = tasks.map((task) => expect(task).rejects.toThrow('aborted'));
    await pool.close();
    await Promise.all(refused);
    await expect(pool.run({ answer: 'after' })).rejects.toThrow('aborted');
  });
});

/** Heard from the start: an error that nobody listens to yet would end the tests. */
async function refusalOf(task: Promise<unknown>): Promise<unknown> {
  return task.then(
    (result) => new Error(`It was answered: ${String(result)}`),
    (error: unknown) => error,
  );
}
