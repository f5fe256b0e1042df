// Faults of one Deckcast process.
import { setTimeout as delay } from 'node:timers/promises';
import { proof } from './soak-faults.proof.js';

export async function kill({ server }) {
  const { pid, signal, isGone } = await server.kill();
  if (signal !== 'SIGKILL' || !isGone) throw new Error(`no proof: process ${pid} of ${server.name} is still there`);
  await delay(500);
  server.start();
  return `${server.name}: pid ${pid} is gone, ended by ${signal}`;
}

export async function restartProcess({ server }) {
  const { pid, code } = await server.stop();
  if (code !== 0) throw new Error(`no proof: process ${pid} ended with ${code} on SIGTERM, not with 0`);
  server.start();
  return `${server.name}: pid ${pid} ended with code ${code}`;
}

export async function freezeProcess({ server, lastsMs }) {
  server.freeze();
  try {
    await proof('the state of the process is not T', () => server.isStopped);
    await delay(lastsMs);
    if (!server.isStopped) throw new Error('no proof: the process ran meanwhile');
    return `${server.name}: pid ${server.pid} in state T for ${lastsMs / 1_000} s`;
  } finally {
    server.thaw();
  }
}

/** A time that a process of each kind writes by its own clock, while events and due times go by the database's. */
const ownTimes = {
  web: `select updated_at as moment from slide order by version desc limit 10`,
  worker: `select started_at as moment from delivery_attempt join attempt_position on attempt_id = id order by position desc limit 300`,
};

/** It is killed and started with a wrong clock; another restart sets the clock right. */
export async function shiftClock({ postgres, server, random, lastsMs }) {
  const offset = random.pick([-120_000, 120_000]);
  const ownTime = server.base === null ? ownTimes.worker : ownTimes.web;
  await server.kill();
  server.start({ clockOffsetMs: offset });
  try {
    const seconds = await proof(
      'no time that the process writes is two minutes off',
      async () => {
        const rows = await postgres.administer(
          `select extract(epoch from moment - now()) as off from (${ownTime}) as latest
           where abs(extract(epoch from moment - now())) between 100 and 140 limit 1`,
          [],
          'deckcast',
        );
        return rows[0]?.off;
      },
      20_000,
    );
    await delay(lastsMs);
    return `${server.name}: a time that it writes is ${Math.round(seconds)} s off`;
  } finally {
    await server.kill();
    server.start();
  }
}
