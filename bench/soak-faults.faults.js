// The faults on PostgreSQL. Each begins, proves that it happens, lasts, and ends; it returns its proof in one line and
// throws when it finds none. `lasts` is in seconds: in a long run, and in a short one.
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { poolSize } from './soak-faults.stand.js';

const until = (moment) => delay(Math.max(0, moment - performance.now()));

/** Waits for what proves a fault. */
async function proof(what, find, withinMs = 10_000) {
  const deadline = performance.now() + withinMs;
  for (;;) {
    const found = await find();
    if (found !== null && found !== undefined && found !== false) return found;
    if (performance.now() > deadline) throw new Error(`no proof: ${what}`);
    await delay(50);
  }
}

/** The SQLSTATE with which a work is refused; null when it is done. */
const refusal = (work) =>
  work().then(
    () => null,
    (error) => error.code ?? error.message,
  );

async function kill({ server }) {
  const { pid, signal, isGone } = await server.kill();
  if (signal !== 'SIGKILL' || !isGone) throw new Error(`no proof: process ${pid} of ${server.name} is still there`);
  await delay(500);
  server.start();
  return `${server.name}: pid ${pid} is gone, ended by ${signal}`;
}

const restart =
  (signal, said) =>
  async ({ postgres }) => {
    const before = postgres.log().length;
    const { pid } = postgres;
    await postgres.stop(signal);
    await postgres.start();
    const line = postgres
      .log()
      .slice(before)
      .split('\n')
      .find((it) => it.includes(said));
    if (line === undefined) throw new Error(`no proof: the server's log does not say "${said}"`);
    return `server ${pid} → ${postgres.pid}, log: ${said}`;
  };

async function freezeDatabase({ postgres, lastsMs }) {
  const ends = performance.now() + lastsMs;
  postgres.freeze();
  try {
    const code = await refusal(() => postgres.administer('select 1'));
    if (code === null) throw new Error('no proof: the frozen server answers');
    await until(ends);
    return `stopped for ${lastsMs / 1_000} s, a connection fails with "${code}"`;
  } finally {
    postgres.thaw();
  }
}

async function freezeProcess({ server, lastsMs }) {
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

const silence = (choose) => async (context) => {
  const links = choose(context);
  for (const link of links) link.fallSilent();
  const before = links.map(({ swallowed }) => swallowed);
  const ends = performance.now() + context.lastsMs;
  try {
    const connectionString = `postgresql://deckcast@127.0.0.1:${links[0].port}/deckcast`;
    const probe = new pg.Client({ connectionString, connectionTimeoutMillis: 2_000 });
    probe.on('error', () => {});
    const code = await refusal(() => probe.connect());
    if (code === null) throw new Error('no proof: the silent link answers');
    await until(ends);
    const bytes = links.map(({ swallowed }, at) => swallowed - before[at]);
    if (bytes.includes(0)) throw new Error('no proof: a link swallowed nothing');
    return `bytes swallowed ${bytes.join(', ')}; a probe through it: "${code}"`;
  } finally {
    for (const link of links) link.heal();
  }
};

async function terminateSessions({ postgres, random }) {
  const before = postgres.log().length;
  const sessions = await postgres.administer(`select pid from pg_stat_activity where usename = 'deckcast'`);
  const victims = random.shuffled(sessions.map(({ pid }) => pid)).slice(0, Math.ceil(sessions.length / 2));
  const ended = await postgres.administer('select pid from unnest($1::int[]) as pid where pg_terminate_backend(pid)', [
    victims,
  ]);
  await proof('the log has no 57P01', () => postgres.log().slice(before).includes('57P01'));
  return `${ended.length} of ${sessions.length} sessions ended, 57P01 in the server's log`;
}

async function exhaustPool({ postgres, lastsMs }) {
  return postgres.with('postgres', 'deckcast', async (client) => {
    await client.query('begin');
    await client.query('lock table event in access exclusive mode');
    const ends = performance.now() + lastsMs;
    const waiting = await proof('fewer sessions wait for the table than a pool has', async () => {
      const [{ count }] = await postgres.administer(`select count(*)::int from pg_locks where not granted`);
      return count >= poolSize && count;
    });
    await until(ends);
    await client.query('rollback');
    return `table event locked for ${lastsMs / 1_000} s, ${waiting} sessions waited for it`;
  });
}

/** Sessions of Deckcast are ended meanwhile, so that it needs connections which it does not get. */
async function useUpConnections({ postgres, lastsMs }) {
  const foreign = [];
  const fill = async () => {
    for (;;) {
      const code = await refusal(async () => foreign.push(await postgres.connect('foreigner', 'postgres')));
      if (code !== null) return code;
    }
  };
  try {
    let code = await fill();
    if (code !== '53300') throw new Error(`no proof: a connection fails with ${code}, not with 53300`);
    await postgres.administer(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'deckcast'`);
    code = await fill();
    await delay(lastsMs);
    return `${foreign.length} foreign connections, the next one is refused with ${code}`;
  } finally {
    await Promise.all(foreign.map((client) => client.end()));
  }
}

/** Another file takes what is left of the disk. */
async function fillDisk({ postgres, lastsMs }) {
  const filler = path.join(postgres.data, 'filler');
  const file = openSync(filler, 'w');
  const takeAll = () => {
    try {
      for (let size = 1_048_576; size >= 1; size = size > 4_096 ? 4_096 : 1)
        for (;;) writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if (error.code !== 'ENOSPC') throw error;
    }
  };
  try {
    const ends = performance.now() + lastsMs;
    takeAll();
    const table = `create table public.filler as select repeat(gen_random_uuid()::text, 100) from generate_series(1, 10000)`;
    const code = await refusal(() => postgres.administer(table));
    if (code !== '53100') throw new Error(`no proof: a write fails with ${code}, not with 53100`);
    while (performance.now() < ends) {
      takeAll();
      await delay(200);
    }
    return `no byte left for ${lastsMs / 1_000} s, a write is refused with ${code}`;
  } finally {
    closeSync(file);
    unlinkSync(filler);
  }
}

async function makeReadOnly({ postgres, lastsMs }) {
  const set = async (statement) => {
    await postgres.administer(statement);
    await postgres.administer('select pg_reload_conf()');
  };
  const write = () => postgres.administer('create table should_not_be ()', [], 'elsewhere');
  await set('alter system set default_transaction_read_only = on');
  try {
    const code = await proof('writes are not refused with 25006', async () => {
      const refused = await refusal(write);
      if (refused === null) await postgres.administer('drop table should_not_be', [], 'elsewhere');
      return refused === '25006' && refused;
    });
    await delay(lastsMs);
    return `a write is refused with ${code} for ${lastsMs / 1_000} s`;
  } finally {
    // ALTER SYSTEM is no transaction, so it works while the server is read-only.
    await set('alter system reset default_transaction_read_only');
    await proof('the server stays read-only', async () => {
      const [row] = await postgres.administer('show default_transaction_read_only');
      return row.default_transaction_read_only === 'off';
    });
  }
}

/** It is killed and started with a wrong clock; another restart sets the clock right. */
async function shiftClock({ postgres, server, random, lastsMs }) {
  const offset = random.pick([-120_000, 120_000]);
  const isWeb = server.base !== null;
  const [table, column] = isWeb ? ['event', 'timestamp'] : ['delivery_attempt', 'started_at'];
  await server.kill();
  server.start({ clockOffsetMs: offset });
  try {
    const seconds = await proof(
      `no row of ${table} is dated two minutes off`,
      async () => {
        const rows = await postgres.administer(
          `select extract(epoch from moment - now()) as off from (
             select ${column} as moment from ${table} order by transaction desc, sequence desc limit 300) as latest
           where abs(extract(epoch from moment - now())) between 100 and 140 limit 1`,
          [],
          'deckcast',
        );
        return rows[0]?.off;
      },
      20_000,
    );
    await delay(lastsMs);
    return `${server.name}: a row of ${table} is dated ${Math.round(seconds)} s off`;
  } finally {
    await server.kill();
    server.start();
  }
}

async function idleTransaction({ postgres, lastsMs }) {
  return postgres.with('postgres', 'deckcast', async (client) => {
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    await delay(lastsMs);
    const [row] = await postgres.administer(
      `select pid, backend_xid from pg_stat_activity where state = 'idle in transaction' and backend_xid is not null and pid = $1`,
      [client.processID],
    );
    await client.query('rollback');
    if (row === undefined) throw new Error('no proof: no session is idle in a transaction');
    return `session ${row.pid} idle in transaction ${row.backend_xid} for ${lastsMs / 1_000} s`;
  });
}

async function prepareElsewhere({ postgres, lastsMs }) {
  return postgres.with('postgres', 'elsewhere', async (client) => {
    await client.query('begin');
    await client.query('select pg_current_xact_id()');
    await client.query(`prepare transaction 'soak'`);
    await delay(lastsMs);
    const [row] = await postgres.administer(`select transaction, database from pg_prepared_xacts where gid = 'soak'`);
    await client.query(`rollback prepared 'soak'`);
    if (row === undefined) throw new Error('no proof: nothing is prepared');
    return `transaction ${row.transaction} prepared in ${row.database} for ${lastsMs / 1_000} s`;
  });
}

const any = ({ servers, random }) => random.pick(servers);
const named =
  (name) =>
  ({ servers }) =>
    servers.find((server) => server.name === name);
const killed = (name) => ({ name: `kill-${name}`, run: kill, of: named(name), lasts: [2, 2], healthyWithinMs: 10_000 });

/** Healthy again within 30 s, unless told. */
export const postgresFaults = [
  killed('web-1'),
  killed('web-2'),
  killed('worker-1'),
  killed('worker-2'),
  {
    name: 'restart-fast',
    run: restart('SIGINT', 'received fast shutdown request'),
    lasts: [2, 2],
    healthyWithinMs: 10_000,
  },
  {
    name: 'restart-immediate',
    run: restart('SIGQUIT', 'received immediate shutdown request'),
    lasts: [2, 2],
    healthyWithinMs: 10_000,
  },
  { name: 'freeze-database', run: freezeDatabase, lasts: [30, 12] },
  { name: 'freeze-process', run: freezeProcess, of: any, lasts: [30, 12] },
  { name: 'silent-link', run: silence(({ server }) => [server.link]), of: any, lasts: [60, 20] },
  { name: 'silent-links', run: silence(({ links }) => links), lasts: [60, 20] },
  { name: 'terminate-sessions', run: terminateSessions, lasts: [1, 1] },
  { name: 'pool-exhausted', run: exhaustPool, lasts: [8, 6] },
  { name: 'max-connections', run: useUpConnections, lasts: [10, 6] },
  { name: 'disk-full', run: fillDisk, lasts: [10, 6], needsOwnDisk: true },
  { name: 'read-only', run: makeReadOnly, lasts: [10, 6] },
  { name: 'clock-off', run: shiftClock, of: any, lasts: [15, 10] },
  { name: 'idle-transaction', run: idleTransaction, lasts: [15, 8] },
  { name: 'prepared-elsewhere', run: prepareElsewhere, lasts: [15, 8] },
];

async function restartProcess({ server }) {
  const { pid, code } = await server.stop();
  if (code !== 0) throw new Error(`no proof: process ${pid} ended with ${code} on SIGTERM, not with 0`);
  server.start();
  return `${server.name}: pid ${pid} ended with code ${code}`;
}

/** The faults that apply to the embedded database, which is one process. */
export const embeddedFaults = [
  { name: 'embedded-kill', run: kill, of: any, lasts: [2, 2], healthyWithinMs: 15_000 },
  { name: 'embedded-freeze', run: freezeProcess, of: any, lasts: [10, 6] },
  { name: 'embedded-restart', run: restartProcess, of: any, lasts: [3, 3], healthyWithinMs: 15_000 },
];
