// What a key feels of another one that sends ten times what its rate allows: the times of the neighbour's requests alone,
// beside the overload, and beside it without limits for keys. Everything runs on this machine, the load too.
// Usage: node neighbour.js [seconds a round] [points a minute of a key]; needs `npm run build` in the project.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { spawnDeckcast } from './deckcast.js';

const [seconds = 20, perMinute = 6_000] = process.argv.slice(2).map(Number);
const admin = 'the-key-of-the-measurement';
const bearer = (key) => ({ authorization: `Bearer ${key}` });
/** Requests a second of the neighbour. */
const neighbourRate = 20;
const overloadRate = (10 * perMinute) / 60;

async function start(settings) {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-neighbour-'));
  const child = spawnDeckcast(
    { API_KEY: admin, DATA_DIR: dataDir, RATE_PER_KEY: String(perMinute), RATE_PER_ADDRESS: '0', ...settings },
    [],
    ['ignore', 'pipe', 'inherit'],
  );
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  while (!said.includes('/api')) await new Promise((done) => setTimeout(done, 20));
  const base = /REST +(\S+?)\/api/.exec(said)[1];
  const stop = async () => {
    child.kill('SIGTERM');
    await new Promise((done) => child.once('exit', done));
    await rm(dataDir, { recursive: true, force: true });
  };
  return { base, stop };
}

async function makeKey(base, name) {
  const headers = { ...bearer(admin), 'content-type': 'application/json' };
  const body = JSON.stringify({ name, scopes: ['decks:read'] });
  return (await (await fetch(`${base}/api/keys`, { method: 'POST', headers, body })).json()).value;
}

/** The same from a process of its own: what the load costs its sender must not count as time of the neighbour. */
async function overloadFrom(base, key) {
  const child = fork(import.meta.filename, [String(seconds), String(perMinute)]);
  child.send({ base, key });
  const [statuses] = await once(child, 'message');
  return { statuses };
}

/** Sends requests at a steady pace, whether or not those before have ended. @returns their times and statuses */
async function sendAtPace(base, key, perSecond, agent) {
  const times = [];
  const statuses = {};
  const under = [];
  const one = () =>
    new Promise((done) => {
      const began = performance.now();
      const end = (status) => {
        times.push(performance.now() - began);
        statuses[status] = (statuses[status] ?? 0) + 1;
        done();
      };
      request(`${base}/api/decks`, { agent, headers: bearer(key) }, (response) => {
        response.resume().once('end', () => end(response.statusCode));
      })
        .once('error', () => end('error'))
        .end();
    });
  const began = performance.now();
  let sent = 0;
  while (performance.now() - began < seconds * 1_000) {
    const due = ((performance.now() - began) / 1_000) * perSecond;
    for (; sent < due; sent += 1) under.push(one());
    await new Promise((done) => setTimeout(done, 5));
  }
  await Promise.all(under);
  return { times: times.sort((a, b) => a - b), statuses };
}

/** A pool of open connections, as clients that send many requests keep one. */
async function connect(base, key, connections) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ask = () =>
    new Promise((done, fail) => {
      request(`${base}/api/decks`, { agent, headers: bearer(key) }, (response) => response.resume().once('end', done))
        .once('error', fail)
        .end();
    });
  for (let turn = 0; turn < 10; turn += 1) await Promise.all(Array.from({ length: connections }, ask));
  return agent;
}

async function round(name, settings, withOverload) {
  const { base, stop } = await start(settings);
  const [loud, neighbour] = [await makeKey(base, 'Loud'), await makeKey(base, 'Neighbour')];
  const agent = await connect(base, neighbour, 10);
  const [felt, overload] = await Promise.all([
    sendAtPace(base, neighbour, neighbourRate, agent),
    withOverload ? overloadFrom(base, loud) : { statuses: {} },
  ]);
  agent.destroy();
  await stop();
  const quantile = (part) => felt.times[Math.floor(felt.times.length * part)].toFixed(1);
  console.log(
    `${name.padEnd(34)} p50 ${quantile(0.5)} ms, p99 ${quantile(0.99)} ms, answers ${JSON.stringify(felt.statuses)}; the loud key ${JSON.stringify(overload.statuses)}`,
  );
}

if (process.send !== undefined) {
  const [{ base, key }] = await once(process, 'message');
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  process.send((await sendAtPace(base, key, overloadRate, agent)).statuses);
  agent.destroy();
  process.disconnect();
} else {
  console.log(
    `${seconds} s a round; neighbour ${neighbourRate} requests a second, the loud key ${overloadRate}; load of the machine ${os.loadavg()[0].toFixed(1)} on ${os.availableParallelism()} processors`,
  );
  await round('alone', {}, false);
  await round('beside the overload', {}, true);
  await round('beside it, without limits of keys', { RATE_PER_KEY: '0', REQUESTS_PER_KEY: '0' }, true);
}
