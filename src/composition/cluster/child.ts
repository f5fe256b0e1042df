import cluster, { type Worker } from 'node:cluster';
import { setTimeout as delay } from 'node:timers/promises';
import { stopMessage } from '../stop-request.ts';
import type { Answers, ChildRequest, Question, Started, ChildMessage } from './messages.ts';

/** How long a process may take for an answer, in milliseconds: `/readyz` takes 2.5 s at most. */
const idleTimeoutMs = 3_000;

/** A process of the cluster, from its start until its end. */
export class Child {
  /** Its message once it serves; null when it ends before. */
  readonly started: Promise<Started | null>;
  /** Its exit code, the signal that ended it, or why it could not be started. */
  readonly ended: Promise<number | string>;
  readonly #worker: Worker;
  readonly #asked = new Map<number, (answer: Answers[Question] | null) => void>();
  #questions = 0;

  /** @param env what it gets beside the environment of this process */
  constructor(env: Readonly<Record<string, string>>) {
    this.#worker = cluster.fork(env);
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', (code: number | null, signal: string | null) => resolve(signal ?? code ?? 0));
      // A process that could not be started has no exit.
      this.#worker.on('error', ({ message }) => this.processId === null && resolve(message));
    });
    this.started = new Promise((resolve) => {
      this.#worker.on('message', (message: ChildMessage) => {
        if ('started' in message) resolve(message.started);
        else this.#asked.get(message.id)?.(message.answer);
      });
      void this.ended.then(() => resolve(null));
    });
  }

  /** Names it in the log. */
  get number(): number {
    return this.#worker.id;
  }

  /** Null when it could not be started. */
  get processId(): number | null {
    return this.#worker.process.pid ?? null;
  }

  /** @returns null when it does not answer in time */
  async ask<Q extends Question>(question: Q): Promise<Answers[Q] | null> {
    const id = (this.#questions += 1);
    const inTime = new AbortController();
    const answer = new Promise<Answers[Question] | null>((resolve) => this.#asked.set(id, resolve));
    const tooLate = delay(idleTimeoutMs, null, { signal: inTime.signal }).catch(() => null);
    this.#send({ id, question } satisfies ChildRequest);
    const first = await Promise.race([answer, tooLate]);
    this.#asked.delete(id);
    inTime.abort();
    return first as Answers[Q] | null;
  }

  stop(): void {
    this.#send(stopMessage);
  }

  kill(): void {
    this.#worker.process.kill('SIGKILL');
  }

  /** What cannot be sent is not answered either. */
  #send(message: ChildRequest | string): void {
    if (this.#worker.isConnected()) this.#worker.process.send(message, () => undefined);
  }
}
