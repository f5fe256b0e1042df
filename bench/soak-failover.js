// Whatever happens to the server under running processes, no reader misses an acknowledged event without being told.
// Starts PostgreSQL with a synchronous and an asynchronous standby under Patroni, behind one address of an HAProxy, and
// two web and two worker processes, none of which is ever started anew. Under load the server is replaced four times:
// see soak-failover.rounds.js. After each round a judge compares what was acknowledged, what the log has, what each of
// five followers has and was told, and what a webhook receiver got.
// Usage: npm run soak -- failover [seconds] [seed]; the seconds are those of load, for all rounds together.
import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from './random.js';
import { judge, unfound } from './soak-failover.judge.js';
import { rounds } from './soak-failover.rounds.js';
import { Stage } from './soak-failover.stage.js';
import { missingForPostgres } from './soak-faults.postgres.js';
import { proof } from './soak-faults.proof.js';

const [seconds = 40, seed = randomInt(1_000_000)] = process.argv.slice(2).map(Number);
/** Before the copy, between it and the blow, and after that. */
const stretchMs = (seconds * 1_000) / rounds.length / 3;
/** What followers and the receiver may take to have everything after the load. */
const settleMs = 60_000;
const random = seededRandom(seed);
const programs = { patroni: 'patroni', etcd: 'etcd-server', haproxy: 'haproxy' };

/** Why nothing can be run here, in one sentence; null where it can. */
function lackOfPrograms() {
  const isThere = (program) => {
    try {
      return execFileSync('which', [program]).length > 0;
    } catch {
      return false;
    }
  };
  const packages = Object.keys(programs)
    .filter((program) => !isThere(program))
    .map((program) => programs[program]);
  if (packages.length > 0) return `Install ${packages.join(', ')} (names of Debian's packages) to run this soak.`;
  return missingForPostgres();
}

const inSeconds = (ms) => `${(ms / 1_000).toFixed(1)} s`;

/** Waits until all followers that are there have an event. @returns the name of the last one */
async function reached({ followers }, { id }) {
  let missing = followers.filter(({ isAway }) => !isAway);
  let last = null;
  const look = () => {
    last = missing.at(-1)?.name ?? last;
    missing = missing.filter(({ events }) => !events.some((event) => event.id === id));
    return missing.length === 0;
  };
  await proof('all followers have the event', look, settleMs);
  return last;
}

/** Replaces the server under load. @returns what the judge needs, and how long it took */
async function replace(stage, { prepare, copy, strike }) {
  const [away, late] = random.shuffled(stage.followers);
  const loses = copy !== undefined;
  stage.write();
  await delay(stretchMs);
  await prepare?.(stage);
  if (loses) away.leave();
  const lossFrom = loses ? Date.now() : null;
  await copy?.(stage);
  await delay(stretchMs);
  await reached(stage, await stage.publish('soak.before'));
  const known = (await stage.readLog()).length;
  // The late one has lost events, and comes back when their places in the log have others.
  if (loses) late.leave();
  const began = performance.now();
  const what = await strike(stage);
  const back = await stage.publish('soak.back');
  const writesMs = performance.now() - began;
  const last = await reached(stage, back);
  const followersMs = performance.now() - began;
  await delay(stretchMs);
  if (loses) {
    await proof('the log is longer than before', async () => (await stage.readLog()).length > known + 5, settleMs);
    away.come();
    late.come();
  }
  return {
    lossFrom,
    away: loses ? away.name : null,
    late: loses ? late.name : null,
    what,
    writesMs,
    followersMs,
    last,
  };
}

/** Judges until nothing is to be found, or the time is over: deliveries and followers need a while. */
async function settled(stage, replaced) {
  const until = performance.now() + settleMs;
  for (;;) {
    const { acknowledged, followers } = stage;
    const shown = { acknowledged, followers, deliveries: stage.deliveries(), log: await stage.readLog(), ...replaced };
    const verdict = judge(shown);
    if (verdict.failures.length === 0 || performance.now() > until) return { shown, verdict };
    await delay(500);
  }
}

/** @returns whether the round has passed */
async function play(stage, round, number) {
  const before = stage.acknowledged.length;
  for (const follower of stage.followers) follower.reported = [];
  const replaced = await replace(stage, round);
  await stage.rest();
  await stage.publish('soak.end');
  const { shown, verdict } = await settled(stage, replaced);
  const { what, away, late, writesMs, followersMs, last } = replaced;
  const failures = [
    ...verdict.failures,
    ...unfound(shown).map((name) => `the judge does not find: ${name}`),
    ...(followersMs > round.withinMs ? [`recovery took more than ${inSeconds(round.withinMs)}`] : []),
    ...stage.exits().map(({ name, code, signal }) => `${name} has ended by itself (${signal ?? code})`),
  ];
  const numbers = `${stage.acknowledged.length - before} acknowledged, ${verdict.lost.length} lost`;
  const recovery = `writes after ${inSeconds(writesMs)}, followers after ${inSeconds(followersMs)} (last ${last})`;
  console.log(`\nround ${number}: ${round.name}\n${what}; ${numbers}; ${recovery}`);
  if (away !== null) console.log(`away from before the lost events on: ${away}; back late with lost events: ${late}`);
  console.table(verdict.rows);
  for (const failure of failures.slice(0, 20)) console.log(`FAILED: ${failure}`);
  const lost = new Set(verdict.lost);
  stage.acknowledged = stage.acknowledged.filter((entry) => !lost.has(entry));
  return failures.length === 0;
}

const lack = lackOfPrograms();
if (lack !== null) {
  console.log(lack);
  process.exit(2);
}
const folder = mkdtempSync(path.join(tmpdir(), 'deckcast-failover-'));
const stage = new Stage(folder);
let closing = null;
const close = () => (closing ??= stage.close());
for (const event of ['SIGINT', 'SIGTERM', 'uncaughtException']) {
  process.once(event, async (reason) => {
    console.error(reason);
    await close();
    process.exit(1);
  });
}
console.log(`seed ${seed}: ${seconds} s of load, histories in ${folder}`);
let passed = false;
try {
  await stage.open();
  passed = true;
  for (const [at, round] of rounds.entries()) passed = (await play(stage, round, at + 1)) && passed;
} catch (error) {
  passed = false;
  console.error(error);
} finally {
  await close();
}
if (passed) rmSync(folder, { recursive: true, force: true });
console.log(`seed ${seed}: ${passed ? 'passed' : `FAILED; the histories stay in ${folder}`}`);
process.exit(passed ? 0 : 1);
