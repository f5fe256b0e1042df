import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Semaphore } from '../../semaphore.ts';
import type { ShownContract } from './contract.reader.ts';

const program = path.join(import.meta.dirname, `contract-printer.thread${path.extname(import.meta.filename)}`);

/**
 * Prints contracts, one at a time, in a thread of its own: the first PDF takes half a second of computing and each other
 * one 50 ms, in which everybody else would have to wait. The thread starts with the first contract, because it takes
 * 45 MB, and a new one takes the place of one that died.
 */
export class ContractPrinter {
  readonly #semaphore = new Semaphore(1);
  readonly #closing = new AbortController();
  #thread: Worker | null = null;

  /** @throws what went wrong in the thread, and `AbortError` once the printer is closed. */
  async print(contract: ShownContract): Promise<Uint8Array> {
    const { signal } = this.#closing;
    return this.#semaphore.run(async () => {
      const thread = (this.#thread ??= new Worker(program, { execArgv: [] }));
      try {
        thread.postMessage(contract);
        const [pdf] = (await once(thread, 'message', { signal })) as [Uint8Array];
        return pdf;
      } catch (error) {
        // What fails in a thread ends it; one that nobody waits for is ended.
        this.#thread = null;
        await thread.terminate();
        throw error;
      }
    }, signal);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#thread?.terminate();
  }
}
