const windowMs = 60_000;
/** Refusals a minute that are taken of one address, and of all. */
const mostOfAddress = 10;
const mostOfAll = 300;

/** Chooses the refusals of unknown callers that are recorded: the first of each address, in every minute. */
export class UnauthenticatedSample {
  #taken = new Map<string | null, number>();
  #all = 0;
  #endsAt = 0;

  takes(address: string | null): boolean {
    const now = performance.now();
    if (now >= this.#endsAt) {
      this.#taken = new Map();
      this.#all = 0;
      this.#endsAt = now + windowMs;
    }
    const taken = this.#taken.get(address) ?? 0;
    if (taken >= mostOfAddress || this.#all >= mostOfAll) return false;
    this.#taken.set(address, taken + 1);
    this.#all += 1;
    return true;
  }
}
