// npm run mutate -- <source file>… [--tests <test file>…]: changes one operator, condition or value of the sources at a time,
// runs the tests, and lists the changes that no test notices. Needs `npm ci --prefix bench`.
//
// Without --tests these are the tests that import a source themselves or have its name, or else those of the sources that
// import it. A change that lives may be
// equivalent to the source: the list is for a person to read, so it fails nothing.
import { existsSync } from 'node:fs';
import { Stryker } from '@stryker-mutator/core';
import { testsOf } from './tests-of.js';

/** The longest that one run of the tests may take beyond the first, in milliseconds. */
const timeoutMS = 60_000;

const args = process.argv.slice(2);
const at = args.indexOf('--tests');
const sources = at === -1 ? args : args.slice(0, at);
const missing = [...sources, ...(at === -1 ? [] : args.slice(at + 1))].filter((file) => !existsSync(file));
if (sources.length === 0 || missing.length > 0) {
  const reason = missing.length > 0 ? `There is no ${missing.join(', no ')}.\n` : '';
  throw new Error(`${reason}Usage: npm run mutate -- <source file>… [--tests <test file>…]`);
}

const tests = at === -1 ? testsOf(sources) : args.slice(at + 1);
if (tests.length === 0)
  throw new Error(`No test imports ${sources.join(' or ')}, directly or through others: name some behind --tests.`);
console.log(`Tests: ${tests.join(' ')}`);

await new Stryker({
  mutate: sources,
  testRunner: 'command',
  // Jest's own runner for Stryker would load the modules of sources anew for each file, which ours does not (decision 0062).
  commandRunner: { command: `node node_modules/jest/bin/jest.js --runInBand --bail ${tests.join(' ')}` },
  coverageAnalysis: 'off',
  concurrency: 1,
  timeoutMS,
  ignorePatterns: ['/bench', '/coverage', '/data', '/dist'],
  tempDirName: 'bench/results/mutation',
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
}).runMutationTest();
