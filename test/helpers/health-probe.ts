import { Agent, get } from 'node:http';
import { parentPort } from 'node:worker_threads';

/** What a probe saw, in milliseconds. */
export interface ProbeReport {
  /** One for each question, from the moment it was due: a stalled server makes the ones behind it late as well. */
  readonly answersMs: readonly number[];
  /** Questions that got no 200. */
  readonly failures: readonly string[];
}

const everyMs = 50;

/** Asks a server how it is until it is ended. */
class Probe {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #answersMs: number[] = [];
  readonly #failures: string[] = [];
  readonly #pending = new Set<Promise<void>>();
  readonly #url: string;
  #beating: NodeJS.Timeout | undefined;

  // Node only strips the types of this module, so it has no parameter properties.
  constructor(url: string) {
    this.#url = url;
  }

  async begin(): Promise<void> {
    this.#beating = setInterval(() => this.#beat(), everyMs);
    this.#beat();
    // The first answer opens the connection, and shows that the probe is at work.
    await Promise.all(this.#pending);
    this.#answersMs.length = 0;
  }

  async end(): Promise<ProbeReport> {
    clearInterval(this.#beating);
    await Promise.all(this.#pending);
    this.#agent.destroy();
    return { answersMs: this.#answersMs, failures: this.#failures };
  }

  #beat(): void {
    const asked = this.#ask().finally(() => this.#pending.delete(asked));
    this.#pending.add(asked);
  }

  #ask(): Promise<void> {
    const startedAt = performance.now();
    return new Promise((resolve) => {
      const note = (failure: string | null): void => {
        this.#answersMs.push(performance.now() - startedAt);
        if (failure !== null) this.#failures.push(failure);
        resolve();
      };
      get(this.#url, { agent: this.#agent, timeout: 60_000 }, (response) => {
        const { statusCode } = response;
        response.resume().once('end', () => note(statusCode === 200 ? null : `status ${statusCode}`));
      }).once('error', (error) => note(error.message));
    });
  }
}

// Each message with a URL begins a probe of that server, which the next message ends.
let probe: Probe | null = null;
parentPort?.on('message', async (url: string | null) => {
  if (url !== null) {
    probe = new Probe(url);
    await probe.begin();
    parentPort?.postMessage('ready');
  } else parentPort?.postMessage(await probe?.end());
});
