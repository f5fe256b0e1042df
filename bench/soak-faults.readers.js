// Readers of the event log that come back behind their last cursor: through a socket, server-sent events, and pages.
import { once } from 'node:events';
import { get } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { contentDigest } from './history.js';

const comeBackMs = 300;
/** A socket that does not answer a ping for so long is given up; so is a request that gets no answer. */
const silenceMs = 10_000;

/** What all have in common: the last cursor, whom to ask next, and coming back until they are closed. */
class Reader {
  cursor;
  refusals = new Map();
  #bases;
  #onEvent;
  #onGone;
  #turn = 0;
  #closed = false;

  /**
   * @param bases asked in turn
   * @param onEvent gets the id, the cursor and the digest of each event
   * @param onGone gets the cursor to go on behind, when the log has lost the event at the present one
   */
  constructor(bases, cursor, onEvent, onGone = () => {}) {
    this.#bases = bases;
    this.cursor = cursor;
    this.#onEvent = onEvent;
    this.#onGone = onGone;
  }

  async run() {
    while (!this.#closed) {
      const base = this.#bases[this.#turn++ % this.#bases.length];
      await this.connect(base).catch((error) =>
        this.refuse(typeof error.code === 'string' ? error.code : error.message),
      );
      if (!this.#closed) await delay(comeBackMs);
    }
  }

  take(event) {
    if (this.#closed) return;
    this.cursor = event.cursor;
    this.#onEvent({ id: event.id, cursor: event.cursor, type: event.type, content: contentDigest(event) });
  }

  refuse(reason) {
    this.refusals.set(reason, (this.refusals.get(reason) ?? 0) + 1);
  }

  /** @param problem the details of a refusal; 410 says where to go on */
  heed({ status, code, cursor, firstCursor }) {
    this.refuse(code ?? String(status));
    if (status !== 410 || this.#closed) return;
    this.cursor = cursor ?? firstCursor;
    this.#onGone(this.cursor);
  }

  close() {
    this.#closed = true;
    this.disconnect();
  }
}

export class SocketReader extends Reader {
  #socket = null;

  async connect(base) {
    const socket = new WebSocket(`${base.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
      handshakeTimeout: silenceMs,
    });
    this.#socket = socket;
    let receivedAt = performance.now();
    const received = () => (receivedAt = performance.now());
    socket.on('open', () => socket.send('{"type":"connection_init"}'));
    socket.on('message', (frame) => (received(), this.#receive(socket, JSON.parse(frame))));
    socket.on('pong', received);
    const alive = setInterval(() => {
      if (performance.now() - receivedAt > silenceMs) socket.terminate();
      else if (socket.readyState === WebSocket.OPEN) socket.ping();
    }, 2_000);
    try {
      await once(socket, 'close');
    } finally {
      clearInterval(alive);
    }
  }

  disconnect() {
    this.#socket?.terminate();
  }

  #receive(socket, { type, payload }) {
    if (type === 'connection_ack') {
      const query = 'subscription ($after: String) { events(after: $after) { id type deckId data: payload cursor } }';
      socket.send(
        JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables: { after: this.cursor } } }),
      );
    }
    if (type === 'ping') socket.send('{"type":"pong"}');
    if (type === 'next' && payload.data !== null) this.take(payload.data.events);
    const errors = type === 'error' ? payload : payload?.errors;
    if (errors !== undefined) this.heed(errors[0].extensions?.problem ?? { code: errors[0].message });
    if (type === 'error' || type === 'complete') socket.close();
  }
}

export class SentEventsReader extends Reader {
  #request = null;

  async connect(base) {
    const headers = { 'last-event-id': this.cursor };
    this.#request = get(`${base}/api/events/stream`, { headers, agent: false });
    const request = this.#request;
    const unanswered = setTimeout(() => request.destroy(new Error('no answer')), silenceMs);
    try {
      const [answer] = await once(request, 'response');
      clearTimeout(unanswered);
      if (answer.statusCode !== 200) return this.heed(await json(answer));
      let rest = '';
      for await (const chunk of answer.setEncoding('utf8')) {
        const blocks = (rest + chunk).split('\n\n');
        rest = blocks.pop();
        for (const block of blocks) this.#read(block);
      }
    } finally {
      clearTimeout(unanswered);
      request.destroy();
    }
  }

  disconnect() {
    this.#request?.destroy();
  }

  #read(block) {
    const [data, name, id] = ['data', 'event', 'id'].map((it) => new RegExp(`^${it}: ?(.*)$`, 'm').exec(block)?.[1]);
    if (name === 'problem') this.heed(JSON.parse(data));
    else if (data !== undefined) this.take({ ...JSON.parse(data), cursor: id });
  }
}

export class PageReader extends Reader {
  async connect(base) {
    const signal = AbortSignal.timeout(silenceMs);
    const answer = await fetch(`${base}/api/events?limit=200&after=${this.cursor}`, { signal });
    const body = await answer.json();
    if (!answer.ok) return this.heed(body);
    for (const event of body.events) this.take(event);
  }

  /** A request that is under way ends by itself; what it brings is not taken. */
  disconnect() {}
}

/** The readers of the load, by the names of their histories; every second one begins at the last process. */
export const loadReaders = {
  'socket-1': SocketReader,
  'socket-2': SocketReader,
  'sse-1': SentEventsReader,
  'sse-2': SentEventsReader,
  pages: PageReader,
};
