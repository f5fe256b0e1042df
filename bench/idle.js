// What subscribers cost while nothing happens: memory for each and processor time, beside bare ws, which sends no pings.
// Usage: DATABASE_URL=postgresql://… node idle.js [subscribers] [seconds]
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { database, deckcast, receiver } from './harness.js';

const [subscribers = 10_000, seconds = 30] = process.argv.slice(2).map(Number);
const here = (file) => path.join(import.meta.dirname, file);
const query = 'subscription { events { id type deckId data: payload cursor } }';

/** Resident memory in bytes, and processor time since its start in milliseconds. */
function usage(pid) {
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] * 1_024;
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return { resident, ms: (Number(fields[11]) + Number(fields[12])) * 10 };
}

async function measure(pid, url) {
  const clients = fork(here('fan-out.clients.js'));
  await once(clients, 'message');
  const empty = usage(pid);
  const opening = performance.now();
  clients.send({ open: { url, count: subscribers, queries: [query] } });
  await once(clients, 'message');
  const openedMs = performance.now() - opening;
  // Pings begin 12 s after a socket has opened.
  await delay(15_000);
  const before = usage(pid);
  await delay(seconds * 1_000);
  const after = usage(pid);
  clients.kill('SIGKILL');
  return {
    kilobytes: (after.resident - empty.resident) / subscribers / 1_024,
    percent: (after.ms - before.ms) / (seconds * 10),
    openedMs,
  };
}

async function bare() {
  const server = fork(here('fan-out.peers.js'), ['bare']);
  const [{ url }] = await once(server, 'message');
  const measured = await measure(server.pid, url);
  server.kill('SIGKILL');
  return measured;
}

const ours = () =>
  database(async (url) => {
    const web = deckcast(url, 'web', { SOCKETS_PER_CLIENT: '100000' });
    const base = await web.base();
    const measured = await measure(web.pid, `${base.replace('http', 'ws')}/graphql`);
    await web.kill();
    return measured;
  });

console.log(`${subscribers} subscribers, idle for ${seconds} s`);
for (const [name, run] of [
  ['bare ws', bare],
  ['Deckcast', ours],
]) {
  const { kilobytes, percent, openedMs } = await run();
  console.log(
    `${name.padEnd(10)} ${kilobytes.toFixed(1)} kB each, ${percent.toFixed(1)} % of a core, all open after ${(openedMs / 1_000).toFixed(1)} s`,
  );
}
receiver.kill();
process.exit();
