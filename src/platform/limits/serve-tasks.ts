import { setPriority } from 'node:os';

/** The answer of a process of a `ProcessPool`: a result or an error. */
export type TaskResult<Result> = { readonly result: Result } | { readonly failure: string };

/** Runs the tasks of a `ProcessPool` in this process, at a lower priority than the process that answers requests. */
export function serveTasks(work: (task: never) => Promise<unknown>): void {
  setPriority(5);
  // A signal to the whole group is the parent's to answer: it lets the last task be done. Without it this ends.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => process.exit());
  process.on('message', (task) => {
    void work(task as never).then(
      (result) => process.send?.({ result }),
      (error: unknown) => process.send?.({ failure: error instanceof Error ? error.message : String(error) }),
    );
  });
}
