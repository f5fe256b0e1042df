import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';

const root = path.join(import.meta.dirname, '..', '..');

/** In place of Jest: reports the files that it is given, of which `FAILS_FIRST` and `FAILS` fail. */
const jest = `const { writeFileSync } = require('node:fs');
const report = process.argv.find((arg) => arg.startsWith('--outputFile=')).slice('--outputFile='.length);
const failing = [process.env.FAILS, process.argv.includes('--runInBand') ? undefined : process.env.FAILS_FIRST];
const testResults = process.argv.filter((arg) => arg.endsWith('.test.ts')).map((name) => {
  const status = failing.includes(name) ? 'failed' : 'passed';
  return { name, status, startTime: 0, endTime: 1000, assertionResults: [{ fullName: 'one test', status }] };
});
writeFileSync(report, JSON.stringify({ testResults }));
process.exitCode = testResults.some(({ status }) => status === 'failed') ? 1 : 0;`;

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'deckcast-test-runs-'));
  await mkdir(path.join(folder, 'node_modules/jest/bin'), { recursive: true });
  await writeFile(path.join(folder, 'node_modules/jest/bin/jest.js'), jest);
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const recordFile = (): string => path.join(folder, 'cache', 'runs.jsonl');

/** A run of the suite in a folder of its own. */
function run(files: readonly string[], env: Record<string, string> = {}): { status: number | null; stderr: string } {
  const args = [path.join(root, 'scripts/test.js'), ...files];
  return spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { TEST_RUNS_FILE: recordFile(), ...env },
  });
}

test('a file that is unstable once passes, twice in its last ten runs fails with both dates', async () => {
  const unstable = { FAILS_FIRST: 'a.test.ts' };
  const first = run(['a.test.ts', 'b.test.ts'], unstable);
  expect(first.stderr).toContain('UNSTABLE: failed at first, passed alone:\na.test.ts\n  one test\n');
  expect(first.status).toBe(0);
  // Another file, and runs of other files, do not count.
  expect(run(['a.test.ts', 'b.test.ts'], { FAILS_FIRST: 'b.test.ts' }).status).toBe(0);
  for (let time = 0; time < 7; time += 1) expect(run(['a.test.ts']).status).toBe(0);
  expect(run(['c.test.ts']).status).toBe(0);

  const { status, stderr } = run(['a.test.ts', 'b.test.ts'], unstable);
  const lines = (await readFile(recordFile(), 'utf8')).trimEnd().split('\n');
  const dates = lines.map((line) => (JSON.parse(line) as { at: string }).at);
  expect(stderr).toContain(
    `a.test.ts was unstable twice in its last 10 runs, on ${dates[0]} and on ${dates.at(-1)}: mend it.`,
  );
  expect(status).toBe(1);
});

test('a file that was unstable ten runs ago passes again', () => {
  const unstable = { FAILS_FIRST: 'a.test.ts' };
  expect(run(['a.test.ts'], unstable).status).toBe(0);
  for (let time = 0; time < 9; time += 1) expect(run(['a.test.ts']).status).toBe(0);
  expect(run(['a.test.ts'], unstable).status).toBe(0);
});

test('a file that fails twice fails, and is not unstable beside one that is', () => {
  const { status, stderr } = run(['a.test.ts', 'b.test.ts'], { FAILS_FIRST: 'a.test.ts', FAILS: 'b.test.ts' });
  expect(status).toBe(1);
  expect(stderr).toContain('passed alone:\na.test.ts\n');
  expect(stderr).not.toContain('passed alone:\na.test.ts\n  one test\nb.test.ts');
  expect(run(['b.test.ts'], { FAILS_FIRST: 'b.test.ts' }).status).toBe(0);
});

test('a record that cannot be read or written does not refuse a change', async () => {
  await mkdir(path.join(folder, 'cache'));
  await writeFile(recordFile(), 'no JSON\n');
  expect(run(['a.test.ts'])).toMatchObject({ status: 0, stderr: expect.stringContaining('begins anew') });
  await rm(path.join(folder, 'cache'), { recursive: true });
  await writeFile(path.join(folder, 'cache'), 'no folder');
  expect(run(['a.test.ts'])).toMatchObject({ status: 0, stderr: expect.stringContaining('is not written') });
});
