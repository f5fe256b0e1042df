// Tells every 250 ms whether Deckcast is healthy: each web process answers a write with 2xx, and the new event reaches
// the healthy receiver and both kinds of streams of each web process.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { contentDigest } from './history.js';
import { SentEventsReader, SocketReader } from './soak-faults.readers.js';

const everyMs = 250;
/** An answer that takes longer is a failure. */
const answerWithinMs = 2_000;
/** An event that takes longer to arrive is too late. */
const arriveWithinMs = 5_000;
/** So many rounds in a row prove that it is healthy. */
const provingRounds = 4;

export class Prober {
  #bases;
  #history;
  #readers;
  #rounds = [];
  #byId = new Map();
  #answers = new Map();
  #timer = null;

  constructor(bases, cursor, receiver, history) {
    this.#bases = bases;
    this.#history = history;
    this.#readers = bases.flatMap((base, at) =>
      [SocketReader, SentEventsReader].map(
        (Kind) => new Kind([base], cursor, ({ id }) => this.#arrived(id, `${Kind.name} ${at + 1}`)),
      ),
    );
    receiver.on('message', ({ id }) => this.#arrived(id, 'receiver'));
  }

  start() {
    for (const reader of this.#readers) void reader.run();
    this.#timer = setInterval(() => this.#probe(), everyMs);
  }

  stop() {
    clearInterval(this.#timer);
    for (const reader of this.#readers) reader.close();
  }

  /** How many writes since the last look were answered in which way. */
  takeAnswers() {
    const answers = Object.fromEntries(this.#answers);
    this.#answers.clear();
    return answers;
  }

  /** The part of the rounds begun within a time, in percent, that were healthy. */
  healthyShare(from, to) {
    const rounds = this.#rounds.filter(({ at }) => at >= from && at <= to);
    return rounds.length === 0 ? null : Math.round((100 * rounds.filter(isHealthy).length) / rounds.length);
  }

  /** Waits until it is healthy. @returns how long after `since` that was, in milliseconds; null when it takes longer than `limitMs` */
  async healthyAfter(since, limitMs) {
    while (performance.now() - since < limitMs + arriveWithinMs) {
      const rounds = this.#rounds.filter(({ at }) => at >= since);
      const first = rounds.findIndex((_round, at) => isProven(rounds.slice(at, at + provingRounds)));
      if (first !== -1) {
        const took = rounds[first].doneAt - since;
        return took <= limitMs ? took : null;
      }
      await delay(100);
    }
    return null;
  }

  /** What the last rounds still wait for, to tell why it is not healthy. */
  missing() {
    const late = this.#rounds.filter(({ at }) => at < performance.now() - arriveWithinMs).slice(-provingRounds);
    return [...new Set(late.flatMap(({ waiting }) => [...waiting].map((one) => one.replace(/ \S{36}$/, ''))))];
  }

  #probe() {
    const round = { at: performance.now(), doneAt: null, waiting: new Set() };
    this.#rounds.push(round);
    for (const [at, base] of this.#bases.entries()) {
      const event = { id: randomUUID(), type: 'probe.round', data: { web: at + 1 } };
      const streams = this.#bases.flatMap((_base, to) => [`SocketReader ${to + 1}`, `SentEventsReader ${to + 1}`]);
      for (const api of [`answer ${at + 1}`, 'receiver', ...streams]) round.waiting.add(`${api} ${event.id}`);
      this.#byId.set(event.id, round);
      void this.#publish(base, event, at + 1);
    }
  }

  async #publish(base, event, number) {
    const answer = await ask(base, event);
    this.#answers.set(answer, (this.#answers.get(answer) ?? 0) + 1);
    if (answer !== '201' && answer !== '200') return;
    this.#history.append({ kind: 'event', id: event.id, content: contentDigest(event) });
    this.#arrived(event.id, `answer ${number}`);
  }

  #arrived(id, api) {
    const round = this.#byId.get(id);
    if (round === undefined || !round.waiting.delete(`${api} ${id}`) || round.waiting.size > 0) return;
    round.doneAt = performance.now();
  }
}

async function ask(base, event) {
  try {
    const answer = await fetch(`${base}/api/events`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(event),
      signal: AbortSignal.timeout(answerWithinMs),
    });
    await answer.arrayBuffer();
    return String(answer.status);
  } catch (error) {
    return error.name === 'TimeoutError' ? 'no answer' : 'no connection';
  }
}

const isHealthy = ({ at, doneAt }) => doneAt !== null && doneAt - at <= arriveWithinMs;
const isProven = (rounds) => rounds.length === provingRounds && rounds.every(isHealthy);
