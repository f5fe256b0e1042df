import type { Allowance, SharedCounts, Taken } from './shared-counts.ts';

/** Keys whose points a process holds; those whose window is over are forgotten when there are more. */
const mostHeld = 10_000;

/** What is left for a key after a charge. */
export interface Standing {
  /** Whether the charge was refused. */
  readonly isOver: boolean;
  /** Points that are left in this window, as far as this process knows. */
  readonly remaining: number;
  /** Seconds until the window ends; at least 1. */
  readonly resetSeconds: number;
}

/** Points of a key that this process has reserved. */
interface Holding {
  left: number;
  /** What was left for all processes at the last reservation. */
  remaining: number;
  /** By `performance.now()`; null before the first reservation. */
  resetsAt: number | null;
  /** Whether the window had no more to give. */
  isSpent: boolean;
  reserving: Promise<void> | null;
}

/**
 * A limit of points for each key and window, shared by all processes. A process reserves points ahead, so that it
 * queries the database once for many requests, and not at all once a window is spent. All processes together never
 * admit more than the limit; what others have reserved and not used is missing, at most `chunk - 1` points for each of
 * them.
 */
export class Rate {
  readonly #held = new Map<string, Holding>();
  readonly #take: (key: string, points: number) => Promise<Taken>;

  /** @param chunk points that are reserved at a time */
  constructor(
    counts: SharedCounts,
    readonly allowance: Allowance,
    private readonly chunk = Math.ceil(allowance.points / 50),
  ) {
    this.#take = counts.open(allowance);
  }

  /** Charges a key. What costs more than a whole window is charged as one. */
  async charge(key: string, cost: number): Promise<Standing> {
    const price = Math.min(cost, this.allowance.points);
    for (;;) {
      const holding = this.#holdingOf(key);
      if (holding.left >= price) {
        holding.left -= price;
        return standingOf(holding, false);
      }
      if (holding.isSpent) return standingOf(holding, true);
      holding.reserving ??= this.#reserve(key, holding, price).finally(() => (holding.reserving = null));
      await holding.reserving;
    }
  }

  /** The standing of a key that has used up its window, as far as this process knows; null for any other. */
  spent(key: string): Standing | null {
    const holding = this.#held.get(key);
    if (holding === undefined || isOver(holding) || !holding.isSpent || holding.left > 0) return null;
    return standingOf(holding, true);
  }

  async #reserve(key: string, holding: Holding, price: number): Promise<void> {
    const wanted = Math.max(this.chunk, price - holding.left);
    const { granted, remaining, resetMs } = await this.#take(key, wanted);
    holding.left += granted;
    holding.remaining = remaining;
    holding.resetsAt = performance.now() + resetMs;
    holding.isSpent = granted < wanted || remaining === 0;
  }

  #holdingOf(key: string): Holding {
    const held = this.#held.get(key);
    if (held !== undefined && !isOver(held)) return held;
    if (this.#held.size >= mostHeld) this.#forget();
    const holding = { left: 0, remaining: this.allowance.points, resetsAt: null, isSpent: false, reserving: null };
    this.#held.set(key, holding);
    return holding;
  }

  /** Reserved points that are forgotten with their key are lost for its window. */
  #forget(): void {
    for (const [key, holding] of this.#held) if (isOver(holding)) this.#held.delete(key);
    if (this.#held.size >= mostHeld) this.#held.clear();
  }
}

function isOver({ resetsAt }: Holding): boolean {
  return resetsAt !== null && performance.now() >= resetsAt;
}

function standingOf({ left, remaining, resetsAt }: Holding, isRefused: boolean): Standing {
  const ms = (resetsAt ?? 0) - performance.now();
  return { isOver: isRefused, remaining: left + remaining, resetSeconds: Math.max(Math.ceil(ms / 1_000), 1) };
}
