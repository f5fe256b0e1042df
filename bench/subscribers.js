// Subscribers in a process of their own, which count what they are sent: see fan-out.clients.js.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** Opens so many subscribers, each with the next of the queries. */
export async function subscribe(url, count, queries) {
  const clients = fork(path.join(import.meta.dirname, 'fan-out.clients.js'));
  const receive = async (name) => {
    for (;;) {
      const [message] = await once(clients, 'message');
      if (name in message) return message[name];
    }
  };
  await receive('started');
  clients.send({ open: { url, count, queries } });
  await receive('opened');
  // A stream is open once its first event has come: one that is not counted shows it. No answer tells when that event
  // may happen; one that happens too early for some is awaited for ever.
  await delay(1_000);
  return {
    /** Counts from now on. `done` is what they say once so many frames have come, from the first to the last. */
    expect: async (frames) => {
      clients.send({ expect: frames });
      await receive('ready');
      return { done: receive('done') };
    },
    end: () => clients.kill('SIGKILL'),
  };
}
