// Reads of Deckcast beside its peers: the same PostgreSQL, the same rows, answers that are equal field by field, 16
// connections, alternating rounds. Two limits: one SQL statement that returns JSON text, and a constant of the same size.
// Before the first round each server answers each case for a while (--warm, in seconds): it compiles what runs often.
// Usage: DATABASE_URL=postgresql://… npm run bench -- reads [decks] [rounds] [seconds] [--warm seconds] [--cold] [--only text] [--json file]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { database, deckcast, receiver } from '../harness.js';
import { drawBeside } from './chart.js';
import { deckId, fill, raiseVersions } from './data.js';
import { processorMs, residentMb, startPeers } from './processes.js';
import { cases, conditional, healthz, requestsOf, writeRequests, writes } from './queries.js';
import { summary, table } from './report.js';
import { verify } from './verify.js';

const { values: options, positionals } = parseArgs({
  args: process.argv.slice(2),
  allowPositionals: true,
  options: {
    warm: { type: 'string', default: '3' },
    cold: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    json: { type: 'string', default: path.join(import.meta.dirname, '..', 'results', 'reads.json') },
  },
});
const [decks = 2_000, rounds = 3, seconds = 1] = positionals.map(Number);
const connections = 16;
const warmSeconds = Number(options.warm);
/** No limit on requests: what is measured is how fast they are answered. */
const unlimited = { RATE_PER_KEY: '0', RATE_PER_ADDRESS: '0', DATABASE_POOL_SIZE: String(connections) };

const load = fork(path.join(import.meta.dirname, 'load.js'));
async function received() {
  const [message] = await once(load, 'message');
  return message;
}

/** One peer under load, alone. */
async function measure(peer, requests, forSeconds = seconds) {
  load.send({ base: peer.base, requests, connections, warmUpMs: forSeconds * 500, ms: forSeconds * 1_000 });
  await received();
  const before = processorMs(peer.pid);
  const { answers, errors, bytes, ...rest } = await received();
  return {
    ...rest,
    answers,
    errors,
    perSecond: answers / rest.seconds,
    processorMsEach: (processorMs(peer.pid) - before) / Math.max(1, answers),
    bytesEach: Math.round(bytes / Math.max(1, answers)),
    residentMb: residentMb(peer.pid),
  };
}

/** What each peer is sent in each case: verified reads, writes, and reads that only Deckcast is asked. */
async function plan(peers) {
  const chosen = (names) => names.filter((name) => name.includes(options.only));
  const planned = new Map();
  for (const name of chosen(Object.keys(cases))) {
    const requests = new Map(Object.keys(peers).map((peer) => [peer, requestsOf(name, peer)]));
    planned.set(name, await verify(peers, requests));
  }
  for (const name of chosen(Object.keys(writes))) {
    planned.set(name, new Map(['Deckcast', 'one SQL'].map((peer) => [peer, writeRequests(name, peer, decks)])));
  }
  const route = `/api/decks/${deckId(1)}`;
  const tag = (await fetch(peers.Deckcast.base + route)).headers.get('etag');
  const own = {
    [conditional]: { method: 'GET', path: route, headers: { 'if-none-match': tag } },
    [healthz]: { method: 'GET', path: healthz, headers: {} },
  };
  for (const name of chosen(Object.keys(own))) planned.set(name, new Map([['Deckcast', [own[name]]]]));
  planned.get(healthz)?.set('Koa', [own[healthz]]);
  return planned;
}

async function runRounds(planned, peers) {
  const measured = [];
  if (warmSeconds > 0) {
    for (const requests of planned.values()) {
      for (const [peer, asked] of requests) if (asked.length > 0) await measure(peers[peer], asked, warmSeconds);
    }
    console.error('warm');
  }
  for (let round = 1; round <= rounds; round += 1) {
    for (const [name, requests] of planned) {
      for (const [peer, asked] of requests) {
        if (asked.length > 0) measured.push({ round, name, peer, ...(await measure(peers[peer], asked)) });
      }
    }
    console.error(`round ${round} of ${rounds}`);
  }
  return measured;
}

async function compare(url, web) {
  const base = await web.base();
  await fill(url, decks);
  const peers = { Deckcast: { base, pid: web.pid }, ...(await startPeers(url)) };
  const idleMb = Object.fromEntries(Object.entries(peers).map(([name, { pid }]) => [name, residentMb(pid)]));
  const planned = await plan(peers);
  const stopRaising = options.cold ? await raiseVersions(url) : null;
  const loadBefore = os.loadavg()[0];
  const measured = await runRounds(planned, peers);
  await stopRaising?.();
  for (const { child } of Object.values(peers)) child?.kill('SIGKILL');
  const conditions = { decks, rounds, seconds, warmSeconds, connections, isCold: options.cold, node: process.version };
  const machine = { cores: os.availableParallelism(), loadBefore, loadAfter: os.loadavg()[0] };
  return { conditions, machine, idleMb, summary: summary(measured), measured };
}

await database(async (url) => {
  const web = deckcast(url, 'web', unlimited);
  try {
    const result = await compare(url, web);
    mkdirSync(path.dirname(options.json), { recursive: true });
    writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
    drawBeside(options.json);
    console.log(table(result));
  } finally {
    await web.kill();
  }
});
load.kill();
receiver.kill();
process.exit();
