// What is tested, and what stands around it: receivers, mailbox, Deckcast processes with their links, load and prober.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { post } from './deckcast.js';
import { History, readHistory } from './history.js';
import { isDelivered } from './soak-faults.judge.js';
import { Link } from './soak-faults.link.js';
import { Prober } from './soak-faults.probe.js';
import { DeckcastServer } from './soak-faults.server.js';

/** Connections for requests of one process. All four fit into the server's 60, with what pg-boss and wake-ups take. */
export const poolSize = 5;
/** What Deckcast may take to recover before it is started anew so that the run can go on; that fails the run. */
const giveUpMs = 60_000;
const settleMs = 60_000;
/** Until the first answer: on a machine that does other work as well, 27 s were seen. */
const firstAnswerMs = 120_000;

/** Below the ports that the system lends to connections, so that a server gets its port again after a restart. */
export async function freePort() {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
    });
    if (isFree) return port;
  }
}

/** A process of the soak that tells its port. */
export async function helper(file, env) {
  const child = fork(path.join(import.meta.dirname, file), { env: { ...process.env, ...env } });
  const [{ port }] = await once(child, 'message');
  return { child, port };
}

export class Stand {
  servers = [];
  links = [];
  postgres = null;
  prober;
  /** From the first start to the first answer of all that answer. */
  firstStartMs;
  folder;
  journal;
  #acknowledgements;
  #receiver;
  #mailbox;
  #load;
  #loadMessages = [];
  #measuring;
  #closing = false;

  constructor(folder) {
    mkdirSync(folder, { recursive: true });
    this.folder = folder;
    this.journal = new History(path.join(folder, 'journal.jsonl'));
    this.#acknowledgements = new History(path.join(folder, 'acknowledgements.jsonl'));
  }

  get webs() {
    return this.servers.filter(({ base }) => base !== null);
  }

  get bases() {
    return this.webs.map(({ base }) => base);
  }

  async openReceivers() {
    this.#receiver = await helper('receiver.js', { RECEIVER_HISTORY: path.join(this.folder, 'receiver.jsonl') });
    this.#mailbox = await helper('soak-faults.mailbox.js', {
      MAILBOX_HISTORY: path.join(this.folder, 'mailbox.jsonl'),
    });
  }

  /** Starts one Deckcast process; on PostgreSQL through a link of its own. */
  async add(name, roles, settings = {}) {
    const link = this.postgres === null ? null : await new Link(this.postgres.port).open();
    const database = link === null ? {} : { DATABASE_URL: `postgresql://deckcast@127.0.0.1:${link.port}/deckcast` };
    const records = { journal: this.journal, console: new History(path.join(this.folder, 'console.jsonl')) };
    const server = new DeckcastServer(
      name,
      {
        ROLES: roles,
        PORT: String(await freePort()),
        LOG_LEVEL: 'info',
        DATA_DIR: path.join(this.folder, `data-${name}`),
        DATABASE_POOL_SIZE: String(poolSize),
        SMTP_URL: `smtp://127.0.0.1:${this.#mailbox.port}`,
        SPEECH: 'none',
        DELIVERY_RETRY_DELAYS: '1,2,3,5,5,5,5,5,5,5,5,5,5,5,5',
        WEBHOOK_TIMEOUT_MS: '5000',
        ...database,
        ...settings,
      },
      records,
    );
    if (link !== null) this.links.push(link);
    server.link = link;
    this.servers.push(server);
    server.start();
    return server;
  }

  /** Subscribes the receivers, and begins to write, to read, to probe and to measure. */
  async begin(perSecond) {
    await Promise.all(this.bases.map((base) => answering(base, firstAnswerMs)));
    this.firstStartMs = Date.now() - Math.min(...this.webs.map(({ lives: [first] }) => first.startedAt));
    const [base] = this.bases;
    const webhook = (route) => ({
      channel: 'webhook',
      channelConfig: { url: `http://127.0.0.1:${this.#receiver.port}${route}` },
    });
    await subscribe(base, 'healthy', '*', webhook('/healthy'));
    await subscribe(base, 'flapping', 'soak.*', webhook('/flapping'));
    await subscribe(base, 'hanging', 'soak.hanging', webhook('/hanging'));
    await subscribe(base, 'probe', 'probe.*', webhook('/latency'));
    await subscribe(base, 'mail', '*', { channel: 'email', channelConfig: { toEmails: ['office@example.com'] } });
    await subscribe(base, 'console', '*', { channel: 'console', channelConfig: {} });
    const { event } = await post(base, '/api/events', { type: 'soak.begin' });
    const { cursor } = event;
    this.journal.append({ kind: 'begin' });
    this.#startLoad({ folder: this.folder, bases: this.bases, perSecond, cursor });
    this.prober = new Prober(this.bases, cursor, this.#receiver.child, this.#acknowledgements);
    this.prober.start();
    this.#measuring = setInterval(() => this.servers.forEach((server) => server.measure()), 1_000);
  }

  #startLoad(load) {
    this.#load = fork(path.join(import.meta.dirname, 'soak-faults.load.js'), {
      env: { ...process.env, LOAD: JSON.stringify(load) },
    });
    this.#load.on('message', (message) => this.#loadMessages.push(message));
    this.#load.on('exit', (code, signal) => {
      if (!this.#closing) this.journal.append({ kind: 'exit', name: 'the load', code, signal, complaint: '' });
    });
  }

  /** Waits until it is healthy; what has not recovered is started anew, which is put on record as a failure. */
  async recover(since, limitMs) {
    const took = await this.prober.healthyAfter(since, giveUpMs);
    const missing = took === null ? this.prober.missing() : [];
    if (took === null) {
      for (const server of this.servers) {
        await server.kill();
        server.start();
      }
      await this.prober.healthyAfter(performance.now(), giveUpMs);
    }
    return { healthyAfterMs: took, limitMs, missing };
  }

  /** Ends the load and waits until readers and receivers have all; the checker finds what they still miss. */
  async settle() {
    this.prober.stop();
    this.#load.send('settle');
    const began = performance.now();
    const until = began + settleMs;
    const isCaughtUp = () => this.#loadMessages.some(({ kind }) => kind === 'caught up');
    while (performance.now() < until && !(isCaughtUp() && this.#allDelivered())) await delay(1_000);
    const what = `readers ${isCaughtUp() ? 'have everything' : 'still miss something'}`;
    console.log(`the load has ended; after ${((performance.now() - began) / 1_000).toFixed(1)} s ${what}`);
    this.#closing = true;
    if (!this.#load.connected) return;
    this.#load.send('end');
    await once(this.#load, 'exit');
    const refusals = this.#loadMessages.find(({ kind }) => kind === 'ended')?.refusals ?? [];
    this.journal.append({ kind: 'refusals', refusals });
  }

  /** Whether all that the pages brought has reached each healthy receiver, fan-outs that had to be repeated included. */
  #allDelivered() {
    const history = (name) => readHistory(path.join(this.folder, `${name}.jsonl`));
    const expected = history('stream-pages').filter(({ type }) => isDelivered(type));
    const healthy = history('receiver').filter((it) => it.path === '/healthy');
    return [healthy, history('mailbox'), history('console')].every((receipts) => {
      const ids = new Set(receipts.map(({ id }) => id));
      return expected.every(({ id }) => ids.has(id));
    });
  }

  /** Ends all processes. It may be called at any time. */
  async close(how = 'kill') {
    this.#closing = true;
    clearInterval(this.#measuring);
    this.prober?.stop();
    for (const server of this.servers) server.thaw();
    await Promise.all(this.servers.map((server) => server[how]()));
    for (const link of this.links) link.close();
    for (const child of [this.#load, this.#receiver?.child, this.#mailbox?.child]) child?.kill('SIGKILL');
    for (const life of this.servers.flatMap(({ lives }) => lives)) this.journal.append({ kind: 'memory', ...life });
  }
}

/** Comes back once a process is ready. */
export async function answering(base, withinMs) {
  const until = performance.now() + withinMs;
  for (;;) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    if (performance.now() > until)
      throw new Error(`Deckcast does not become ready at ${base} within ${withinMs / 1_000} s.`);
    await delay(100);
  }
}

const subscribe = (base, name, eventType, target) =>
  post(base, '/api/notifications/subscriptions', { name, eventType, ...target });
