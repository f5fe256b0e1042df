/** @type {import('jest').Config} */
export default {
  testEnvironment: 'node',
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, useDefineForClassFields: false },
          target: 'es2023',
          experimental: { keepImportAttributes: true },
        },
        module: { type: 'es6' },
        sourceMaps: 'inline',
      },
    ],
  },
  testTimeout: 30_000,
  // Each worker keeps one embedded database; two fit every machine that can build the project.
  maxWorkers: 2,
  // Jest keeps the modules of every file that a worker has run: nearly 2 GB each by the end of a whole run, and a
  // process of that size is not gone within the half second that Jest then waits.
  workerIdleMemoryLimit: '1GB',
};
