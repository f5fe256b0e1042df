/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  // The sources as well: Jest finds the tests of a changed file through the imports of these folders alone.
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['<rootDir>/test/**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  // Compiles by .swcrc.
  transform: { '^.+\\.ts$': '@swc/jest' },
  testTimeout: 30_000,
  // Each worker keeps one embedded database; two fit every machine that can build the project.
  maxWorkers: 2,
  // Jest keeps the modules of every file that a worker has run: nearly 2 GB each by the end of a whole run, and a
  // process of that size is not gone within the half second that Jest then waits.
  workerIdleMemoryLimit: '600MB',
  // Pages run in the browser. What runs in processes of their own, such as src/main.ts, is counted as not covered.
  collectCoverageFrom: ['src/**/*.ts', '!src/web/**'],
  coverageReporters: ['text-summary', 'lcov'],
  // What the tests of the doors, of texts and of deliveries cover alone, without those on PostgreSQL.
  coverageThreshold: { global: { statements: 85, branches: 80, functions: 88, lines: 86 } },
};
