// Runs the suite, then once more, one after the other, the few files that failed: a test that fails only beside others is
// named as unstable and does not refuse a change, unless its file was unstable lately. What fails twice, or in many files,
// fails. Names the slowest files. Takes Jest's arguments.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import config from '../jest.config.js';
import { nodeFlags } from './jest/node-flags.js';
import { recordRun } from './test-runs.js';

/** Files that are run again at most: more of them are no accident. */
const mostAgain = 4;
/** Files that are listed as the slowest. */
const slowest = 10;
const folder = mkdtempSync(path.join(tmpdir(), 'deckcast-suite-'));

/** @returns the exit code, the time of each file, and the files that failed with the names of their failed tests */
function jest(args) {
  const report = path.join(folder, 'report.json');
  rmSync(report, { force: true });
  const all = [...nodeFlags, 'node_modules/jest/bin/jest.js', '--json', `--outputFile=${report}`, ...args];
  const { status } = spawnSync(process.execPath, all, { stdio: ['inherit', 'ignore', 'inherit'] });
  // Without files to run Jest writes none.
  const { testResults } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : { testResults: [] };
  const failed = testResults
    .filter((file) => file.status === 'failed')
    .map(({ name, assertionResults }) => ({
      file: path.relative('.', name),
      tests: assertionResults.filter((one) => one.status === 'failed').map(({ fullName }) => fullName),
    }));
  const times = testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative('.', name),
    seconds: (endTime - startTime) / 1_000,
  }));
  return { code: status ?? 1, times, failed };
}

function printSlowest(times) {
  if (times.length < 2) return;
  const first = times.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowest);
  console.error(`\nThe slowest ${first.length} of ${times.length} test files, in seconds:`);
  for (const { file, seconds } of first) console.error(`${seconds.toFixed(1).padStart(7)}  ${file}`);
}

/**
 * What is looked at lies above the database: rights of operations, documents and how they are executed, clients, prices and
 * texts that engines make, mails and webhooks on their way, log lines, fonts, printing, what clients leave unread, the heap
 * and the load of the process.
 */
const aboveTheDatabase = [
  'contracts/(?:contract-(?:directions|fonts|pdf|printer)|large-contracts)',
  'delivery/(?:channels/(?!receiver|target)|event-types/|mails/)',
  'docs/',
  'kit/core/(?:limits/(?:client-limits|large-bodies|limits|unread)|outgoing-traces)',
  'kit/graphql/(?:apollo-suite|broadcasts|conformance|cost|descriptions|differential|document|http-clients|persisted|scalars|websocket)',
  'kit/http/',
  String.raw`presentations/(?:financing|missing-values|narration\.|offer-preview|pricing|speech-preview)`,
  'process/(?:completion|garbage|inbox-examples|output|overload|promoted|speech-child)',
  'rules/(?:bad-input|generated-clients|http-apis|node-ids|operations|reasons|unknown-query)',
  'unharmed',
];

/**
 * On PostgreSQL the files that use no database would do the same work again, and those above it nearly the same: they are
 * not run.
 */
function databaseTests() {
  const { TEST_DATABASE_URL } = process.env;
  if (TEST_DATABASE_URL === undefined) return [];
  const ignored = [...config.testPathIgnorePatterns, `<rootDir>/test/(?:${aboveTheDatabase.join('|')})`];
  const patterns = ignored.map((pattern) => `--testPathIgnorePatterns=${pattern}`);
  return [...patterns, '--findRelatedTests', 'test/helpers/test-database.ts'];
}

/** @returns the exit code of a second run of the files that failed, and those of them that passed in it */
function runAgain(args, failed) {
  const files = failed.map(({ file }) => file);
  console.error(`\nThese files failed and run once more, one after the other: ${files.join(', ')}`);
  const ignored = args.filter((arg) => arg.startsWith('--testPathIgnorePatterns='));
  const { code, times, failed: failedAgain } = jest([...ignored, '--runInBand', '--runTestsByPath', ...files]);
  const passed = new Set(times.map(({ file }) => file)).difference(new Set(failedAgain.map(({ file }) => file)));
  return { code, unstable: failed.filter(({ file }) => passed.has(file)) };
}

/** @returns the exit code */
function run(args) {
  const { code, times, failed } = jest(args.length > 0 ? args : databaseTests());
  printSlowest(times);
  const isAgain = code !== 0 && failed.length > 0 && failed.length <= mostAgain;
  const again = isAgain ? runAgain(args, failed) : { code, unstable: [] };
  if (again.unstable.length > 0) console.error('\nUNSTABLE: failed at first, passed alone:');
  for (const { file, tests } of again.unstable) console.error([file, ...tests].join('\n  '));
  const files = times.map(({ file }) => file);
  const unstable = again.unstable.map(({ file }) => file);
  const twice = recordRun(files, unstable);
  for (const sentence of twice) console.error(sentence);
  return twice.length > 0 ? again.code || 1 : again.code;
}

try {
  process.exitCode = run(process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
