import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createDeck, createSlides, presentationInput } from '../helpers/factories.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { computingFlags, ServerProcess } from '../helpers/server-process.ts';
import { createProcessData, type ProcessData } from '../helpers/test-database.ts';

jest.setTimeout(240_000);

let data: ProcessData;
let server: ServerProcess;

beforeEach(async () => {
  data = await createProcessData('garbage');
  server = new ServerProcess(
    {
      ...data.env,
      SEED_DEMO: 'off',
      SPEECH: 'none',
      ROLES: 'web',
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'heap-peak.ts')}`,
    },
    { flags: computingFlags },
  );
});

afterEach(async () => {
  await server.end('SIGKILL');
  await data.remove();
});

/** By how many megabytes garbage made the heap of the server larger since it was asked last. */
async function mostGarbage(): Promise<number> {
  return (await server.report('garbage at most')) / 1_000_000;
}

test('presentations of a large deck leave much less garbage at a time than V8 would let them', async () => {
  const rest = await new RestClient(await server.base(60_000), {}).open();
  const { id } = await createDeck(rest);
  const narrationScript = 'Every roof is measured twice. '.repeat(133);
  const slides = Array.from({ length: 100 }, () => ({ narrationScript }));
  await createSlides(rest, id, slides);
  const garbageOf = async (count: number) => {
    const inputs = Array.from({ length: count }, () => presentationInput());
    const { status } = await rest.post(`/api/decks/${id}/presentations/bulk`, { inputs });
    expect(status).toBe(200);
    return mostGarbage();
  };
  await garbageOf(2);
  const limited = await garbageOf(12);
  server.signal('SIGWINCH');
  const unlimited = await garbageOf(12);
  // 84 to 103 MB, and 154 to 185 MB.
  expect(limited).toBeLessThan(unlimited * 0.8);
  expect(limited).toBeLessThan(200);
});
