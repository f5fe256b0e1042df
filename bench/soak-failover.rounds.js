// The rounds, in their order: each goes on with the server that the one before has left. `prepare` runs under load,
// `copy` makes the state to which the database goes back, `strike` ends the server and brings that state to the front.
import { execFile } from 'node:child_process';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { findPrograms, findUser, PrivatePostgres } from './soak-faults.postgres.js';
import { freePort } from './soak-faults.stand.js';

const user = findUser();

/** A program of PostgreSQL, as the user of the server; the load goes on meanwhile. */
async function run(program, parameters) {
  await promisify(execFile)(path.join(findPrograms(), program), parameters, user);
}

/** A folder that the server's user may write in. */
function folderFor(stage, name) {
  const folder = path.join(stage.folder, name);
  mkdirSync(folder);
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  return folder;
}

const synchronous = {
  name: 'the primary is killed, its synchronous standby is promoted',
  withinMs: 15_000,
  async prepare(stage) {
    stage.primary = await stage.cluster.leader();
    const states = await stage.cluster.statesOf(stage.primary, ['async', 'sync']);
    stage.expected = states.get('sync');
  },
  async strike(stage) {
    const { primary } = stage;
    primary.kill();
    stage.primary = await stage.cluster.leader();
    if (stage.primary.name !== stage.expected) throw new Error(`${stage.primary.name} is not the synchronous standby`);
    return `${primary.name} killed, ${stage.primary.name} promoted`;
  },
};

const asynchronous = {
  name: 'the primary is killed, an asynchronous standby that lags behind is promoted',
  withinMs: 30_000,
  async prepare({ cluster, primary }) {
    await cluster.statesOf(primary, ['sync']);
    await cluster.becomeAsynchronous(primary);
  },
  async copy({ cluster, primary }) {
    if ((await cluster.freezeSenders(primary)) === 0) throw new Error('there is no standby');
  },
  async strike(stage) {
    const { primary } = stage;
    primary.kill();
    stage.primary = await stage.cluster.leader();
    return `${primary.name} killed, ${stage.primary.name} promoted`;
  },
};

/** Started without a recovery target, a base backup keeps the identity of its server, and its timeline. */
const earlier = {
  name: 'the data folder is restored from a base backup',
  withinMs: 30_000,
  async copy(stage) {
    const folder = folderFor(stage, 'backup');
    const port = await freePort();
    const file = (name) => path.join(folder, 'data', name);
    const settings = {
      port,
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      synchronous_standby_names: '',
      hba_file: file('pg_hba.conf'),
      ident_file: file('pg_ident.conf'),
    };
    const parameters = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    stage.restored = new PrivatePostgres(folder, port, { parameters });
    const from = stage.primary.url('postgres', 'postgres');
    await run('pg_basebackup', ['-d', from, '-D', stage.restored.data, '-X', 'stream', '-c', 'fast']);
  },
  async strike({ primary, cluster, restored, front }) {
    primary.kill();
    cluster.close();
    await restored.start();
    await front.leadTo(restored.port);
    return `${primary.name} killed, its base backup started`;
  },
};

const dump = {
  name: 'a dump from before a failover is restored to another server',
  withinMs: 30_000,
  async prepare(stage) {
    stage.fresh = new PrivatePostgres(folderFor(stage, 'fresh'), await freePort(), { onOwnDisk: false });
    await stage.fresh.create();
    stage.dump = path.join(folderFor(stage, 'dump'), 'deckcast.dump');
  },
  async copy({ restored, dump: file }) {
    await run('pg_dump', ['-d', restored.url('postgres', 'deckcast'), '-F', 'custom', '-f', file]);
    // A failover of its own, whose timeline and epoch are lost with the events.
    await restored.stop('SIGINT');
    writeFileSync(path.join(restored.data, 'standby.signal'), '');
    await restored.start();
    await restored.administer('select pg_promote()');
  },
  async strike({ restored, fresh, dump: file, front }) {
    await restored.kill();
    await run('pg_restore', ['-d', fresh.url('postgres', 'deckcast'), file]);
    await front.leadTo(fresh.port);
    return 'the old server killed, the dump restored to a new one';
  },
};

export const rounds = [synchronous, asynchronous, earlier, dump];
