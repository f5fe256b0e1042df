import os from 'node:os';

/** @type {import('jest').Config} */
export default {
  // Modules are loaded by Node itself, and sources and packages once per worker: docs/decisions/0062.
  runner: './scripts/jest/runner.js',
  runtime: './scripts/jest/runtime.js',
  testEnvironment: './scripts/jest/environment.js',
  injectGlobals: false,
  // The sources as well: Jest finds the tests of a changed file through the imports of these folders alone.
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  // These need a browser: `npm run test:web`.
  testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/web/browser/'],
  // Compiles by .swcrc.
  transform: { '^.+\\.ts$': '@swc/jest' },
  testTimeout: 60_000,
  // Many tests wait for what falls due: so many workers keep two processors busy. Each may take 1.8 GB, and the servers that its
  // tests start as much again.
  maxWorkers: Math.max(1, Math.min(4, Math.floor(os.totalmem() / 2.5e9))),
  // More than a worker begins with (`scripts/jest/node-flags.js`): beyond it, a new one costs less than the collections.
  workerIdleMemoryLimit: '1400MB',
  // Longer than a worker needs to end. In a kept PGlite, PostgreSQL leaves the timer of its last time limit behind, up to 15 s:
  // such a worker is ended, which Jest reports.
  workerGracefulExitTimeout: 1_000,
  // Pages run in the browser. What runs in processes of their own, such as src/main.ts, is counted as not covered.
  collectCoverageFrom: ['src/**/*.ts', '!src/web/**'],
  coverageReporters: ['text-summary', 'lcov'],
  // A point below what the whole suite covers on the embedded database.
  coverageThreshold: { global: { statements: 89, branches: 84, functions: 91, lines: 90 } },
};
