// Deckcast heals by itself: under a mixed load, processes are killed and stopped, the database is restarted, frozen,
// filled and made read-only, links fall silent and clocks are wrong, one fault after the other. A checker in a process
// of its own then reads the histories of writers, receivers and streams beside the database.
// It starts a PostgreSQL of its own, which needs the server's programs; filling its disk needs root and `mount`.
// Usage: npm run soak -- faults [seconds] [seed] [--only fault,fault]; DECKCAST_DIST names another build.
import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { seededRandom } from './random.js';
import { embeddedFaults, postgresFaults } from './soak-faults.faults.js';
import { missingForPostgres, PrivatePostgres } from './soak-faults.postgres.js';
import { isFull, schedule } from './soak-faults.schedule.js';
import { freePort, Stand } from './soak-faults.stand.js';

const { positionals, values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } });
const [seconds = 600, seed = randomInt(1_000_000)] = positionals.map(Number);
const only = values.only?.split(',') ?? [];
const random = seededRandom(seed);
const healthyWithinMs = 30_000;
/** Of the run, for the embedded database, in seconds. */
const embeddedSeconds = 45;
const folder = mkdtempSync(path.join(tmpdir(), 'deckcast-faults-'));
/** What is open, closed in reverse order. */
const open = [];

let closing = null;

/** Once, whoever asks for it first. */
function closeAll() {
  closing ??= (async () => {
    while (open.length > 0) await open.pop()();
  })();
  return closing;
}

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    await closeAll();
    process.exit(130);
  });
}

// An error in a callback must not leave a server, a mount or a stopped process behind either.
process.once('uncaughtException', async (error) => {
  console.error(error);
  await closeAll();
  process.exit(1);
});

/** One fault, from its beginning until Deckcast is healthy again. */
async function strike(stand, fault) {
  const { name, run, of, lastsMs, startsAnew = false } = fault;
  const limitMs = (fault.healthyWithinMs ?? healthyWithinMs) + (startsAnew ? stand.firstStartMs : 0);
  const { postgres, servers, links } = stand;
  const context = { postgres, servers, links, random, lastsMs };
  const server = of?.(context);
  const target = server === undefined ? '' : ` (${server.name})`;
  stand.prober.takeAnswers();
  const began = performance.now();
  const beganAt = Date.now();
  const outcome = await run({ ...context, server }).then(
    (proof) => ({ proof }),
    (error) => ({ proof: null, error: error.message }),
  );
  const ended = performance.now();
  const recovery = await stand.recover(ended, limitMs);
  const entry = {
    kind: 'fault',
    name: name + target,
    beganAt,
    lastedMs: ended - began,
    ...outcome,
    ...recovery,
    healthyShare: stand.prober.healthyShare(began, ended),
    answers: stand.prober.takeAnswers(),
  };
  stand.journal.append(entry);
  const healthy =
    recovery.healthyAfterMs === null
      ? 'NOT healthy'
      : `healthy after ${(recovery.healthyAfterMs / 1_000).toFixed(1)} s`;
  console.log(`${new Date().toISOString().slice(11, 19)} ${entry.name}: ${outcome.proof ?? outcome.error}; ${healthy}`);
}

async function strikeAll(stand, { planned, stretchMs }) {
  const began = performance.now();
  if ((await stand.prober.healthyAfter(began, 60_000)) === null) {
    throw new Error(`Deckcast is not healthy before the first fault: ${stand.prober.missing().join(', ')}.`);
  }
  for (const fault of planned) {
    await delay(stretchMs);
    await strike(stand, fault);
  }
  await delay(stretchMs);
}

/** The checker prints the table. @returns whether the run has passed */
async function check(stand, database) {
  const checker = spawn(process.execPath, [path.join(import.meta.dirname, 'soak-faults.checker.js')], {
    env: { ...process.env, CHECK: JSON.stringify({ folder: stand.folder, isFull: isFull(seconds), ...database }) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = await once(checker, 'exit');
  return code === 0;
}

async function onPostgres(plan, postgres) {
  const stand = new Stand(path.join(folder, 'postgresql'));
  open.push(() => stand.close());
  stand.postgres = postgres;
  await stand.openReceivers();
  // The first one migrates; the others find it done.
  await stand.add('web-1', 'web');
  await stand.add('web-2', 'web');
  await stand.add('worker-1', 'worker');
  await stand.add('worker-2', 'worker');
  await stand.begin(20);
  await strikeAll(stand, plan);
  await stand.settle();
  await open.pop()();
  return check(stand, { url: postgres.url('postgres', 'deckcast') });
}

async function onEmbedded(plan) {
  const stand = new Stand(path.join(folder, 'embedded'));
  open.push(() => stand.close());
  await stand.openReceivers();
  const server = await stand.add('embedded', 'web,worker');
  await stand.begin(5);
  await strikeAll(stand, plan);
  await stand.settle();
  open.pop();
  // An orderly stop: the checker opens the same folder.
  await stand.close('stop');
  return check(stand, { dataDir: path.join(server.settings.DATA_DIR, 'database') });
}

/** The private server with its faults; null where it cannot be started or is not asked for. */
async function openPostgres() {
  if (only.length > 0 && !postgresFaults.some(({ name }) => only.some((part) => name.includes(part)))) return null;
  const missing = missingForPostgres();
  if (missing !== null) {
    console.log(`${missing} All faults on PostgreSQL are left out.`);
    return null;
  }
  const place = mkdtempSync(path.join(tmpdir(), 'deckcast-postgres-'));
  const postgres = new PrivatePostgres(place, await freePort());
  open.push(() => postgres.destroy());
  await postgres.create();
  if (!postgres.hasOwnDisk) console.log('Nothing may be mounted here, which takes root: disk-full is left out.');
  return postgres;
}

async function runAll() {
  if (!existsSync('/proc/self/stat')) {
    console.log('There is no /proc here, by which the soak proves what happens to processes: it runs on Linux alone.');
    return 2;
  }
  console.log(`seed ${seed}: ${seconds} s, histories in ${folder}`);
  const postgres = await openPostgres();
  const runnable = postgres === null ? [] : postgresFaults.filter((it) => !it.needsOwnDisk || postgres.hasOwnDisk);
  const embedded = schedule(embeddedFaults, embeddedSeconds, seconds, random, only);
  const share = embedded.planned.length > 0 ? embeddedSeconds : 0;
  const plan = schedule(runnable, seconds - share, seconds, random, only);
  const planned = [...plan.planned, ...embedded.planned];
  console.log(`${planned.length} faults: ${planned.map(({ name }) => name).join(', ')}`);
  if (planned.length === 0) return 2;
  let passed = true;
  if (plan.planned.length > 0) passed = await onPostgres(plan, postgres);
  if (embedded.planned.length > 0) passed = (await onEmbedded(embedded)) && passed;
  return passed ? 0 : 1;
}

let code = 1;
try {
  code = await runAll();
} catch (error) {
  console.error(error);
} finally {
  await closeAll();
}
const outcomes = ['passed', `FAILED; the histories stay in ${folder}`, 'nothing could be run'];
if (code !== 1) rmSync(folder, { recursive: true, force: true });
console.log(`seed ${seed}: ${outcomes[code]}`);
process.exit(code);
