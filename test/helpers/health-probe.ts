import { Agent, get } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** What a probe saw, in milliseconds. */
export interface ProbeReport {
  /** One for each question, from the moment it was due: a stalled server makes the ones behind it late as well. */
  readonly answersMs: readonly number[];
  /** Questions that got no 200. */
  readonly failures: readonly string[];
}

const everyMs = 50;
const { url } = workerData as { url: string };
const agent = new Agent({ keepAlive: true });
const answersMs: number[] = [];
const failures: string[] = [];
const pending = new Set<Promise<void>>();

function ask(): Promise<void> {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    const note = (failure: string | null): void => {
      answersMs.push(performance.now() - startedAt);
      if (failure !== null) failures.push(failure);
      resolve();
    };
    get(url, { agent, timeout: 60_000 }, (response) => {
      response.resume().once('end', () => note(response.statusCode === 200 ? null : `status ${response.statusCode}`));
    }).once('error', (error) => note(error.message));
  });
}

function beat(): void {
  const asked = ask().finally(() => pending.delete(asked));
  pending.add(asked);
}

const beating = setInterval(beat, everyMs);
beat();
// The first answer opens the connection, and shows that the probe is at work.
await Promise.all(pending);
answersMs.length = 0;
parentPort?.postMessage('ready');
parentPort?.once('message', async () => {
  clearInterval(beating);
  await Promise.all(pending);
  agent.destroy();
  const report: ProbeReport = { answersMs, failures };
  parentPort?.postMessage(report);
});
