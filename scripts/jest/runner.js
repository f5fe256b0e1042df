import { readFileSync, statSync } from 'node:fs';
import JestRunner from 'jest-runner';
import { dropDatabasesOfRun } from './run-databases.js';

/** How a test file begins that cannot run in any worker beside any others. The reason follows. */
const marked = /^\/\*\* @(fresh|quiet) /;

/** Files with `@quiet` that run at a time. */
const quietAtOnce = 2;

/**
 * Runs tests in workers only: a worker is new for each run, so it never keeps sources that have changed since. Files
 * that are marked with `@fresh` get new workers beside the others. After them come those with `@quiet`, which need
 * processors that are not busy. Databases that workers keep on PostgreSQL for further files are removed at the end.
 */
class WorkerRunner extends JestRunner {
  async runTests(tests, watcher, options) {
    const byMark = Map.groupBy(bySize(tests), ({ path }) => marked.exec(readFileSync(path, 'utf8'))?.[1]);
    const run = async (batch = []) => {
      if (batch.length > 0) await super.runTests(batch, watcher, { ...options, serial: false });
    };
    const inNewWorkers = async (batch = []) => {
      for (const test of batch) await run([test]);
    };
    await Promise.all([run(byMark.get(undefined)), inNewWorkers(byMark.get('fresh'))]);
    this._globalConfig = { ...this._globalConfig, maxWorkers: Math.min(quietAtOnce, this._globalConfig.maxWorkers) };
    await run(byMark.get('quiet'));
    if (process.env.TEST_DATABASE_URL !== undefined) await dropDatabasesOfRun();
  }
}

/**
 * Begins with the largest files. Jest begins with those that took longest: they wait for what falls due, so that processors
 * would idle at first, and the others would compete for them later.
 */
function bySize(tests) {
  const sizes = new Map(tests.map((test) => [test, statSync(test.path).size]));
  return tests.toSorted((one, other) => sizes.get(other) - sizes.get(one));
}

export { WorkerRunner as 'module.exports' };
