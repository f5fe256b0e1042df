import { expect, test } from '@jest/globals';
import { eventually } from '../../../helpers/eventually.ts';
import { type HeldRequest, holdRequest } from '../../../helpers/held-request.ts';
import { useApp } from '../../../helpers/test-app.ts';
import { unharmed } from '../../../helpers/unharmed.ts';

const app = useApp();

const hold = (bytes: number): Promise<HeldRequest> =>
  holdRequest(app.base, '/api/decks', { body: JSON.stringify({ name: 'Large', ignored: 'x'.repeat(bytes) }) });

const send = async (bytes: number) => (await hold(bytes)).finish();

test('of large bodies that are sent slowly 64 MiB are kept: further ones are refused, small ones are taken', async () => {
  // The clients are in this process as well: they hold what they send, and the server the 64 MiB that it keeps.
  const limits = { p99Ms: 300, grownMb: 300 };
  await unharmed(
    app,
    async () => {
      const held: HeldRequest[] = [];
      // The last byte of each is missing.
      while (held.length < 80) held.push(...(await Promise.all(Array.from({ length: 8 }, () => hold(1_000_000)))));
      const refused = await eventually(async () => {
        const answer = await send(900_000);
        return answer.status === 503 ? answer : null;
      });
      expect(JSON.parse(refused.text)).toMatchObject({
        code: 'UNAVAILABLE',
        reason: 'overloaded',
        detail: 'Too many large bodies are being sent at a time: try again shortly.',
      });
      expect(refused.headers['retry-after']).toBe('2');
      expect((await send(60_000)).status).toBe(201);
      for (const one of held) one.abandon();
      await eventually(async () => (await send(900_000)).status === 201);
    },
    limits,
  );
  expect((await app.graphql.send(`{ decks { nodes { id } } } # ${'x'.repeat(900_000)}`)).status).toBe(200);
}, 60_000);
