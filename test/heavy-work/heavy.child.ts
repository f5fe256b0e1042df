import { serveTasks } from '../../src/platform/limits/serve-tasks.ts';

/** What a process is told to do: give an answer, or never come to an end, or take all memory, or fail. */
export type HeavyTask = { readonly answer: string } | { readonly never: 'ends' | 'frees memory' | 'works' };

serveTasks(async (task: HeavyTask) => {
  if ('answer' in task) return task.answer;
  if (task.never === 'works') throw new Error('It does not work.');
  const held: number[][] = [];
  for (;;) {
    if (task.never === 'frees memory') held.push(Array.from({ length: 100_000 }, Math.random));
  }
});
