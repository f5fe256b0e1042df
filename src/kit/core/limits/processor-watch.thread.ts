import { parentPort, workerData } from 'node:worker_threads';

/** How often the processor time is read, in milliseconds. */
const every = 100;

/** The signal by which a process ends itself. Nothing else sends it. */
export const outOfProcessorTime = 'SIGVTALRM';

const mostMs = (workerData as { readonly mostMs: number } | null)?.mostMs ?? Infinity;
/** What the process had used at the begin of its task, in milliseconds; null without a task. */
let usedBefore: number | null = null;

/** Processor time of all threads of the process, in milliseconds. */
export function usedMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

// Only a thread can do this: the main one is busy with the task.
parentPort?.on('message', (message: number | null) => {
  usedBefore = message;
});
if (parentPort !== null) {
  setInterval(() => {
    if (usedBefore !== null && usedMs() - usedBefore > mostMs) process.kill(process.pid, outOfProcessorTime);
  }, every);
}
