// The peers, each in a process of its own that runs as production does, and what a process uses.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const files = {
  Mercurius: 'mercurius.js',
  Yoga: 'yoga.js',
  PostGraphile: 'postgraphile.js',
  'Apollo, N+1': 'apollo.js',
  'one SQL': 'sql.js',
  constant: 'constant.js',
  Koa: 'koa.js',
};

export async function startPeers(url) {
  const peers = {};
  for (const [name, file] of Object.entries(files)) {
    const child = fork(path.join(import.meta.dirname, file), {
      env: { ...process.env, DATABASE_URL: url, NODE_ENV: 'production' },
      // As Deckcast is started.
      execArgv: ['--max-semi-space-size=16'],
    });
    const [{ base }] = await once(child, 'message');
    peers[name] = { base, pid: child.pid, child };
  }
  return peers;
}

export const residentMb = (pid) =>
  Math.round(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1] / 1_024);

/** Processor time since its start, of all its threads. */
export function processorMs(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
