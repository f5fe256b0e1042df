// What the rounds happen to: the servers behind one address, four processes of Deckcast, writers, followers, a receiver.
import { chmodSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { post } from './deckcast.js';
import { History, readHistory } from './history.js';
import { Cluster } from './soak-failover.cluster.js';
import { Follower, kinds } from './soak-failover.followers.js';
import { Front } from './soak-failover.front.js';
import { DeckcastServer } from './soak-faults.server.js';
import { answering, freePort, helper, poolSize } from './soak-faults.stand.js';
import { Writers } from './soak-faults.writers.js';

/** Events a second, over each API. */
const perSecond = { rest: 12, graphql: 8 };
/** What a process may take to start; each statement of its migrations waits for the synchronous standby. */
const startMs = 60_000;
const processes = { 'web-1': 'web', 'web-2': 'web', 'worker-1': 'worker', 'worker-2': 'worker' };

export class Stage {
  cluster = new Cluster();
  front;
  followers = [];
  /** What was acknowledged and is not known to be lost, with the time. */
  acknowledged = [];
  folder;
  /** The node that is the primary, and the servers that replace the cluster. */
  primary = null;
  restored = null;
  fresh = null;
  #journal;
  #servers = [];
  #receiver;
  #writers = null;
  #writing;

  constructor(folder) {
    chmodSync(folder, 0o755);
    this.folder = folder;
    this.front = new Front(folder);
    this.#journal = new History(path.join(folder, 'journal.jsonl'));
  }

  get #bases() {
    return this.#servers.map(({ base }) => base).filter((base) => base !== null);
  }

  async open() {
    await this.cluster.open(this.folder);
    await this.front.leadToPrimaryOf(this.cluster.nodes);
    this.#receiver = await helper('receiver.js', { RECEIVER_HISTORY: path.join(this.folder, 'receiver.jsonl') });
    // The first one migrates; the others find it done.
    for (const [name, roles] of Object.entries(processes)) {
      const { base } = await this.#add(name, roles);
      if (base !== null) await answering(base, startMs);
    }
    const url = `http://127.0.0.1:${this.#receiver.port}/healthy`;
    const [base] = this.#bases;
    const subscription = { name: 'soak', eventType: 'soak.*', channel: 'webhook', channelConfig: { url } };
    await post(base, '/api/notifications/subscriptions', subscription);
    const { event } = await post(base, '/api/events', { type: 'begin.soak' });
    this.followers = Object.keys(kinds).map(
      (name, at) => new Follower(name, at % 2 === 0 ? this.#bases : this.#bases.toReversed(), event.cursor),
    );
    for (const follower of this.followers) follower.come();
  }

  async #add(name, roles) {
    const folder = path.join(this.folder, name);
    mkdirSync(folder);
    const settings = {
      ROLES: roles,
      PORT: String(await freePort()),
      LOG_LEVEL: 'info',
      DATA_DIR: folder,
      DATABASE_URL: `postgresql://deckcast@127.0.0.1:${this.front.port}/deckcast`,
      DATABASE_POOL_SIZE: String(poolSize),
      SPEECH: 'none',
      DELIVERY_RETRY_DELAYS: '1,2,3,5,5,5,5,5,5,5,5,5,5,5,5',
      WEBHOOK_TIMEOUT_MS: '5000',
    };
    const records = { journal: this.#journal, console: new History(path.join(this.folder, 'console.jsonl')) };
    const server = new DeckcastServer(name, settings, records);
    this.#servers.push(server);
    server.start();
    return server;
  }

  #newWriters() {
    return new Writers(this.#bases, {
      append: (entry) => {
        this.acknowledged.push({ ...entry, at: Date.now() });
        this.#journal.append(entry);
      },
    });
  }

  write() {
    this.#writers = this.#newWriters();
    this.#writing = Promise.all([
      this.#writers.atPace(perSecond.rest, 6, () => this.#writers.publish('soak.rest')),
      this.#writers.atPace(perSecond.graphql, 4, () => this.#writers.publishByGraphql('soak.graphql')),
    ]);
    // It is awaited by `rest`, maybe later.
    this.#writing.catch(() => {});
  }

  async rest() {
    this.#writers?.stop();
    await this.#writing;
  }

  /** Comes back once it is acknowledged. */
  publish(type) {
    return this.#newWriters().publish(type);
  }

  /** What the database has of the log behind the first event, which the followers begin at. */
  async readLog() {
    const client = new pg.Client({ host: '127.0.0.1', port: this.front.port, user: 'deckcast', database: 'deckcast' });
    client.on('error', () => {});
    await client.connect();
    try {
      const { rows } = await client.query(
        `select event_id as id, type, position, epoch from event_position join event on event.id = event_id
          where position > (select position from event_position join event on event.id = event_id where type = 'begin.soak')
          order by position`,
      );
      return rows.map(({ id, type, ...place }) => ({
        id,
        type,
        position: Number(place.position),
        cursor: cursorOf({ id, ...place }),
      }));
    } finally {
      await client.end();
    }
  }

  deliveries() {
    return readHistory(path.join(this.folder, 'receiver.jsonl')).filter(({ status }) => status === 204);
  }

  exits() {
    return readHistory(path.join(this.folder, 'journal.jsonl')).filter(({ kind }) => kind === 'exit');
  }

  /** It may be called at any time. */
  async close() {
    this.#writers?.stop();
    for (const follower of this.followers) follower.leave();
    await Promise.all(this.#servers.map((server) => server.kill()));
    this.#receiver?.child.kill('SIGKILL');
    await this.front.close();
    this.cluster.close();
    await this.restored?.destroy();
    await this.fresh?.destroy();
  }
}

/** As clients get it; the judge does not ask the processes, which it judges. */
const cursorOf = ({ epoch, position, id }) =>
  Buffer.from(`e3:${epoch}:${position}:${id.slice(-8)}`).toString('base64url');
