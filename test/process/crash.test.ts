import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '../helpers/eventually.ts';
import { ServerProcess } from '../helpers/server-process.ts';
import { newDataDir } from '../helpers/template.ts';

describe('an unexpected error', () => {
  let dataDir: string;
  let server: ServerProcess;

  beforeEach(async () => {
    dataDir = await newDataDir('crash');
  });

  afterEach(async () => {
    await server.end('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });

  /** A module that Node loads before Deckcast, and that fails once Deckcast has started. */
  function failingLater(statement: string): string {
    const code = `setInterval(() => { if (process.listenerCount('uncaughtException') > 0) { ${statement} } }, 100)`;
    return `--import data:text/javascript,${encodeURIComponent(code)}`;
  }

  test.each([
    ['of a callback', "throw new Error('lost')"],
    ['of a promise', "void Promise.reject(new Error('lost'))"],
  ])('%s is one line of the log, and the process exits with 1', async (_, statement) => {
    server = new ServerProcess({ DATA_DIR: dataDir, NODE_OPTIONS: failingLater(statement) });
    expect(await server.exited()).toBe(1);
    const lines = await eventually(() => {
      const found = server.stdout.split('\n').filter((line) => line.includes('unexpected error'));
      return found.length > 0 && found;
    });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ error: expect.objectContaining({ message: 'lost' }), level: 50 }),
    ]);
    expect(server.stderr).toBe('');
  });
});
