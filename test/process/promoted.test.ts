import path from 'node:path';
import { afterEach, beforeEach, expect, jest, test } from '@jest/globals';
import { createDeck, createSlides } from '../helpers/factories.ts';
import { RestClient } from '../helpers/rest-client.ts';
import { ServerProcess, servingFlags } from '../helpers/server-process.ts';
import { createProcessData, type ProcessData } from '../helpers/test-database.ts';

jest.setTimeout(240_000);

let data: ProcessData;
let server: ServerProcess;
let rest: RestClient;

beforeEach(async () => {
  data = await createProcessData('promoted');
  server = new ServerProcess(
    {
      ...data.env,
      SEED_DEMO: 'off',
      SPEECH: 'none',
      ROLES: 'web',
      RATE_PER_KEY: '0',
      RATE_PER_ADDRESS: '0',
      NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'old-space.ts')}`,
    },
    { flags: servingFlags },
  );
  rest = await new RestClient(await server.base(60_000), {}).open();
});

afterEach(async () => {
  await server.end('SIGKILL');
  await data.remove();
});

/** By how many bytes the old objects of the server have grown since they were collected. */
function growth(): Promise<number> {
  return server.report('grown by');
}

/** Bytes that each of many equal requests leaves among the old objects. Compressing leaves some, by Node itself. */
async function leftBy(route: string, options: RequestInit = {}): Promise<number> {
  const { base } = rest;
  const headers = { 'accept-encoding': 'identity', 'content-type': 'application/json' };
  const send = async (count: number): Promise<void> => {
    for (let at = 0; at < count; at += 1) {
      const answer = await fetch(`${base}${route}`, { headers, ...options });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    }
  };
  // What runs for the first time leaves its code.
  await send(100);
  await growth();
  await send(200);
  return (await growth()) / 200;
}

test('a request leaves little behind that only a full collection frees', async () => {
  const { id } = await createDeck(rest);
  await createSlides(
    rest,
    id,
    Array.from({ length: 20 }, () => ({})),
  );
  const leftByQuery = (query: string): Promise<number> =>
    leftBy('/graphql', { method: 'POST', body: JSON.stringify({ query }) });
  // Most bytes, and what was left with a getter in an object literal and closures that were assigned to properties. The rest
  // comes from the packages that run a statement: more on the embedded database, and until V8 has compiled them.
  expect(await leftBy('/healthz')).toBeLessThan(1_500); // 5,600
  expect(await leftBy(`/api/decks/${id}/slides`)).toBeLessThan(5_500); // 10,400
  const nested = '{ decks { edges { cursor node { id slides { id title } } } pageInfo { endCursor } } }';
  expect(await leftByQuery(nested)).toBeLessThan(6_500); // 8,900
  const events = '{ events(first: 20) { edges { cursor node { id deck { id } } } } }';
  expect(await leftByQuery(events)).toBeLessThan(14_000); // 29,300
});
