import { setTimeout } from 'node:timers/promises';
import { outOfProcessorTime } from '../../../../src/kit/core/limits/processor-watch.thread.ts';
import { serveTasks } from '../../../../src/kit/core/limits/serve-tasks.ts';

/**
 * What a process is told to do: give an answer, after some milliseconds without work, or never come to an end, or take
 * all memory, or fail, or be stopped, as by a machine that has no time for it. It may also be ended with its next task, by the
 * signal of the watch over this one, which has come too late.
 */
export type HeavyTask =
  | { readonly answer: string; readonly afterMs?: number; readonly endsNext?: boolean }
  | { readonly never: 'ends' | 'frees memory' | 'works' | 'goes on' };

serveTasks(async (task: HeavyTask) => {
  if ('answer' in task) {
    if (task.endsNext === true) process.once('message', () => process.kill(process.pid, outOfProcessorTime));
    if (task.afterMs !== undefined) await setTimeout(task.afterMs);
    return task.answer;
  }
  if (task.never === 'goes on') process.kill(process.pid, 'SIGSTOP');
  if (task.never === 'works') throw new Error('It does not work.');
  const held: number[][] = [];
  for (;;) {
    if (task.never === 'frees memory') held.push(Array.from({ length: 100_000 }, Math.random));
  }
});
