import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';

const lockModule = path.join(import.meta.dirname, '..', '..', 'dist/kit/core/folder-lock.js');

/** Takes the lock as often as it is told to, keeps what it gets, and reports how each attempt ended. */
const program = `
  const { FolderLock } = await import(${JSON.stringify(lockModule)});
  const held = [];
  process.on('message', async ({ folder, times }) => {
    const refusals = [];
    for (let time = 0; time < times; time += 1) {
      await FolderLock.take(folder).then((lock) => held.push(lock), ({ message }) => refusals.push(message));
    }
    process.send({ pid: process.pid, got: times - refusals.length, refusals });
  });
`;

interface Outcome {
  readonly pid: number;
  readonly got: number;
  readonly refusals: readonly string[];
}

const ownNamespace = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const mayUnshare = spawnSync(ownNamespace[0] ?? '', [...ownNamespace.slice(1), 'true']).status === 0;

describe('the lock of a data folder, among processes', () => {
  let folder: string;
  let running: ChildProcess[] = [];

  beforeEach(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-lock-'));
  });

  afterEach(async () => {
    await Promise.all(running.map(kill));
    running = [];
    await rm(folder, { recursive: true, force: true });
  });

  function startTaker(...wrapper: string[]): ChildProcess {
    const [command, ...args] = [...wrapper, process.execPath, '--input-type=module', '-e', program];
    const taker = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    running.push(taker);
    return taker;
  }

  async function take(taker: ChildProcess, times = 1): Promise<Outcome> {
    const answered = once(taker, 'message');
    taker.send({ folder, times });
    return ((await answered) as [Outcome])[0];
  }

  async function kill(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  test('passes from a killed holder to exactly one of 60 takers, time after time', async () => {
    let takers = Array.from({ length: 20 }, () => startTaker());
    for (let round = 0; round < 3; round += 1) {
      const outcomes = await Promise.all(takers.map((taker) => take(taker, 3)));
      const winners = takers.filter((_, index) => outcomes[index]?.got !== 0);
      expect(outcomes.reduce((sum, { got }) => sum + got, 0)).toBe(1);
      const refusals = new Set(outcomes.flatMap((outcome) => outcome.refusals));
      expect([...refusals]).toEqual([expect.stringContaining(`is in use by process ${winners[0]?.pid} on host`)]);
      await Promise.all(winners.map(kill));
      takers = takers.filter((taker) => !winners.includes(taker));
    }
  }, 60_000);

  test('stays with a holder that is halted by SIGSTOP', async () => {
    const [holder, taker] = [startTaker(), startTaker()];
    expect((await take(holder)).got).toBe(1);
    holder.kill('SIGSTOP');
    expect(await take(taker)).toMatchObject({ got: 0, refusals: [expect.stringContaining(`process ${holder.pid} `)] });
  });

  // Needs the right to make a namespace, which only root has on most systems.
  (mayUnshare ? test : test.skip)('holds between two containers in which both processes have the id 1', async () => {
    const [holder, taker] = [startTaker(...ownNamespace), startTaker(...ownNamespace)];
    expect(await take(holder)).toMatchObject({ pid: 1, got: 1 });
    expect(await take(taker)).toMatchObject({
      pid: 1,
      got: 0,
      refusals: [expect.stringContaining('process 1 on host')],
    });
    await kill(holder);
    expect(await take(taker)).toMatchObject({ pid: 1, got: 1 });
  });

  test('refuses a folder that its user may not write to', async () => {
    await chmod(folder, 0o555);
    // Root may write everywhere: as root the taker runs as the user "nobody".
    const asNobody = process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : [];
    const { refusals } = await take(startTaker(...asNobody));
    expect(refusals).toEqual([expect.stringMatching(/cannot be written \(EACCES\): give the user of this process/)]);
  });
});
