import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { deckcast, type Ended } from '../helpers/deckcast.ts';
import { eventually } from '../helpers/eventually.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { fillDataDir } from '../helpers/template.ts';
import { use } from '../helpers/use.ts';
import type { LogAnswer } from '../trust/audit/audit-log.ts';

let dataDir = '';
use(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'deckcast-audit-'));
  await fillDataDir(dataDir);
  return () => rm(dataDir, { recursive: true, force: true });
});

async function audit(args: readonly string[], env: Record<string, string>): Promise<Ended> {
  return deckcast(['audit', ...args], env);
}

test('deckcast audit exports and verifies, beside a server and without one', async () => {
  const server = new ServerProcess({ DATA_DIR: dataDir });
  const base = await server.base();
  const env = { DATA_DIR: dataDir, PORT: new URL(base).port };
  const send = (body: object): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await fetch(`${base}/api/decks`, send({ name: 'First' }));
  await fetch(`${base}/api/decks`, send({ name: 'Second' }));
  const head = await eventually(async () => {
    const { head: now } = (await (await fetch(`${base}/api/audit`)).json()) as LogAnswer;
    return now.number === 2 && now;
  });
  const end = `2:${head.hash}`;
  const remote = await audit(['verify', '--kept', end], env);
  expect([remote.stderr, remote.stdout.split('\n')[0]]).toEqual([
    '',
    '2 entries of the chain fit. Entries beside the chain were not looked for: that needs the database itself.',
  ]);

  const { stdout } = await audit(['export'], env);
  await server.end('SIGTERM');
  const file = path.join(dataDir, 'audit.jsonl');
  await writeFile(file, stdout);
  await writeFile(file, (await readFile(file, 'utf8')).replace('createDeck', 'deleteDeck'));
  expect(await audit(['verify', file], env)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The entry \S+, number 1, was altered/),
  });

  const alone = await audit(['verify', '--kept', end], env);
  expect(alone).toMatchObject({ stderr: '', stdout: expect.stringMatching(/^\d entries of the chain fit\. \d more/) });
}, 120_000);
