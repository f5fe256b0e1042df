// The clients of the soak of budgets: so many lanes that write and read at random, and sockets that follow what happens.
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { seededRandom } from './random.js';
import { readsOf } from './soak-budgets.reads.js';
import { writesOf } from './soak-budgets.writes.js';

/** Most things of a kind that are remembered, so that new ones are asked for as well. */
const mostKnown = 150;
/** After so long the client goes away, which is no failure. */
const timeoutMs = 30_000;
/** Of a refusal, in characters. */
const shownLength = 220;
const socketQuery =
  'subscription ($types: [String!]) { events(types: $types) { id type data: payload deliveries { nodes { id } } } }';

export class Load {
  known = { decks: [], slides: [], presentations: [], contracts: [], subscriptions: [], cursors: [] };
  /** What was asked and how it ended: { name, from, to, status }. */
  done = [];
  /** What is under way, by its number. */
  running = new Map();
  /** What must never be. */
  broken = [];
  #base;
  #over = false;
  #numbers = 0;

  constructor(base) {
    this.#base = base;
  }

  /** Runs until `stop`. */
  async run(lanes, seed) {
    await Promise.all([
      ...Array.from({ length: lanes }, (_, lane) => this.#lane(seededRandom(seed * 1_000 + lane))),
      this.#sockets(seededRandom(seed * 1_000 + lanes)),
    ]);
  }

  stop() {
    this.#over = true;
  }

  async #lane(random) {
    const writes = Object.entries(writesOf(random, this.known));
    const reads = Object.entries(readsOf(random, this.known));
    while (!this.#over) {
      const [name, make] = random.pick(random.below(2) === 0 ? writes : reads);
      const request = make();
      if (request === null) await delay(1);
      else await this.#send(name, request);
    }
  }

  async #send(name, { method, path, body, keeps }) {
    const number = (this.#numbers += 1);
    const one = { name, path, from: Date.now(), to: null, status: null, bytes: 0, refusal: null };
    this.running.set(number, one);
    try {
      const answer = await fetch(`${this.#base}${path}`, {
        method,
        ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await answer.text();
      Object.assign(one, { status: answer.status, bytes: text.length });
      if (text.includes('"errors":[')) one.refusal = text.slice(0, shownLength);
      this.#judge(one, answer, text);
      if (answer.status < 300 && keeps !== undefined) this.#keep(keeps, JSON.parse(text));
    } catch (error) {
      one.status = error.name === 'TimeoutError' ? 'gave up' : String(error.cause?.code ?? error.message);
      if (one.status !== 'gave up') this.broken.push(`${name}: ${one.status}`);
    }
    one.to = Date.now();
    this.running.delete(number);
    this.done.push(one);
    // A refusal that comes at once must not turn a lane into a loop.
    if (one.status !== 200 && one.status !== 201) await delay(20);
  }

  #judge({ name, path, status }, { headers }, text) {
    if (status === 503 && headers.has('retry-after')) return;
    if (status >= 500) this.broken.push(`${name}: ${status} ${path} ${text.slice(0, 300)}`);
    if (path === '/graphql' && text.includes('"code":"INTERNAL"')) this.broken.push(`${name}: ${text.slice(-500)}`);
  }

  #keep([kind, idsOf], body) {
    this.known[kind].push(...idsOf(body));
    if (this.known[kind].length > mostKnown) this.known[kind].splice(0, this.known[kind].length - mostKnown);
  }

  /** Sockets that come, follow for a while and go. */
  async #sockets({ below, pick }) {
    while (!this.#over) {
      const socket = new WebSocket(`${this.#base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      socket.on('error', () => undefined);
      socket.on('close', (code, reason) => {
        if ([4500, 1011].includes(code)) this.broken.push(`socket closed with ${code} ${reason}`);
      });
      socket.on('open', () => socket.send('{"type":"connection_init"}'));
      socket.on('message', (frame) => {
        if (JSON.parse(frame).type !== 'connection_ack') return;
        const variables = { types: [pick(['*', 'soak.*', 'deck.*'])] };
        socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: socketQuery, variables } }));
      });
      await delay(500 + below(5_000));
      socket.terminate();
      await once(socket, 'close').catch(() => undefined);
    }
  }
}
