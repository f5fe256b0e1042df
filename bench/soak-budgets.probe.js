// Forked by the soak of budgets: asks /healthz every 50 ms and tells of each answer that took long, or that was none.
// With each comes how long the server's main thread was at work meanwhile: on a busy machine others have the processor.
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { mainThreadCpuOf, memoryOf } from './soak-faults.processes.js';

const [base, pid] = process.argv.slice(2);
const everyMs = 50;
/** What takes longer is told. */
const reportMs = 200;
const agent = new http.Agent({ keepAlive: true });
const answers = [];
let mostMb = 0;
const ending = new AbortController();
process.on('message', () => ending.abort());

async function ask() {
  const request = http.get(`${base}/healthz`, { agent });
  const [answer] = await once(request, 'response');
  answer.resume();
  await once(answer, 'end');
  return answer.statusCode;
}

while (!ending.signal.aborted) {
  const from = Date.now();
  const started = performance.now();
  const before = mainThreadCpuOf(pid);
  const status = await ask().catch((error) => error.code ?? error.message);
  const ms = performance.now() - started;
  answers.push(ms);
  mostMb = Math.max(mostMb, memoryOf(pid) ?? 0);
  if (status !== 200) process.send({ kind: 'refused', from, status });
  else if (ms > reportMs) process.send({ kind: 'slow', from, ms, cpuMs: (mainThreadCpuOf(pid) ?? 0) - (before ?? 0) });
  await delay(Math.max(0, everyMs - ms));
}
const sorted = answers.toSorted((a, b) => a - b);
process.send({
  kind: 'end',
  answers: sorted.length,
  p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1],
  slowestMs: sorted.at(-1),
  mostMb,
});
process.disconnect();
