import { readFileSync } from 'node:fs';
import JestRunner from 'jest-runner';

/** How a test file begins that runs alone. The reason follows. */
const mark = '/** @alone ';

/**
 * Runs tests in workers only: a worker is new for each run, so it never keeps sources that have changed since. Files
 * that are marked with `@alone` come last, one after the other, each in a new worker.
 */
class WorkerRunner extends JestRunner {
  async runTests(tests, watcher, options) {
    const isAlone = ({ path }) => readFileSync(path, 'utf8').startsWith(mark);
    const batches = [tests.filter((test) => !isAlone(test)), ...tests.filter(isAlone).map((test) => [test])];
    for (const batch of batches) {
      if (batch.length > 0) await super.runTests(batch, watcher, { ...options, serial: false });
    }
  }
}

export { WorkerRunner as 'module.exports' };
