// The clients, in a process of their own: each keeps one connection and asks again as soon as it is answered. Answers of
// the warm-up are not counted. An answer with another status, another length than the verified one, or errors is counted
// as an error.
import { randomUUID } from 'node:crypto';
import { Pool } from 'undici';

process.on('message', async ({ base, requests, connections, warmUpMs, ms }) => {
  const pool = new Pool(base, { connections, pipelining: 1 });
  let next = 0;
  const measured = { answers: 0, errors: 0, bytes: 0, statuses: {}, took: [] };
  let from = Infinity;

  async function ask() {
    const { bytes: expected, body, ...request } = requests[next++ % requests.length];
    const began = performance.now();
    const answer = await pool.request({ ...request, body: body?.replace('UNIQUE', randomUUID()) });
    const content = Buffer.from(await answer.body.arrayBuffer());
    if (began < from) return;
    const isRight = expected === undefined ? !content.includes('"errors"') : content.length === expected;
    measured.answers += 1;
    measured.bytes += content.length;
    if (answer.statusCode >= 400 || !isRight) {
      measured.errors += 1;
      measured.firstError ??= `${answer.statusCode} ${content.toString('utf8', 0, 300)}`;
    }
    measured.statuses[answer.statusCode] = (measured.statuses[answer.statusCode] ?? 0) + 1;
    measured.took.push(performance.now() - began);
  }

  async function lane(until) {
    while (performance.now() < until) {
      await ask().catch(() => (measured.errors += 1));
    }
  }
  const all = (until) => Promise.all(Array.from({ length: connections }, () => lane(until)));
  await all(performance.now() + warmUpMs);
  process.send('warm');
  const began = performance.now();
  from = began;
  await all(began + ms);
  const seconds = (performance.now() - began) / 1_000;
  await pool.close();
  const took = measured.took.sort((a, b) => a - b);
  process.send({
    ...measured,
    took: undefined,
    seconds,
    p50: took[Math.floor(took.length / 2)],
    p99: took[Math.floor(took.length * 0.99)],
  });
});
process.once('disconnect', () => process.exit());
