// What the measurements share: a receiver and Deckcast in processes of their own, a database that is dropped afterwards.
import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { WebSocket } from 'ws';
import { endWithUs, post, spawnDeckcast } from './deckcast.js';

export { post };

const admin = process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/postgres';

export const receiver = endWithUs(fork(path.join(import.meta.dirname, 'receiver.js')));
receiver.once('exit', (code) => {
  if (code) throw new Error(`the receiver ended with ${code}`);
});
const [{ port }] = await once(receiver, 'message');
export const target = `http://127.0.0.1:${port}`;
export const counted = async () => (await fetch(target)).json();
export const reset = () => fetch(target, { method: 'DELETE' });

/** On a connection of its own, which no restart of the database can end in between. */
async function administer(statement) {
  const client = new pg.Client({ connectionString: admin });
  await client.connect();
  await client.query(statement);
  await client.end();
}

export async function database(work) {
  const name = `deckcast_bench_${randomUUID().replaceAll('-', '')}`;
  await administer(`create database ${name}`);
  const url = new URL(admin);
  url.pathname = `/${name}`;
  try {
    return await work(url.href);
  } finally {
    await administer(`drop database ${name} with (force)`);
  }
}

/** Options of Node by which a server tells how late its event loop was since it was last asked, in milliseconds. */
export const loopProbe = ['--import', import.meta.resolve('./loop-probe.js')];
/** The same, by which it can be told to wake no other process for a while. */
export const wakeUpSwitch = ['--import', import.meta.resolve('./wake-up-switch.js')];
/** The same, by which it can be sent to count nothing for a while. */
export const metricsSwitch = ['--import', import.meta.resolve('./metrics-switch.js')];
/** The same, by which it can be sent to trace nothing for a while. */
export const tracesSwitch = ['--import', import.meta.resolve('./traces-switch.js')];

/** The same, by which it can be sent to answer behind one stage of its chain. */
export const stagesSwitch = ['--import', import.meta.resolve('./stages-switch.js')];

/** The same, by which it can be asked what it allocates. */
export const allocationSwitch = ['--import', import.meta.resolve('./allocation-switch.js')];

/** With POOLER, such as transaction://127.0.0.1:6432, the processes reach their database through it. */
function databaseSettings(url) {
  if (process.env.POOLER === undefined) return { DATABASE_URL: url };
  const pooler = new URL(process.env.POOLER);
  const through = new URL(url);
  [through.hostname, through.port] = [pooler.hostname, pooler.port];
  const direct = pooler.protocol === 'transaction:' ? { DATABASE_DIRECT_URL: url } : {};
  return { DATABASE_URL: through.href, ...direct };
}

export function deckcast(url, roles, settings = {}, nodeOptions = []) {
  const environment = { ...databaseSettings(url), ROLES: roles, ...settings };
  const child = spawnDeckcast(environment, nodeOptions, ['ignore', 'pipe', 'inherit', 'ipc']);
  let said = '';
  child.stdout.on('data', (chunk) => (said += chunk));
  return {
    pid: child.pid,
    base: async () => {
      while (!said.includes('/api')) {
        if (child.exitCode !== null) throw new Error(`Deckcast has ended with ${child.exitCode}: ${said}`);
        await delay(20);
      }
      return /REST +(\S+?)\/api/.exec(said)[1];
    },
    /** Asks what was loaded into it by `loopProbe` or one of the switches. */
    ask: async (question) => {
      child.send(question);
      return (await once(child, 'message'))[0];
    },
    kill: async () => {
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** A webhook subscription to one path of the receiver. */
export const subscribe = (base, route, eventType = 'contract.signed') =>
  post(base, '/api/notifications/subscriptions', {
    name: `Bench ${route}`,
    eventType,
    channel: 'webhook',
    channelConfig: { url: target + route },
  });

/** The cursor of now. */
const latestCursor = async (base) =>
  (await (await fetch(`${base}/api/events/latest-cursor`)).json()).latestCursor.cursor;

/** A socket that is sent events behind `$after`, or from now on, and hands over their frames as they come. */
export async function followFrames(base, query, onFrame, after = null) {
  const variables = { after: after ?? (await latestCursor(base)) };
  const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
  await once(socket, 'open');
  const acknowledged = once(socket, 'message');
  socket.send('{"type":"connection_init"}');
  await acknowledged;
  socket.on('message', onFrame);
  socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables } }));
  return socket;
}

/** The same, for the events themselves. */
export const follow = (base, query, onEvent, after = null) =>
  followFrames(
    base,
    query,
    (frame) => {
      const { payload } = JSON.parse(frame);
      if (payload?.data) onEvent(payload.data.events);
    },
    after,
  );

/** How many a second, since a moment of `performance.now()`. */
export const rateSince = (count, from) => Math.round((1_000 * count) / (performance.now() - from));

export const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Waits for a condition, of which `what` names the outcome. */
export async function until(condition, what, { seconds = 60, pauseMs = 50 } = {}) {
  const deadline = performance.now() + seconds * 1_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`${what} did not happen within ${seconds} seconds`);
    await delay(pauseMs);
  }
}

/** Begins so many works at a steady pace, whether or not those before have ended; ends with them all. */
export async function atPace(count, perSecond, work) {
  const started = performance.now();
  const begun = [];
  for (let at = 0; at < count; at += 1) {
    await delay(Math.max(0, started + (1_000 * at) / perSecond - performance.now()));
    begun.push(work());
  }
  await Promise.all(begun);
}

export async function inParallel(count, width, work) {
  let next = 0;
  const lane = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, lane));
}
