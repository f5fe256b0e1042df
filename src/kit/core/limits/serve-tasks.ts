import { setPriority } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { usedMs } from './processor-watch.thread.ts';

const watchProgram = path.join(import.meta.dirname, `processor-watch.thread${path.extname(import.meta.filename)}`);

/** The answer of a process of a `ProcessPool`: a result or an error. */
export type TaskResult<Result> = { readonly result: Result } | { readonly failure: string };

/**
 * Runs the tasks of a `ProcessPool` in this process, at a lower priority than the process that answers requests. The
 * process ends itself by `outOfProcessorTime` when a task uses more than the milliseconds of the first argument.
 */
export function serveTasks(work: (task: never) => Promise<unknown>): void {
  setPriority(5);
  const mostMs = Number(process.argv[2]);
  const watch = Number.isFinite(mostMs) ? new Worker(watchProgram, { workerData: { mostMs }, execArgv: [] }) : null;
  watch?.unref();
  // A signal to the whole group is the parent's to answer: it lets the last task be done. Without it this ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (task) => {
    watch?.postMessage(usedMs());
    void work(task as never)
      .then(
        (result) => ({ result }),
        (error: unknown) => ({ failure: error instanceof Error ? error.message : String(error) }),
      )
      .then((answer) => {
        watch?.postMessage(null);
        process.send?.(answer);
      });
  });
}
