// Writers on both APIs. Each write is repeated until it is acknowledged, and the acknowledgement is put on record.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { contentDigest } from './history.js';

/** An answer that takes longer counts as none. */
const timeoutMs = 10_000;
const again = { least: 200, spread: 400 };

export class Writers {
  #bases;
  #history;
  #running = true;
  #number = 0;

  constructor(bases, history) {
    this.#bases = bases;
    this.#history = history;
  }

  /** What is under way and not acknowledged is given up: it may have been written or not. */
  stop() {
    this.#running = false;
  }

  /** Begins a write at a steady pace in one of `width` lanes; a lane waits until its write is acknowledged. */
  async atPace(perSecond, width, work) {
    const lane = async () => {
      while (this.#running) {
        const started = performance.now();
        await work();
        await delay(Math.max(0, started + (1_000 * width) / perSecond - performance.now()));
      }
    };
    await Promise.all(Array.from({ length: width }, lane));
  }

  async publish(type, data = { number: (this.#number += 1), note: 'Grüße – 漢字 – "quoted"' }) {
    const event = { id: randomUUID(), type, data };
    const answer = await this.#repeat('POST', '/api/events', event);
    this.#acknowledge(event, answer?.body.event);
    return answer?.body.event ?? null;
  }

  async publishByGraphql(type) {
    const event = { id: randomUUID(), type, data: { number: (this.#number += 1), nested: { b: [1, null], a: 0.1 } } };
    const query =
      'mutation ($input: PublishEventInput!) { publishEvent(input: $input) { event { id type deckId data: payload } } }';
    this.#acknowledge(event, (await this.#mutate(query, { input: event }))?.publishEvent?.event);
  }

  #acknowledge(event, answered) {
    if (answered === undefined) return;
    this.#history.append({
      kind: 'event',
      id: event.id,
      content: contentDigest(event),
      answered: contentDigest(answered),
    });
  }

  async createDeck(name) {
    return (await this.#repeat('POST', '/api/decks', { name }))?.body.deck;
  }

  async createSlide(deckId, slide) {
    const path = `/api/decks/${deckId}/slides`;
    const answer = await this.#repeat('POST', path, { narrationScript: 'Hello.', ...slide });
    return answer?.body.slide;
  }

  async retitle(slideId) {
    const title = `Title ${(this.#number += 1)}`;
    this.#history.append({ kind: 'wish', table: 'slide', id: slideId, value: title });
    const answer = await this.#repeat('PUT', `/api/slides/${slideId}`, { title });
    if (answer !== null) this.#history.append({ kind: 'change', table: 'slide', id: slideId, value: title });
  }

  async rename(deckId) {
    const name = `Deck ${(this.#number += 1)}`;
    this.#history.append({ kind: 'wish', table: 'deck', id: deckId, value: name });
    const query =
      'mutation ($id: ID!, $input: UpdateDeckInput!) { updateDeck(id: $id, input: $input) { deck { id } } }';
    const data = await this.#mutate(query, { id: deckId, input: { name } });
    if (data !== null) this.#history.append({ kind: 'change', table: 'deck', id: deckId, value: name });
  }

  /** Drafts, sends and signs a contract; each step may have been made by an attempt whose answer was lost. */
  async signContract(deckId) {
    const made = await this.#repeat(
      'POST',
      `/api/decks/${deckId}/presentations`,
      { homeowner: { first_name: 'Dana', last_name: 'Whitaker' }, price_inputs: { roof_squares: 24.5 } },
      [],
      { 'idempotency-key': randomUUID() },
    );
    if (made === null) return;
    const contracts = `/api/presentations/${made.body.presentation.id}/contracts`;
    await this.#repeat('POST', contracts, {}, [409]);
    const contract = (await this.#repeat('GET', contracts))?.body.contracts[0];
    if (contract === undefined) return;
    await this.#repeat('POST', `/api/contracts/${contract.id}/send`, {}, [409]);
    await this.#sign(`/api/contracts/${contract.id}`, contract.id);
  }

  /** The deck may be renamed between reading and signing: then the document has to be read again. */
  async #sign(route, id) {
    while (this.#running) {
      const documentHash = (await this.#repeat('GET', route))?.body.contract.documentHash;
      const signature = { tier: 'better', signerName: 'Dana Whitaker', consent: true, documentHash };
      const answer = await this.#repeat('POST', `${route}/sign`, signature, [409]);
      if (answer?.ok !== true) continue;
      this.#history.append({ kind: 'signature', id });
      return;
    }
  }

  async #mutate(query, variables) {
    const isDone = ({ body }) => body.errors === undefined;
    return (await this.#repeat('POST', '/graphql', { query, variables }, [], {}, isDone))?.body.data ?? null;
  }

  /** Asks the processes in turn until one does it. @returns null when the run has ended meanwhile */
  async #repeat(method, path, body, alsoGood = [], headers = {}, isDone = () => true) {
    let turn = Math.floor(Math.random() * this.#bases.length);
    while (this.#running) {
      const answer = await this.#ask(this.#bases[turn++ % this.#bases.length], method, path, body, headers);
      if (answer !== null && (answer.ok || alsoGood.includes(answer.status)) && isDone(answer)) return answer;
      if (answer !== null && isRefusal(answer)) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      await delay(again.least + Math.random() * again.spread);
    }
    return null;
  }

  async #ask(base, method, path, body, headers) {
    try {
      const answer = await fetch(base + path, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        ...(method === 'GET' ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      return { ok: answer.ok, status: answer.status, body: await answer.json() };
    } catch {
      return null;
    }
  }
}

/** A fault of ours, which repeating does not mend; what passes is 409 of a twin, 425, 429 and all from 500 on. */
const isRefusal = ({ ok, status }) => !ok && status < 500 && ![409, 425, 429].includes(status);
