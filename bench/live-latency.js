// From publishing through one process to a screen on another: idle (one at a time) and at a steady pace. Fresh processes
// need a second of that pace until their code is compiled, in which an event may take 200 ms: it is told apart.
// Usage: DATABASE_URL=postgresql://… node live-latency.js [events a second] [seconds]
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { atPace, database, deckcast, follow, post, receiver, until } from './harness.js';

const [perSecond = 500, seconds = 10] = process.argv.slice(2).map(Number);
const arrived = new Map();
/** The next event is published soon after the one before has arrived. */
const quick = { pauseMs: 5 };
const query = 'subscription ($after: String) { events(after: $after) { id data: payload } }';

function reported(name, published) {
  const took = [...published].map(([id, at]) => arrived.get(id) - at).sort((a, b) => a - b);
  const at = (part) => took[Math.floor(took.length * part)].toFixed(1);
  console.log(`${name.padEnd(22)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ${took.length} events, none lost`);
}

await database(async (url) => {
  const [here, there] = [deckcast(url, 'web'), deckcast(url, 'web')];
  const [publishing, screen] = [await here.base(), await there.base()];
  const socket = await follow(screen, query, ({ id }) => arrived.set(id, performance.now()));
  const publish = async (into) => {
    const id = randomUUID();
    into.set(id, performance.now());
    await post(publishing, '/api/events', { type: 'bench.latency', id });
    return id;
  };
  const warm = new Map();
  for (let at = 0; at < 50; at += 1) await publish(warm);
  await until(() => [...warm.keys()].some((id) => arrived.has(id)), 'the arrival of a first event', quick);
  const idle = new Map();
  for (let at = 0; at < 200; at += 1) {
    const id = await publish(idle);
    await until(() => arrived.has(id), 'the arrival of an event', quick);
    await delay(20);
  }
  reported('idle', idle);
  const keepBusy = async (name, forSeconds) => {
    const busy = new Map();
    await atPace(perSecond * forSeconds, perSecond, () => publish(busy));
    await until(() => [...busy.keys()].every((id) => arrived.has(id)), 'the arrival of all events', quick);
    reported(name, busy);
  };
  await keepBusy('its first two seconds', 2);
  await keepBusy(`${perSecond} events a second`, seconds);
  socket.terminate();
  await Promise.all([here.kill(), there.kill()]);
});
receiver.kill();
process.exit();
