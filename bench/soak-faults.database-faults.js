// Faults of PostgreSQL, and of the links to it.
import { closeSync, openSync, unlinkSync, writeSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { proof, refusal, until } from './soak-faults.proof.js';
import { poolSize } from './soak-faults.stand.js';

export const restart =
  (signal, said) =>
  async ({ postgres }) => {
    const before = postgres.log().length;
    const { pid } = postgres;
    await postgres.stop(signal);
    await postgres.start();
    if (!postgres.log().slice(before).includes(said)) {
      throw new Error(`no proof: the server's log does not say "${said}"`);
    }
    return `server ${pid} → ${postgres.pid}, log: ${said}`;
  };

export async function freezeDatabase({ postgres, lastsMs }) {
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

/** What a connection through the link takes to fail. */
const probeMs = 2_000;

async function probeLink(link) {
  const connectionString = `postgresql://deckcast@127.0.0.1:${link.port}/deckcast`;
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: probeMs });
  client.on('error', () => {});
  return refusal(() => client.connect());
}

export const silence = (choose) => async (context) => {
  const links = choose(context);
  for (const link of links) link.fallSilent();
  const before = links.map(({ swallowed }) => swallowed);
  try {
    await delay(context.lastsMs - probeMs);
    // Ahead of the probe, so that only bytes of Deckcast and of the server count.
    const bytes = links.map(({ swallowed }, at) => swallowed - before[at]);
    if (bytes.includes(0)) throw new Error('no proof: a link swallowed nothing');
    const code = await probeLink(links[0]);
    if (code === null) throw new Error('no proof: the silent link answers');
    return `bytes swallowed ${bytes.join(', ')}; a probe through it: "${code}"`;
  } finally {
    for (const link of links) link.heal();
  }
};

export async function terminateSessions({ postgres, random }) {
  const before = postgres.log().length;
  const sessions = await postgres.administer(`select pid from pg_stat_activity where usename = 'deckcast'`);
  const victims = random.shuffled(sessions.map(({ pid }) => pid)).slice(0, Math.ceil(sessions.length / 2));
  const ended = await postgres.administer('select pid from unnest($1::int[]) as pid where pg_terminate_backend(pid)', [
    victims,
  ]);
  await proof('the log has no 57P01', () => postgres.log().slice(before).includes('57P01'));
  return `${ended.length} of ${sessions.length} sessions ended, 57P01 in the server's log`;
}

export async function exhaustPool({ postgres, lastsMs }) {
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
export async function useUpConnections({ postgres, lastsMs }) {
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
export async function fillDisk({ postgres, lastsMs }) {
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

export async function makeReadOnly({ postgres, lastsMs }) {
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

export async function idleTransaction({ postgres, lastsMs }) {
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

/** In the database itself: it must delay no event. */
export async function prepareTransaction({ postgres, lastsMs }) {
  return postgres.with('postgres', 'deckcast', async (client) => {
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
