import { setTimeout as delay } from 'node:timers/promises';
import { outsideBudget } from '../../core/index.ts';

interface Waiting<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Turns work on single items into work on batches: items that come while a batch is under way wait, and then run
 * together. Under load statements are shared by many items; an item that comes alone does not wait.
 */
export class Batcher<Item, Result> {
  #waiting: Waiting<Item, Result>[] = [];
  #isWorking = false;

  /**
   * @param work returns one result for each item, in order; its error rejects all items of the batch
   * @param most items of one batch
   * @param pauseMs pause after a batch, in milliseconds: items gather in it, and share one batch more often
   */
  constructor(
    private readonly work: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly most: number,
    private readonly pauseMs: number | null = null,
  ) {}

  run(item: Item): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    this.#waiting.push({ item, resolve, reject });
    // A batch serves many callers: the budget of the first one must not abort it.
    if (!this.#isWorking) void outsideBudget(() => this.#workOff());
    return promise;
  }

  /** Removes an item that no batch has taken yet; its result never comes then. @returns whether it did */
  withdraw(item: Item): boolean {
    const at = this.#waiting.findIndex((waiting) => waiting.item === item);
    if (at !== -1) this.#waiting.splice(at, 1);
    return at !== -1;
  }

  async #workOff(): Promise<void> {
    this.#isWorking = true;
    // One turn of the event loop, so that items that are ready together go together.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      await this.#runBatch(this.#waiting.splice(0, this.most));
      if (this.pauseMs !== null) await delay(this.pauseMs);
    }
    this.#isWorking = false;
  }

  async #runBatch(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await this.work(batch.map(({ item }) => item));
      for (const [at, { resolve }] of batch.entries()) resolve(results[at] as Result);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }
}
