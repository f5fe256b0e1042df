// No valid row and no valid request stalls or ends Deckcast: clients write rows at the limits of what is taken and ask
// for the largest and deepest that may be asked, at random, while a process of its own asks /healthz every 50 ms. On the
// embedded database, and on PostgreSQL when DATABASE_URL names one; there a stranger edits the tables as well.
// Usage: [DATABASE_URL=postgresql://…] npm run soak -- budgets [seconds] [seed] [--only pglite|postgresql]
import { fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { spawnDeckcast } from './deckcast.js';
import { seededRandom } from './random.js';
import { Load } from './soak-budgets.load.js';
import { report } from './soak-budgets.report.js';
import { unauthenticated } from './soak-budgets.unauthenticated.js';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const [seconds = 300, seed = randomInt(1_000_000)] = positionals.map(Number);
const lanes = 6;
const heapMb = 512;
/** Between two edits of the stranger, in milliseconds. */
const unauthenticatedPauseMs = 2_000;
/** Resident, in megabytes: the heap, and what is beside it; PGlite keeps its database's pages there. */
const bounds = { pglite: 1_400, postgresql: 900 };

/** @returns whether all went well */
async function soak(kind, url) {
  const folder = mkdtempSync(path.join(tmpdir(), 'deckcast-budgets-'));
  const settings = { DATA_DIR: folder, SPEECH: 'none', ...(url === null ? {} : { DATABASE_URL: url }) };
  const server = spawnDeckcast(settings, [`--max-old-space-size=${heapMb}`], ['ignore', 'pipe', 'pipe']);
  let said = '';
  let complaint = '';
  server.stdout.on('data', (chunk) => {
    if (!said.includes('/api')) said += chunk;
  });
  server.stderr.on('data', (chunk) => (complaint = (complaint + chunk).slice(-2_000)));
  const ended = new AbortController();
  server.once('exit', (code, signal) => ended.abort(`it ended by itself with ${signal ?? code}: ${complaint}`));
  while (!said.includes('/api') && !ended.signal.aborted) await delay(20);
  const [, base] = /REST +(\S+?)\/api/.exec(said) ?? [];
  if (base === undefined) throw new Error(complaint);

  const probe = fork(path.join(import.meta.dirname, 'soak-budgets.probe.js'), [base, String(server.pid)]);
  const reported = [];
  const load = new Load(base);
  probe.on('message', (message) =>
    reported.push({ ...message, during: [...load.running.values()].map((one) => ({ ...one })) }),
  );
  const stop = url === null ? null : await unauthenticated(url, seededRandom(seed), unauthenticatedPauseMs);
  const running = load.run(lanes, seed);
  await delay(seconds * 1_000, undefined, { signal: ended.signal }).catch(() => undefined);
  const exit = ended.signal.aborted ? ended.signal.reason : null;
  load.stop();
  await running;
  const edits = await stop?.();
  if (exit === null) {
    probe.send('end');
    await once(probe, 'disconnect');
    const exited = once(server, 'exit');
    server.kill('SIGTERM');
    await exited;
  }
  probe.kill();
  rmSync(folder, { recursive: true, force: true });
  return report({ kind, seed, seconds, reported, load, exit, edits, mostMb: bounds[kind] });
}

const results = [];
if (values.only !== 'postgresql') results.push(await soak('pglite', null));
if (values.only !== 'pglite' && process.env.DATABASE_URL !== undefined) {
  const { database, receiver } = await import('./harness.js');
  results.push(await database((url) => soak('postgresql', url)));
  receiver.kill();
}
process.exit(results.every(Boolean) ? 0 : 1);
