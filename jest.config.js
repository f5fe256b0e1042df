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
  workerIdleMemoryLimit: '1GB',
};
