// Nothing is lost while workers die: two workers deliver what is published, one of them is killed again and again, the
// secret is rotated, and with RESTART_DATABASE (a shell command) the database is restarted once in the middle. The
// receiver verifies every request, with the old secret and later with the new one. Prints what was lost and doubled.
// Usage: DATABASE_URL=postgresql://… npm run soak -- delivery [events] [kills] [seed]
// POOLER=session://127.0.0.1:6432 or transaction://… puts PgBouncer in that mode between the processes and the database.
import { execSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { counted, database, deckcast, inParallel, receiver, subscribe, target } from './harness.js';
import { seededRandom } from './random.js';

const [events = 10_000, kills = 10, seed = randomInt(1_000_000)] = process.argv.slice(2).map(Number);
const { random } = seededRandom(seed);

/** Publishing goes on through a restart: an event that was not acknowledged is sent again under its own id. */
async function publish(base, id) {
  for (;;) {
    try {
      const answer = await fetch(`${base}/api/events`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ type: 'contract.signed', id }),
      });
      await answer.text();
      if (answer.status === 201 || answer.status === 200) return;
    } catch {
      // The same as a refusal: it is sent again.
    }
    await delay(200);
  }
}

const ids = Array.from({ length: events }, () => crypto.randomUUID());
const seconds = (from) => ((performance.now() - from) / 1_000).toFixed(1);

await database(async (url) => {
  const web = deckcast(url, 'web');
  const base = await web.base();
  const { id: subscriptionId } = await subscribe(base, '/soak');
  const secretPath = `${base}/api/notifications/subscriptions/${subscriptionId}/secret`;
  const readSecret = async () => (await (await fetch(secretPath)).json()).subscriptionSecret;
  const learn = (secret) => fetch(`${target}/soak`, { method: 'PUT', body: secret });
  await learn((await readSecret()).secret);
  const workers = [deckcast(url, 'worker'), deckcast(url, 'worker')];
  const started = performance.now();
  const progress = { acknowledged: 0 };
  const publishing = inParallel(events, 8, async (at) => {
    await publish(base, ids[at]);
    progress.acknowledged += 1;
  });
  let killed = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    // Spread over the whole run, whatever its pace.
    const moment = Math.floor((events * (kill + random())) / kills);
    while (progress.acknowledged < moment) await delay(20);
    const victim = Math.floor(random() * workers.length);
    await workers[victim].kill();
    killed += 1;
    // Rotated after a quarter of the kills; the receiver goes over to the new secret after a half.
    if (kill === Math.floor(kills / 4)) await fetch(`${secretPath}/rotate`, { method: 'POST' });
    if (kill === Math.floor(kills / 2)) await learn((await readSecret()).secret);
    if (kill === Math.floor(kills / 2) && process.env.RESTART_DATABASE) execSync(process.env.RESTART_DATABASE);
    workers[victim] = deckcast(url, 'worker');
  }
  await publishing;
  const published = seconds(started);
  const deadline = performance.now() + 180_000;
  let seen = await counted();
  while (seen.ids < events && performance.now() < deadline) {
    await delay(250);
    seen = await counted();
  }
  const received = new Set(await (await fetch(`${target}/list`)).json());
  const lost = ids.filter((id) => !received.has(`/soak ${id}`)).length;
  const duplicates = seen.requests - seen.ids;
  console.log(
    `seed ${seed}: ${events} events published in ${published} s, ${killed} workers killed, all done after ${seconds(started)} s`,
  );
  console.log(
    `lost ${lost}, foreign ${seen.ids - events + lost}, received twice ${duplicates} (${((100 * duplicates) / events).toFixed(2)} %), each twin under the same webhook-id`,
  );
  console.log(`unverified ${seen.unverified}, by standardwebhooks and svix, the secret rotated on the way`);
  if (lost > 0 || seen.ids !== events || seen.unverified > 0) process.exitCode = 1;
  await Promise.all([web, ...workers].map((one) => one.stop()));
});
receiver.kill();
process.exit();
